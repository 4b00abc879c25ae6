"""API keys, access tokens, signed tokens and private keys by their published formats."""

from __future__ import annotations

import json
import re
from base64 import urlsafe_b64decode
from collections.abc import Iterator

from detect_secrets.plugins.github_token import GitHubTokenDetector
from detect_secrets.plugins.gitlab_token import GitLabTokenDetector
from detect_secrets.plugins.mailchimp import MailchimpDetector
from detect_secrets.plugins.pypi_token import PypiTokenDetector
from detect_secrets.plugins.sendgrid import SendGridDetector
from detect_secrets.plugins.square_oauth import SquareOAuthDetector
from detect_secrets.plugins.twilio import TwilioKeyDetector

from app.engine.redact.placeholders import is_placeholder
from app.engine.redact.spans import Span, before

# Formats that detect-secrets knows and that take linear time; the rest of its rules are replaced below.
_KNOWN = [
    (name, pattern.pattern)
    for name, detector in (
        ("github", GitHubTokenDetector),
        ("gitlab", GitLabTokenDetector),
        ("mailchimp", MailchimpDetector),
        ("pypi", PypiTokenDetector),
        ("sendgrid", SendGridDetector),
        ("square", SquareOAuthDetector),
        ("twilio", TwilioKeyDetector),
    )
    for pattern in detector.denylist
]
# (provider, format). Lengths follow the providers' pages and the rules of gitleaks and secretlint.
_FORMATS: list[tuple[str, str]] = [
    *_KNOWN,
    ("openai", r"sk-(?:proj|svcacct|admin|service|None)-[A-Za-z0-9_-]{20,250}"),
    ("openai", r"sk-[A-Za-z0-9]{20,64}"),
    ("anthropic", r"sk-ant-[a-z]{3,10}\d{2}-[A-Za-z0-9_-]{32,200}"),
    ("openrouter", r"sk-or-(?:v\d-)?[A-Za-z0-9]{32,80}"),
    ("langfuse", r"[sp]k-lf-[0-9a-f]{8}-[0-9a-f-]{20,40}"),
    ("generic_sk", r"sk-[A-Za-z0-9]{2,12}[-_][A-Za-z0-9_-]{24,200}"),
    ("aws", r"(?:A3T[A-Z0-9]|ABIA|ACCA|AKIA|ASIA|AROA|AIDA)[0-9A-Z]{16}"),
    ("github", r"ghs_\d{1,12}_eyJ[A-Za-z0-9_\-.]{50,2000}"),
    ("github", r"github_pat_[A-Za-z0-9_]{36,255}"),
    ("slack", r"xox[abporsc](?:-[A-Za-z0-9]{1,120}){2,8}"),
    ("slack", r"xapp-\d-[A-Z0-9]{8,20}-\d{8,20}(?:-[a-f0-9]{20,128}|[a-f0-9]{20,128})?"),
    ("slack", r"xoxe(?:\.xox[bp])?-\d-[A-Za-z0-9]{100,300}"),
    ("stripe", r"(?:sk|rk)_(?:live|test|prod)_[A-Za-z0-9]{24,250}"),
    ("stripe", r"whsec_[A-Za-z0-9+/]{24,80}"),
    ("google", r"AIza[A-Za-z0-9_\-]{35,40}"),
    ("google", r"ya29\.[A-Za-z0-9_\-]{30,300}"),
    ("google", r"GOCSPX-[A-Za-z0-9_\-]{24,40}"),
    ("google", r"1//0[A-Za-z0-9_\-]{40,120}"),
    ("telegram", r"\d{8,10}:[A-Za-z0-9_\-]{34,36}"),
    ("tencent", r"AKID[A-Za-z0-9]{32}"),
    ("alibaba", r"LTAI[A-Za-z0-9]{12,26}"),
    ("baidu", r"ALTAK-[A-Za-z0-9]{21}(?:/[a-f0-9]{32})?"),
    ("baidu", r"bce-v3/ALTAK-[A-Za-z0-9]{16,40}/[a-f0-9]{40}"),
    ("volcengine", r"AKLT[A-Za-z0-9+/=_\-]{40,80}"),
    ("zhipu", r"[a-f0-9]{32}\.[A-Za-z0-9]{16}"),
    ("jd", r"JDC_[A-Z0-9]{28,32}"),
    ("huggingface", r"(?:hf|api_org)_[A-Za-z]{34}"),
    ("groq", r"gsk_[A-Za-z0-9]{52}"),
    ("xai", r"xai-[A-Za-z0-9]{60,100}"),
    ("perplexity", r"pplx-[A-Za-z0-9]{32,60}"),
    ("replicate", r"r8_[A-Za-z0-9]{37,40}"),
    ("nvidia", r"nvapi-[A-Za-z0-9_\-]{50,80}"),
    ("fireworks", r"fw_[A-Za-z0-9]{22,40}"),
    ("tavily", r"tvly-(?:dev-|prod-)?[A-Za-z0-9]{28,40}"),
    ("langsmith", r"lsv2_(?:pt|sk)_[a-f0-9]{32}_[a-f0-9]{10}"),
    ("pinecone", r"pcsk_[A-Za-z0-9_]{40,90}"),
    ("elevenlabs", r"sk_[a-f0-9]{48}"),
    ("1password", r"ops_eyJ[A-Za-z0-9+/=_\-]{200,2000}"),
    ("1password", r"A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})-[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5}"),
    ("vault", r"hv[sbr]\.[A-Za-z0-9_\-]{90,300}"),
    ("terraform", r"[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9\-_=]{60,70}"),
    ("linear", r"lin_(?:api|oauth)_[A-Za-z0-9]{40,64}"),
    ("notion", r"(?:ntn_[0-9]{11}[A-Za-z0-9]{35}|secret_[A-Za-z0-9]{43})"),
    ("shopify", r"shp(?:ss|at|ca|pa)_[A-Za-z0-9]{32,40}"),
    ("vercel", r"vc[pirk]_[A-Za-z0-9]{40,60}|vca_[A-Za-z0-9]{40,60}"),
    ("npm", r"npm_[A-Za-z0-9]{36}"),
    ("rubygems", r"rubygems_[a-f0-9]{48}"),
    ("docker", r"dckr_(?:pat|oat)_[A-Za-z0-9_\-]{27,40}"),
    ("digitalocean", r"do[opr]_v1_[a-f0-9]{64}"),
    ("databricks", r"dapi[a-f0-9]{32}(?:-\d)?"),
    ("doppler", r"dp\.(?:pt|st|ct|sa|scim|audit)\.(?:[a-z0-9\-_]{2,35}\.)?[A-Za-z0-9]{40,44}"),
    ("grafana", r"gl(?:sa|c)_[A-Za-z0-9_+/=]{32,400}"),
    ("sendinblue", r"xkeysib-[a-f0-9]{64}-[A-Za-z0-9]{16}"),
    ("mailgun", r"key-[a-f0-9]{32}"),
    ("square", r"(?:sq0[a-z]{3}-[A-Za-z0-9_\-]{22,43}|EAAA[A-Za-z0-9_\-]{56,64})"),
    ("artifactory", r"AKC[a-zA-Z0-9]{10,80}|AP[\dABCDEF][a-zA-Z0-9]{8,80}"),
    ("atlassian", r"ATATT3[A-Za-z0-9_\-=]{150,250}|ATCTT3[A-Za-z0-9_\-=]{60,250}"),
    ("figma", r"figd_[A-Za-z0-9_\-]{36,60}"),
    ("supabase", r"sb[ps]_(?:secret_)?[A-Za-z0-9_\-]{30,60}"),
    ("planetscale", r"pscale_(?:tkn|oauth|pw)_[A-Za-z0-9=_.\-]{32,64}"),
    ("postman", r"PMAK-[a-f0-9]{24}-[a-f0-9]{34}"),
    ("pulumi", r"pul-[a-f0-9]{40}"),
    ("newrelic", r"NRAK-[A-Z0-9]{27}|NRJS-[a-f0-9]{19}|NRII-[A-Za-z0-9-]{32}"),
    ("sentry", r"sntry[su]_[A-Za-z0-9+/=_\-]{40,250}"),
    ("airtable", r"pat[A-Za-z0-9]{14}\.[a-f0-9]{64}"),
    ("mapbox", r"[sp]k\.eyJ[A-Za-z0-9_\-]{40,120}\.[A-Za-z0-9_\-]{20,30}"),
    ("netlify", r"nfp_[A-Za-z0-9]{36,60}"),
    ("fly", r"fo1_[A-Za-z0-9_\-]{43}|fm[12][ar]?_[A-Za-z0-9+/=]{100,500}"),
    ("heroku", r"HRKU-[A-Za-z0-9_\-]{36,64}"),
    ("dynatrace", r"dt0[a-z]\d{2}\.[A-Z0-9]{24}\.[A-Z0-9]{64}"),
    ("easypost", r"EZ[AT]K[A-Za-z0-9]{54}"),
    ("typeform", r"tfp_[A-Za-z0-9_\-.=]{44,60}"),
    ("facebook", r"EAA[A-Z][A-Za-z0-9]{80,250}"),
    ("twitter", r"A{22}[A-Za-z0-9%]{80,100}"),
    ("contentful", r"CFPAT-[A-Za-z0-9_\-]{43}"),
    ("azure", r"[A-Za-z0-9_~.\-]{3}\dQ~[A-Za-z0-9_~.\-]{31,34}"),
    ("age", r"AGE-SECRET-KEY-1[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58}"),
    ("tailscale", r"tskey-[a-z]{3,8}-[A-Za-z0-9]{10,24}-[A-Za-z0-9]{20,40}"),
    ("cloudflare", r"cf(?:ut|at|k)_[A-Za-z0-9]{40}[a-f0-9]{8}"),
    ("discord", r"[MNOA][A-Za-z\d_-]{23,25}\.[A-Za-z\d_-]{6}\.[A-Za-z\d_-]{27,40}"),
    ("cloudflare", r"v1\.0-[a-f0-9]{24}-[a-f0-9]{146}"),
    ("adafruit", r"aio_[A-Za-z0-9]{28}"),
    ("nuget", r"oy2[a-z0-9]{43}"),
    ("clojars", r"CLOJARS_[a-z0-9]{60}"),
    ("flutterwave", r"FLWSECK(?:_TEST)?-[a-h0-9]{32,40}(?:-X)?"),
    ("razorpay", r"rzp_(?:live|test)_[A-Za-z0-9]{14,24}"),
    ("wakatime", r"waka_[0-9a-f]{8}-[0-9a-f-]{27}"),
    ("buildkite", r"bkua_[a-z0-9]{40}"),
    ("circleci", r"CCIPAT_[A-Za-z0-9]{22}_[a-f0-9]{40}"),
    ("confluent", r"cflt[A-Za-z0-9+/]{50,70}"),
    ("prefect", r"pn[ub]_[A-Za-z0-9]{36}"),
    ("readme", r"rdme_[a-z0-9]{70}"),
    ("scaleway", r"SCW[A-Z0-9]{17}"),
    ("cohere_or_plain", r"co_[A-Za-z0-9]{40}"),
]  # fmt: skip
# Letters before a format are part of another word; a Chinese character or the word "key" is not.
_KEYS = re.compile(
    r"(?:(?<![A-Za-z0-9\-])(?<![A-Za-z0-9]_)|(?<=[Kk]ey)|(?<=KEY)|(?<=[Tt]oken)|(?<=TOKEN)|(?<=[Ss]ecret)"
    r"|(?<=[Kk]ey_)|(?<=KEY_)|(?<=oken_))(?:"
    + "|".join(f"(?P<k{i}>{fmt})" for i, (_, fmt) in enumerate(_FORMATS))
    + r")(?![A-Za-z0-9_]"
    r"|-[A-Za-z0-9])"
)
_TOKENISH = re.compile(r"[A-Za-z0-9_\-./+]{10}")
_WEBHOOKS = re.compile(
    r"https://hooks\.slack\.com/(?:services|workflows|triggers)/(?P<slack>[A-Za-z0-9_/]{8,120})|https://(?:canary\."
    r"|ptb\.)?discord(?:app)?\.com/api/webhooks/(?P<discord>\d{15,20}/[A-Za-z0-9_\-]{50,90})"
    r"|https://oapi\.dingtalk\.com/robot/send\?access_token=(?P<dingtalk>[a-f0-9]{40,80})"
    r"|https://qyapi\.weixin\.qq\.com/cgi-bin/webhook/send\?key=(?P<wecom>[a-f0-9\-]{36})|https://open\.(?:feishu"
    r"|larksuite)\.c(?:n|om)/open-apis/bot/v2/hook/(?P<feishu>[a-f0-9\-]{36})"
    r"|https://[a-z0-9\-]{1,63}\.webhook\.office\.com/webhookb2/(?P<teams>[A-Za-z0-9@\-/]{40,200})"
    r"|https://sctapi\.ftqq\.com/(?P<serverchan>SCT[A-Za-z0-9]{20,60})"
)


def find_keys(text: str) -> Iterator[Span]:
    """Keys and tokens whose format names their provider."""
    if not _TOKENISH.search(text):
        return
    for match in _KEYS.finditer(text):
        provider = _FORMATS[int((match.lastgroup or "k0")[1:])][0]
        value = match.group()
        if _is_filler(value, provider):
            continue
        yield Span("API_KEY", match.start(), match.end(), 0.95, f"key/{provider}")
    if "https://" in text:
        for match in _WEBHOOKS.finditer(text):
            name = match.lastgroup or ""
            yield Span("API_KEY", match.start(name), match.end(name), 0.95, f"webhook/{name}")


def _is_filler(value: str, provider: str) -> bool:
    if provider in (
        "huggingface",
        "artifactory",
        "twilio",
        "stripe",
        "npm",
    ):  # their prefixes are believed, save for xxxx after ghp_
        return provider == "stripe" and value.startswith("pk_")
    body = re.split(r"[_\-]", value, maxsplit=1)[-1]
    return len(set(body)) <= 2 and provider not in ("aws",)


_JWT = re.compile(
    r"(?<![A-Za-z0-9_\-])eyJ[A-Za-z0-9_\-=]{8,4000}\.[A-Za-z0-9_\-=]{8,8000}(?:\.[A-Za-z0-9_\-+/=]{0,2000})?"
    r"(?:\.[A-Za-z0-9_\-]{1,2000}){0,2}"
)


def find_jwts(text: str) -> Iterator[Span]:
    """JSON web tokens: a header that decodes to JSON with an algorithm (RFC 7519)."""
    if "eyJ" not in text:
        return
    for match in _JWT.finditer(text):
        header, *rest = match.group().split(".")
        if not _decodes(header, "alg"):
            continue
        if len(rest) == 1 and not _decodes(rest[0], ""):
            continue
        end = match.end() - (match.group().endswith(".") and len(rest) > 2)
        yield Span("JWT", match.start(), end, 0.97, "jwt")


def _decodes(part: str, key: str) -> bool:
    try:
        value = json.loads(urlsafe_b64decode(part.rstrip("=") + "=" * (-len(part.rstrip("=")) % 4)).decode("utf-8"))
    except ValueError:
        return False
    return isinstance(value, dict) and (not key or key in value)


_BEGIN = re.compile(r"-{2,5} ?BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)? ?-{2,5}|PuTTY-User-Key-File-\d")
_END = re.compile(r"-{2,5} ?END (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)? ?-{2,5}|Private-MAC: [0-9a-f]{16,128}")
_REST = re.compile(
    r"(?:[ \t]*(?:\\n|\\r|\r?\n)?[ \t]*[A-Za-z0-9+/=]{24,}=*)*(?:[ \t]*(?:\\n|\\r"
    r"|\r?\n)[ \t]*[A-Za-z0-9+/]{1,23}={0,2}(?=\s*$|\\n))?"
)


def find_private_keys(text: str) -> Iterator[Span]:
    """PEM, OpenSSH, PGP and PuTTY private keys, also escaped in JSON or cut off before the end line."""
    if "PRIVATE KEY" not in text and "PuTTY" not in text:
        return
    begins, ends = list(_BEGIN.finditer(text)), list(_END.finditer(text))
    last, done = 0, 0
    for i, begin in enumerate(begins):
        if begin.start() < done:
            continue
        while last < len(ends) and ends[last].start() < begin.end():
            last += 1
        end_line = ends[last] if last < len(ends) else None
        following = begins[i + 1].start() if i + 1 < len(begins) else len(text)
        if end_line and (end_line.start() < following or text.startswith("PuTTY", begin.start())):
            done = end_line.end()
            body = re.sub(r"\\n|\s", "", text[begin.end() : end_line.start()])
            if _STAND_IN.fullmatch(body):
                continue
        else:
            done = _end_of_body(text, begin.end())
            if done == begin.end():
                continue
        yield Span("PRIVATE_KEY", begin.start(), done, 1.0, "private_key/pem")


_STAND_IN = re.compile(r"[x*.…X\-]{0,200}|<[^>]{0,80}>|\$?\{[^}]{0,80}\}")
_NEXT_LINE = re.compile(r"[ \t]*\r?\n[^\n]{1,200}")


def _end_of_body(text: str, at: int) -> int:
    """Where the lines of a key without its end line stop; the next line, whatever it is, is taken for its body."""
    rest = _REST.match(text, at)
    if rest and rest.end() > at:
        return rest.end()
    line = _NEXT_LINE.match(text, at)
    return line.end() if line and "BEGIN" not in line.group() else at


_SECRET_40 = re.compile(r"(?<![A-Za-z0-9/+=])[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=])")


def find_aws_secrets(text: str) -> Iterator[Span]:
    """AWS secret access keys: 40 base64 characters near the word or near an access key id."""
    for match in _SECRET_40.finditer(text):
        value = match.group()
        near = before(text, match.start(), 80)
        if re.fullmatch(r"[0-9a-fA-F]{40}", value) or not any(c.isdigit() for c in value) or is_placeholder(value):
            continue
        if re.search(r"aws|secret|amazon|(?:AKIA|ASIA)[A-Z0-9]{16}", near, re.IGNORECASE):
            yield Span("API_KEY", match.start(), match.end(), 0.9, "key/aws_secret")
