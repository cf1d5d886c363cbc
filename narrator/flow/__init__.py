"""The flow of a game: which step comes next, what is asked, what is allowed now."""
