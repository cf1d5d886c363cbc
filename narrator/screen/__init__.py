"""The helper's screen, in a terminal: large, dim by night, for one person's eyes. Needs Textual."""
