"""The rules: pure values and functions, one package a game."""
