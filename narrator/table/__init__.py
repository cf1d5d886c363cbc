"""One evening: session, journal, pacing, and the stage on which it is heard."""
