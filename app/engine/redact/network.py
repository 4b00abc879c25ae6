"""Mail addresses, public IP addresses, MAC addresses, and logins inside addresses."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterator

from app.engine.redact.placeholders import is_placeholder
from app.engine.redact.spans import Span, after, before

_LOCAL = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~\-]"
_MAIL = re.compile(
    rf"(?<![A-Za-z0-9.!#$%&*+/=?^_`{{|}}~\-])({_LOCAL}{{1,64}}(?:\.{_LOCAL}{{1,64}}){{0,8}})[ ]?@[ ]?"
    r"((?:[A-Za-z0-9\u00c0-\u024f](?:[A-Za-z0-9\u00c0-\u024f\-]{0,61}[A-Za-z0-9\u00c0-\u024f])?\.){1,8}"
    r"(?:xn--[A-Za-z0-9\-]{2,59}|[A-Za-z]{2,24}))(?![A-Za-z0-9_\-]|\.[A-Za-z0-9])"
)
_MAIL_HAN = re.compile(
    rf"(?<![A-Za-z0-9.+_\-])({_LOCAL}{{1,64}}(?:\.{_LOCAL}{{1,64}}){{0,8}})@([\u4e00-\u9fffA-Za-z0-9\-]{{1,30}}\."
    rf"(?:中国|中國|公司|网络|網絡|网址|在线|香港|台湾|台灣))"
)
_MAIL_SPOKEN = re.compile(
    r"(?<![A-Za-z0-9._+\-])([A-Za-z0-9][A-Za-z0-9._+\-]{0,63})[ ]?(?:\[at\]|\(at\)|\{at\}|<at>|[ ]at[ ]|艾特"
    r"|#(?=[A-Za-z0-9]{1,20}\.(?:com|cn|net|org)))[ ]?([A-Za-z0-9\-]{1,63}(?:[ ]?(?:\[dot\]|\(dot\)|\{dot\}|<dot>"
    r"|[ ]dot[ ]|\.)[ ]?[A-Za-z0-9\-]{2,63}){1,4})(?![A-Za-z0-9])",
    re.IGNORECASE,
)
_ENDINGS = (
    "png jpg jpeg gif svg webp pdf ico bmp tiff css js ts tsx jsx json yaml yml toml lock map html htm txt md zip"
    " gz tgz"
)
_FILE_ENDINGS = frozenset(_ENDINGS.split())


def find_mails(text: str) -> Iterator[Span]:
    if "@" in text:
        for match in (*_MAIL.finditer(text), *_MAIL_HAN.finditer(text)):
            local, domain = match.groups()
            ending = domain.rsplit(".", 1)[-1].lower()
            if ending in _FILE_ENDINGS or (
                " " in match.group() and (" @" not in match.group() or "@ " not in match.group())
            ):
                continue
            if re.search(r"://[^\s/?#]{0,128}$", before(text, match.start(), 140)):
                continue  # user and host of a link
            if local == "git" and after(text, match.end(), 1) in (":", "/"):
                continue
            start = match.start()
            # A key before the address ("mailto=a@b.c", "'a@b.c'") is not part of it.
            start += max(max(local.rfind(c) for c in "=/`{|"), 0 if local[0] == "'" else -1) + 1
            if start < match.start(2) - 1:
                yield Span("EMAIL", start, match.end(), 0.95, "email")
    if re.search(r"at\b|艾特|#", text, re.IGNORECASE):
        for match in _MAIL_SPOKEN.finditer(text):
            bracketed = re.search(r"[\[({<]at[\])}>]|艾特|#", match.group(), re.IGNORECASE)
            dotted = re.search(r"[\[({< ]dot[\])}> ]", match.group(), re.IGNORECASE)
            if bracketed or dotted:
                yield Span("EMAIL", match.start(), match.end(), 0.7, "email/spoken")


_IPV4 = re.compile(
    r"(?<![\w.\-])(?<!\d\.)(?:\d{1,3}\.){3}\d{1,3}(?![\w]|\.\d|-\d)"
    r"|(?<=[\u4e00-\u9fff])(?:\d{1,3}\.){3}\d{1,3}(?![A-Za-z0-9_]|\.\d|-\d)"
    r"|(?<![\w.\-])(?:\d{1,3}\.){3}\d{1,3}(?=[\u4e00-\u9fff])|(?:(?<=IP)"
    r"|(?<=ip))(?:\d{1,3}\.){3}\d{1,3}(?![A-Za-z0-9_]|\.\d|-\d)"
)
_HOME = [
    ipaddress.ip_network(n)
    for n in (
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.168.0.0/16",
        "224.0.0.0/3", "::/127", "fe80::/10", "fc00::/7", "ff00::/8",
    )
]  # fmt: skip
_VERSION = re.compile(
    r"(?:(?<![A-Za-z])(?:v|ver|version|versions|release|released|build|upgrade[ds]? to|update[ds]? to|updated?"
    r"|upgraded?|downgraded? to|firmware|kernel|driver|chrome|firefox|edge|safari|sdk|app|ios|android|windows"
    r"|section|sec\.|chapter|clause|rfc|figure|table|step|paragraph|rule)|版本号?|升级到?|升級到?|更新到?|降级到?"
    r"|固件|驱动|補丁|补丁|章节|第|条款|微信|支付宝|[Vv])[ \t]*[:：=]?[ \t]*[vV]?$",
    re.IGNORECASE,
)
_FROM = re.compile(r"(?<![A-Za-z])from[ \t]*$", re.IGNORECASE)  # "upgraded from 4.2.1.3"
_VERSION_AFTER = re.compile(
    r"[ \t]*(?:build|版本?|version|release|release notes|\(build|更新|升级|beta|alpha|rc\d|以上|以下的版本)",
    re.IGNORECASE,
)
_ADDRESS_WORD = re.compile(
    r"\bip\b|ipv4|server|host|address|dns|ping|ssh|node|gateway|router|proxy|vpn|remote|client|addr|curl|地址"
    r"|服务器|伺服器|主机|主機|网关|外网|公网|IP",
    re.IGNORECASE | re.ASCII,
)


def _public(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bool:
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return not any((mapped or address).version == net.version and (mapped or address) in net for net in _HOME)


_CALLED_IP = re.compile(r"\bip\b|地址", re.IGNORECASE | re.ASCII)
_WORD_BEFORE = re.compile(r"[A-Za-z\u4e00-\u9fff][ \t]*$")
_PREFIX = re.compile(r"/\d{1,3}(?!\d)")


def _with_prefix(text: str, end: int) -> int:
    """The address with its prefix length: 203.0.113.0/24."""
    prefix = _PREFIX.match(text, end)
    return prefix.end() if prefix else end


def find_ips(text: str) -> Iterator[Span]:
    """Public IPv4 and IPv6 addresses; addresses of the home network, loopback and versions stay."""
    for match in _IPV4.finditer(text):
        start, end = match.span()
        octets = match.group().split(".")
        if any(int(o) > 255 or (len(o) > 1 and o[0] == "0") for o in octets):
            continue
        left, right = before(text, start, 24), after(text, end, 12)
        named = _ADDRESS_WORD.search(before(text, start, 40)) is not None
        if _VERSION_AFTER.match(right) or (_VERSION.search(left) and not _CALLED_IP.search(left)):
            continue
        small = max(map(int, octets)) < 32  # "Word 4.2.1.3" without any talk of addresses is a version or a section
        if small and _FROM.search(left) and not _CALLED_IP.search(left):
            continue
        if small and not named and _WORD_BEFORE.search(left) and not re.match(r":\d|/\d|@", right):
            continue
        if _public(ipaddress.ip_address(match.group())):
            yield Span("IP", start, _with_prefix(text, end), 0.8, "ip/v4")
    if text.count(":") > 1:
        yield from _ipv6(text)


_IPV6 = re.compile(r"(?<![A-Za-z0-9_.])(?<![0-9A-Fa-f:]:)[0-9A-Fa-f:]{2,45}(?:\.\d{1,3}){0,3}(?![A-Za-z0-9_:]|\.\d)")


def _ipv6(text: str) -> Iterator[Span]:
    for match in _IPV6.finditer(text):
        start, value = match.start(), match.group()
        if value[0] == ":" and value[:2] != "::":  # the colon of a label: "IP:2409:8a00::1"
            start, value = start + 1, value[1:]
        if value.count(":") < 2 or not any(c.isdigit() for c in value):
            continue
        if value.endswith(":") and not value.endswith("::"):
            value = value[:-1]
        try:
            address = ipaddress.IPv6Address(value)
        except ValueError:
            continue
        end = start + len(value)
        filled = [g for g in value.split(":") if g]
        believed = (
            len(filled) >= 3
            or "." in value
            or (len(filled) == 2 and (len(filled[0]) == 4 or _ADDRESS_WORD.search(before(text, start, 40))))
            or (len(filled) == 1 and len(filled[0]) == 4 and _PREFIX.match(text, end))
        )
        if believed and _public(address):
            yield Span("IP", start, _with_prefix(text, end), 0.85, "ip/v6")


_MAC = re.compile(
    r"(?<![A-Za-z0-9\-])(?<![0-9A-Fa-f:]:)(?:[0-9A-Fa-f]{2}(?::[0-9A-Fa-f]{2}){5}|[0-9A-Fa-f]{2}(?:-[0-9A-Fa-f]{2}){5}"
    r"|[0-9A-Fa-f]{4}(?:\.[0-9A-Fa-f]{4}){2})(?![A-Za-z0-9]|[:\-][0-9A-Fa-f])"
)


def find_macs(text: str) -> Iterator[Span]:
    for match in _MAC.finditer(text):
        digits = re.sub(r"[^0-9A-Fa-f]", "", match.group()).lower()
        dotted = "." in match.group()
        if len(set(digits)) > 1 and not (
            dotted and digits.isdigit() and "mac" not in before(text, match.start(), 24).lower()
        ):
            yield Span("MAC", match.start(), match.end(), 0.8, "mac")


_URL_LOGIN = re.compile(
    r"(?<![A-Za-z0-9+.\-])([A-Za-z][A-Za-z0-9+.\-]{1,30})://([^\s/?#@:\"'<>]{0,128}):([^\s/\"'<>]{1,256}?)@"
    r"(?=[A-Za-z0-9\[\u4e00-\u9fff_$\-.]{1,255})(?![^\s/?#@\"'<>]{0,255}@)"
)
_WEB = frozenset(
    {
        "http",
        "https",
        "ftp",
        "ftps",
        "sftp",
        "ssh",
        "git",
        "git+https",
        "git+ssh",
        "ws",
        "wss",
        "smb",
        "rtsp",
        "socks5",
        "socks5h",
        "svn",
        "vnc",
        "rdp",
        "dav",
        "webdav",
        "davs",
    }
)


def find_url_logins(text: str) -> Iterator[Span]:
    """`user:password` in web addresses, the password alone in addresses of databases and queues."""
    if "://" not in text:
        return
    for match in _URL_LOGIN.finditer(text):
        scheme, user, secret = match[1].lower(), match[2], match[3]
        if user == secret or (
            is_placeholder(secret, code=True) and secret.lower() not in ("password", "pass", "secret")
        ):
            continue
        if scheme in _WEB and user:
            yield Span("URL_CREDENTIAL", match.start(2), match.end(3), 0.9, "url/login")
        else:
            yield Span("PASSWORD", match.start(3), match.end(3), 0.9, "url/password")
