"""The guard that keeps this process off every network: it refuses and counts each attempt.

An audit hook does the refusing: it sees every socket of this interpreter, whoever opens it, and Python has no way to
take it out again. Local sockets (AF_UNIX) pass: the link, the keyring and the desktop need them. Native code is
outside its reach; continuous integration watches the whole program with strace for that.
"""

from __future__ import annotations

import errno
import os
import socket
import sys
import threading
from collections import Counter
from typing import Any

from app.engine.errors import KeepsakeError

LOOPBACK = ("127.0.0.1", "::1")
_UNIX = int(getattr(socket, "AF_UNIX", -2))  # a Windows build may have none
_LOOK_UPS = frozenset({"socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr", "socket.getnameinfo"})
_ADDRESSED = frozenset({"socket.connect", "socket.bind", "socket.sendto", "socket.sendmsg"})

_lock = threading.Lock()
_counts: Counter[str] = Counter()
_loopback_ports: set[int] = set()
_inside_socketpair = threading.local()
_installed = False


class NotLocal(KeepsakeError, OSError):
    """A refused network attempt; an OSError too, so that libraries treat it as "no network here"."""

    def __init__(self, what: str) -> None:
        KeepsakeError.__init__(self, "not_local", what=what)
        self.errno = errno.ENETUNREACH


def install() -> None:
    """Turn the guard on for the rest of this process. Calling it again changes nothing."""
    global _installed
    if _installed:
        return
    _installed = True
    # Libraries probe for IPv6 by binding a socket at import; told there is none, they do not try.
    socket.has_ipv6 = False
    # multiprocessing and asyncio make their socket pairs from loopback sockets where the system has no real ones.
    if sys.platform == "win32":
        _let_socketpair_through()
    os.environ["HF_HUB_OFFLINE"] = "1"  # asked nicely as well: huggingface libraries then fail early
    sys.addaudithook(_judge)


def installed() -> bool:
    return _installed


def attempts() -> int:
    """How many network attempts this process made and was refused."""
    with _lock:
        return sum(_counts.values())


def attempts_by_kind() -> dict[str, int]:
    """The same by audit event, such as `socket.getaddrinfo`; addresses are never kept."""
    with _lock:
        return dict(_counts)


def allow_loopback(port: int) -> None:
    """Let this process listen on one port of 127.0.0.1 or ::1 (the local API, switched on by its owner)."""
    with _lock:
        _loopback_ports.add(port)


def _refuse(what: str) -> None:
    with _lock:
        _counts[what] += 1
    raise NotLocal(what)


def _judge(event: str, args: tuple[Any, ...]) -> None:
    if not event.startswith("socket."):
        return
    if event == "socket.__new__":
        family = int(args[1])
        # -1 asks the system for the family of an existing descriptor; it made its socket earlier or elsewhere.
        if family not in (_UNIX, -1) and not _loopback_ports and not _in_socketpair():
            _refuse(event)
    elif event in _LOOK_UPS:
        if not (_loopback_ports and _host_of(args) in (*LOOPBACK, None)):
            _refuse(event)
    elif event in _ADDRESSED and not _address_allowed(event, args[0], args[1]):
        _refuse(event)


def _in_socketpair() -> bool:
    return bool(getattr(_inside_socketpair, "yes", False))


def _host_of(args: tuple[Any, ...]) -> str | None:
    host = args[0][0] if args and isinstance(args[0], tuple) else args[0]
    return host.decode("ascii", "replace") if isinstance(host, bytes) else host


def _address_allowed(event: str, sock: Any, address: Any) -> bool:
    if int(sock.family) == _UNIX or _in_socketpair():
        return True
    if event == "socket.sendmsg" and address is None:  # on a connection that was allowed to exist
        return True
    if event != "socket.bind" or not isinstance(address, tuple) or len(address) < 2:
        return False
    return address[0] in LOOPBACK and address[1] in _loopback_ports


def _let_socketpair_through() -> None:
    original = socket.socketpair

    def socketpair(*args: Any, **kwargs: Any) -> tuple[socket.socket, socket.socket]:
        _inside_socketpair.yes = True
        try:
            return original(*args, **kwargs)
        finally:
            _inside_socketpair.yes = False

    socket.socketpair = socketpair
