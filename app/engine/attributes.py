"""The attribute table: which facts hold one value at a time, several, or never change, and what people call them."""
# ruff: noqa: E501 (patterns and tables read better one a line)

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Cardinality = Literal["one", "many", "fixed"]  # one at a time / several at once / never changes


@dataclass(frozen=True, slots=True)
class Attribute:
    """`en` and `zh` are the names under which a question may ask for it, lower case."""

    name: str
    cardinality: Cardinality
    en: tuple[str, ...]
    zh: tuple[str, ...]


_TABLE = (
    Attribute("name", "one", ("name", "called", "who am i"), ("名字", "姓名", "叫什么")),
    Attribute("nickname", "one", ("nickname", "call me", "form of address"), ("小名", "昵称", "称呼", "外号")),
    Attribute("home", "one", ("home", "live", "living", "address", "city", "residence", "based"), ("住", "住在", "家", "城市", "住址", "居住")),
    Attribute("employer", "one", ("employer", "company", "work for", "workplace"), ("公司", "单位", "上班", "雇主", "东家")),
    Attribute("job", "one", ("job", "profession", "occupation", "work as", "do for a living"), ("工作", "职业", "做什么的", "岗位", "职位")),
    Attribute("age", "one", ("age", "old", "how old"), ("年龄", "几岁", "多大", "岁数")),
    Attribute("boss", "one", ("boss", "manager", "supervisor"), ("老板", "领导", "上司", "主管", "经理")),
    Attribute("partner", "one", ("partner", "husband", "wife", "spouse", "boyfriend", "girlfriend"), ("丈夫", "妻子", "老公", "老婆", "对象", "男朋友", "女朋友")),
    Attribute("marital_status", "one", ("marital status", "married", "single", "divorced"), ("婚姻", "结婚", "单身", "离婚")),
    Attribute("car", "one", ("car", "vehicle", "drive"), ("车", "汽车", "开什么车")),
    Attribute("weight", "one", ("weight", "weigh"), ("体重", "多重")),
    Attribute("height", "one", ("height", "tall"), ("身高", "多高")),
    Attribute("school", "one", ("school", "university", "college"), ("学校", "大学", "上学")),
    Attribute("diet", "one", ("diet", "vegetarian", "vegan"), ("饮食", "吃素", "素食")),
    Attribute("desk", "one", ("desk", "office", "seat"), ("工位", "办公室", "座位")),
    Attribute("budget", "one", ("budget",), ("预算", "经费")),
    Attribute("deadline", "one", ("deadline", "due date", "due", "cutoff"), ("截止日期", "截止时间", "期限", "截止", "最后期限", "交期")),
    Attribute("launch_date", "one", ("launch", "release date", "launch date", "go-live"), ("上线时间", "上线日期", "发布日期", "发布时间")),
    Attribute("start_date", "one", ("start date", "starts"), ("开始时间", "开工日期", "入职日期")),
    Attribute("price", "one", ("price", "cost", "fee"), ("价格", "费用", "报价", "学费")),
    Attribute("rent", "one", ("rent",), ("房租", "租金")),
    Attribute("salary", "one", ("salary", "pay", "wage"), ("工资", "薪水", "月薪", "年薪", "薪资")),
    Attribute("version", "one", ("version",), ("版本",)),
    Attribute("headcount", "one", ("headcount", "team size"), ("人数", "团队规模")),
    Attribute("meeting_time", "one", ("meeting", "standup", "stand-up", "appointment"), ("例会", "会议时间", "周会", "站会")),
    Attribute("birthday", "fixed", ("birthday", "birth date", "date of birth", "born on"), ("生日", "出生日期", "哪天出生")),
    Attribute("birthplace", "fixed", ("birthplace", "born in", "born"), ("出生地", "出生在", "哪里出生")),
    Attribute("hometown", "fixed", ("hometown", "grew up", "come from", "from"), ("老家", "家乡", "长大", "哪里人", "籍贯")),
    Attribute("native_language", "fixed", ("native language", "mother tongue"), ("母语",)),
    Attribute("blood_type", "fixed", ("blood type",), ("血型",)),
    Attribute("handedness", "fixed", ("left-handed", "right-handed", "handed"), ("左撇子", "惯用手")),
    Attribute("child", "many", ("child", "children", "kid", "kids", "son", "daughter"), ("孩子", "儿子", "女儿", "小孩")),
    Attribute("pet", "many", ("pet", "pets", "dog", "cat"), ("宠物", "狗", "猫")),
    Attribute("sibling", "many", ("brother", "sister", "siblings"), ("哥哥", "姐姐", "弟弟", "妹妹")),
    Attribute("allergy", "many", ("allergy", "allergic", "allergies"), ("过敏",)),
    Attribute("illness", "many", ("illness", "condition", "disease"), ("病", "疾病", "身体状况")),
    Attribute("language", "many", ("language", "languages", "speak"), ("语言", "会说", "会讲")),
    Attribute("instrument", "many", ("instrument", "play"), ("乐器",)),
    Attribute("teaches", "many", ("teach",), ("教",)),
    Attribute("knows", "many", ("know", "friends", "acquaintances"), ("认识", "朋友")),
    Attribute("learning", "many", ("learning", "studying"), ("在学", "学习")),
)  # fmt: skip

ATTRIBUTES: dict[str, Attribute] = {a.name: a for a in _TABLE}


def cardinality(attribute: str) -> Cardinality:
    """How many values it holds. Loose attributes ("my:locker") and favourites hold one at a time."""
    known = ATTRIBUTES.get(attribute)
    return known.cardinality if known else "one"
