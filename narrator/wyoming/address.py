"""Where a service is: HOST:PORT, looked up once, and on this computer unless the network is trusted."""

from __future__ import annotations

import ipaddress
import re
import socket
from dataclasses import dataclass

from narrator.errors import UserError
from narrator.messages import _, reason

_FORM = re.compile(r"(?:tcp://)?(?:\[(?P<six>[^\[\]]+)\]|(?P<host>[^:\[\]/\s]+)):(?P<port>\d{1,5})/?")


@dataclass(frozen=True, slots=True)
class Address:
    """hosts: numeric addresses, to be tried in this order; port; name: HOST:PORT as it was given."""

    hosts: tuple[str, ...]
    port: int
    name: str


def parse_address(text: str, option: str, *, trust_network: bool = False) -> Address:
    """The address that `option` names, as HOST:PORT, [IPv6]:PORT or with tcp:// before it.

    Looked up now and never again, so that a name cannot come to mean another computer in mid-game.
    Raises UserError for what is no address, cannot be found, or, unless trust_network, leads off this
    computer: what goes there holds secrets.
    """
    found = _FORM.fullmatch(text.strip())
    port = int(found["port"]) if found else 0
    if found is None or not 0 < port < 65536:
        raise UserError(
            _("{text!r} is no address of a service").format(text=text),
            where=option,
            mend=_("Write {form}, as {example}.").format(form="HOST:PORT", example="127.0.0.1:10200"),
        )
    hosts = _look_up(found["six"] or found["host"], port, option)
    if not trust_network and not all(map(_is_loopback, hosts)):
        raise UserError(
            _("{text} is not on this computer, and secrets would cross the network unencrypted").format(
                text=text
            ),
            where=option,
            mend=_("Use 127.0.0.1, or add --trust-network if everybody on that network may know them."),
        )
    return Address(hosts, port, text.strip().removeprefix("tcp://").rstrip("/"))


def _look_up(host: str, port: int, option: str) -> tuple[str, ...]:
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:  # UnicodeError: no name of a computer has this form
        fault = (reason(error) if isinstance(error, OSError) else "") or error
        raise UserError(
            _("the computer {host!r} is not found ({fault})").format(host=host, fault=fault),
            where=option,
            mend=_("Check the name, or write its numeric address."),
        ) from error
    return tuple(dict.fromkeys(str(entry[4][0]) for entry in found))


def _is_loopback(host: str) -> bool:
    return ipaddress.ip_address(host.partition("%")[0]).is_loopback
