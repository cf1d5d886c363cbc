"""An offline, hands-free moderator for hidden-role party games."""

__version__ = "0.1.0"
