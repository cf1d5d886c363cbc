"""The door to Home Assistant's world: Wyoming services as voice and ear, a satellite as speaker and ear.

Off until an option opens it, and then a client only: nothing here ever listens on a socket. What the other
side sends is not trusted: it has a size, a time and a shape, or the connection ends (`wire.py`). The protocol
is spoken here without the `wyoming` package, whose reader takes whatever length a header names; the tests
hold it against that package's own server.
"""
