"""What kind of utterance a statement is: told, asked, supposed, ordered, greeted. By rules, before any model."""
# ruff: noqa: E501 (patterns and tables read better one a line)

from __future__ import annotations

import re
from typing import Literal

Kind = Literal[
    "statement", "question", "hypothetical", "request", "small_talk", "remember", "forget", "standing", "empty"
]

_I = re.I | re.S
_GREETING = re.compile(
    r"^\W*(?:(?:hey|hi|hello|hiya|yo|good (?:morning|evening|afternoon|night)|bye|goodbye|see you|cya|cheers|thanks?|thank you|thx|ty|ok|okay|"
    r"k|sure|yes|yeah|yep|yup|no|nope|nah|right|correct|exactly|cool|nice|great|awesome|perfect|wow|lol|haha+|hehe+|hm+|hmm+|ah+|oh+|well|"
    r"got it|i see|understood|sounds good|fine|alright|all right|of course|never ?mind|no problem|you're welcome|welcome|go on|continue|"
    r"not sure|maybe|let me think|one (?:sec|moment)|so much|a lot|again|everyone|there|all|then|good|very|friend|that(?:'s| is) (?:funny|great|nice|"
    r"cool|true|right|it|all|fine)|i'm back|brb|please do|please|and|for (?:your|the|all) (?:help|advice|suggestions?|tips?))\b[\s,.!?~]*)+$",
    _I,
)
_ZH_GREETING = re.compile(
    r"^(?:你好|您好|早上好|早安|早|晚安|晚上好|下午好|中午好|嗨|哈喽|hello|hi|再见|拜拜?|谢谢|多谢|感谢|谢啦|辛苦了|好的?|好吧|好呀|行|嗯+|哦+|噢|啊+|"
    r"哈+|嘿+|呵+|哇+|对|是的?|没错|可以|收到|明白|了解|知道了|我知道了|不客气|没事|没问题|不错|真棒|太好了|太棒了|当然|继续|真的|确实|听起来不错|"
    r"太好笑了|我想想|不太确定|再说一遍|呀|啦|了|吧|呢|你|大家|朋友|您|老板|非常|很|的|哎|唉|ok|okay|[\s，,。.！!~～、])+$",
    _I,
)
_WEATHER = re.compile(
    r"^\W*(?:what a\b|it'?s (?:so |really |very |too )?(?:hot|cold|raining|snowing|windy|sunny|nice out)|nice weather|(?:the )?weather\b|it'?s .{0,12}\b"
    r"(?:today|outside)\W*$)|^(?:今天|外面|最近|这两天)?(?:天气|风|雨|太阳)?(?:真|好|太|又|很|非常)?(?:热|冷|好|大|晒|下雨|下雪|闷)[了啊呀的]*[!！。]*$"
    r"|^(?:今天|又|外面)(?:下雨|下雪|刮风|风好大|好热|好冷)",
    _I,
)
_EN_QUESTION = re.compile(
    r"^\W*(?:(?:so|and|but|ok|okay|well|hey|hi|hello|also|then|wait|hmm?|oh|please|sorry|quick question|by the way|btw)\W+)*"
    r"(?:(?:what|how|where|when|who|why)(?! (?:I|we|my|our|he|she|they)\b)(?!(?<=when) you\b)|what's|whats|how's|which|where's|when's|who's|whose|why's|"
    r"can|could|would|(?:will|may|might|am)(?= (?:i|we|you|it|he|she|they|the|this|that|there|my|your)\b)|do|does|did|is|are|was|were|"
    r"should|shall|have you|has|any (?:idea|tips?|other|advice|suggestions?)|isn't|aren't|don't you|doesn't|didn't|won't|wouldn't|couldn't)\b",
    _I,
)
_EN_WONDERING = re.compile(
    r"\b(?:i(?:'m| am| was|'ve been)? (?:just |also |still )?(?:wonder(?:ing)?|curious)\b|i(?:'d| would) (?:like|love) to (?:know|ask|hear|learn)\b|just wondering|"
    r"do you (?:have|know|think)\b|can you\b|could you\b|would you\b)",
    _I,
)
_ZH_QUESTION = re.compile(
    r"[?？]\s*[”」\"')）]*$|(?:吗|么|呢)[。!！~～\s]*$|^(?:请问|为什么|为啥|怎么|如何|什么|哪[里儿个些位]?|谁|几点|多少|问下|问一下|想问|我想问|能不能|可不可以|"
    r"有没有|是不是|你(?:知道|觉得|认为|会|能|有没有))|(?:是什么|怎么办|怎么样|为什么.{0,12}|几点了|多少钱|谁赢了|了没有?|[啥什]么?意思|怎么说|咋办|咋样|"
    r"(?:等于|是|合|要|有)(?:多少|几)\w{0,4}|(?:吃|干|做|买|选)(?:啥|什么)好?|(\w)好?还是\w{1,3}(?:好|呢))[。!！\s]*$|^\w{0,4}哪[一]?[条座种位家本部只款](?![\w，]*(?:都|也))"
)
# "I don't know what to do after school" tells something: a question word alone makes no question
_ZH_TOLD = re.compile(
    r"(?:知道|明白|了解|清楚|想通)了?(?:为什么|怎么)|^(?!.*[?？]).*我.*(?:不知道|不清楚|没想好|忘了)(?!.*(?:吗|呢)$)"
)
_HYPOTHETICAL = re.compile(
    r"^\W*(?:what if|imagine|suppose|supposing|let'?s say|say i\b|hypothetically|if i (?:were|was|had|could|get|got|ever|move|moved|bought|buy|quit|"
    r"take|took|start|started|adopt|adopted)\b)|\bhypothetically\b|\bi wish i\b|\bif only i\b|\bwould it make sense\b|"
    r"^\W*(?:maybe|perhaps) (?:i|we) (?:should|could|might)\b|^\W*i (?:might|may|could) (?:as well )?(?:be|try|check|do|get|buy|move|go)\b.*\bsomeday\b|"
    r"^\W*if (?:i|we)\b.*(?:\b(?:would|could|might)|\b(?:i|we)['’]d)\b|\bi would(?:n't)? (?:\w+ ){0,4}if i\b",
    _I,
)
_ZH_HYPOTHETICAL = re.compile(
    r"^(?:如果|假如|要是|假设|假使|倘若|万一|设想|想象一下|比方说)(?!.{0,12}(?:以后|请|就不要|就叫我|就用))|(?:如果|假如|要是)我.*(?:会不会|就好了|怎么样|怎样|的话)|"
    r"^(?:也许|或许|说不定)我(?:应该|可以|会)|我要是.*(?:就好了|会|多好)"
)
_EN_REQUEST = re.compile(
    r"^\W*(?:(?:so|and|but|ok|okay|well|hey|hi|hello|also|then|now|just|please|kindly|next|first|great|thanks|perfect|cool|pls|quickly)\W+)*"
    r"(?:write|print|explain|translate|summari[sz]e|show|give|tell|list|make|create|generate|fix|debug|refactor|compute|calculate|convert|find|search|look up|"
    r"look for|pull|fetch|get me|send|draft|rewrite|rephrase|proofread|edit|shorten|expand|compare|describe|define|suggest|recommend|help|check|"
    r"analy[sz]e|review|play|open|run|add|sort|count|name|pick|choose|design|outline|brainstorm|plan me|continue|repeat|respond|reply|answer|act as|"
    r"pretend|solve|read|book me|order me|set|schedule|turn|remove|delete|replace|format|implement|test|walk me|teach|reorganize|provide|elaborate|"
    r"change|use|keep going|try again|simplify|paraphrase|correct|complete|call|text|email|download|export|put|prepare|quiz|rank|rate|spell|visualize|plot|"
    r"i need (?:you|your help|help|a|an|some|ideas|the)|i want you to|i'd like you to|i would like you to|let's (?:see|try|start|continue|go|do))\b",
    _I,
)
_EN_SEEKING = re.compile(
    r"\b(?:i(?:'m| am) (?:also |still |just |really )?(?:looking for|trying to (?:find|decide|figure|understand))|i(?:'d| would) (?:also )?(?:like|love) "
    r"(?:to get )?(?:some|a few|your|help|more|an?)\b|(?:was|is|were) wondering|could use (?:some|a bit of) (?:help|advice|tips))",
    _I,
)
_ZH_REQUEST = re.compile(
    r"^(?:(?:请你?|麻烦你?|那|你|再|好的?|嗯|现在|先|接着|然后|能|可以|劳烦)[，,、\s]*)*(?:帮我|帮忙|给我|替我|写一?[首个篇段份封]|翻译|把.{1,30}(?:翻译|改成|换成|列|整理|总结|"
    r"删|发给|写成|缩短)|总结一?下|解释一?下|讲[个一]|推荐|介绍一?下|列[出个一]|生成|计算|算一?下|查一?下|查查|找一?下|找找|改一?下|修改|润色|打印|画[一个张]|"
    r"说说|告诉我|看看|分析|比较|对比|举个?例|继续|重写|续写|扮演|假装|调出|拉一?下|导出|运行|打开|播放|检查|校对(?!由|和|的|归)|背一?首|排个?序|起个?名|想[一个几]|编[一个]|做[一个份张]|再短|再长)|"
    r"我想让你|我需要你|我要你(?:帮|给|写)|^(?:给|跟|替我给)(?!我).{1,10}(?:写|发|打|寄|说)(?:一)?(?:[封条个份]|一声)(?!.*了)"
)
_FIRST_ZH = re.compile("我|咱")
_EN_REMEMBER = re.compile(
    r"^\W*(?:(?:please|ok|okay|hey|and|also|but|oh|so|can you|could you|would you|will you|keepsake|i(?:'d like| want) you to|you should|always)\W+)*"
    r"(?:remember|memorize|memorise|keep in mind|note down|make a note|note|take note|don'?t forget|do not forget|save (?:this|that)|never forget)\b"
    r"(?! (?:when|how (?:we|you|i)|the (?:time|days?)\b|me\?|what|if|who|where|why))"
    r"\s*(?:that\b|this\b|also\b|please\b|of\b|down\b|for (?:me|later)\b|it\b)*\s*[:,，：-]?\s*",
    _I,
)
_ZH_REMEMBER = re.compile(
    r"^(?:(?:请|麻烦|你|帮我|帮忙|给我|要|也|还有|另外|对了|一定要|千万|再|好|那|以后)[，,、\s]*)*(?:记住|记一下|记下来?|记着|记得|记好|记录一?下|别忘了?|不要忘记?了?|牢记)"
    r"(?!.{0,10}(?:吗|么|不)[?？]?$)(?:了|啊|哦|一下|这个|这点|这件事|这句话)?\s*[:：,，]?\s*"
)
_ZH_REMEMBER_INNER = re.compile(
    r"[，,。；;]\s*(?:还有|另外|并且?|同时|然后|以及)?[，,]?(?:也|再)?(?:请|麻烦)?(?:你)?(?:帮我|给我|替我)?(?:也|再)?(?:记住|记一下|记下来?|记着)(?:这个|这点|一下)?[:：,，]?\s*"
)
_EN_REMEMBER_INNER = re.compile(
    r"[,.;]\s*(?:(?:and|also|then|oh|plus|but)\s+)*(?:please )?(?:remember|note)\b(?: that| this)?[:,]?\s*(?=\w)"
    r"|(?<=\w)\s+and (?:also )?(?:please )?remember (?:that\b:?\s*|(?=(?:I|I'm|I've|my|we|our)\b))",
    re.I,
)
_EN_REMIND = re.compile(
    r"^\W*(?:(?:please|hey|ok|and|also|can you|could you)\W+)*remind me\b\s*(?:that|about|of)?\s*[:,]?\s*", _I
)
_ZH_REMIND = re.compile(r"^(?:请|麻烦|到时候?|记得|你|帮我)*提醒我?一?下?[我]?[:：,，]?\s*")
_FORGET = re.compile(
    r"^\W*(?:(?:please|ok|okay|can you|could you)\W+)*(?:forget|erase|delete|drop|scratch|disregard) (?:that|this|it|the last|what i|everything|about|all|my)\b",
    _I,
)
_ZH_FORGET = re.compile(
    r"^(?:请|麻烦|你|把)*(?:忘掉|忘了吧|忘记(?:刚才|我|这)|忘了(?:刚才|这个|那个|它|我|上一条)|删掉(?:刚才|这条|那条|记忆)|别记(?:了|这个|这条))"
)
_STANDING = re.compile(
    r"\b(?:from now on|in (?:the )?future|going forward|from here on|henceforth|whenever (?:i|you)|every time (?:i|you)|each time (?:i|you)|always (?:answer|reply|call|use|write|"
    r"respond|give|send|speak|address|show|explain|keep|include|add)|never (?:call|use|write|send|answer|reply|suggest|say|mention|add|include)|"
    r"(?:don'?t|do not|stop) (?:ever )?(?:call me|use|using|send me|sending|writ|answer in|reply in|start(?:ing)? (?:your )?(?:answers|replies|every)|apologi|suggest|recommend|"
    r"mention|explain|lectur|end(?:ing)? )|"
    r"(?:please )?(?:call|address) me\b|as (?:always|usual)|by default|(?:answer|reply|respond|write|speak|talk) (?:to me )?(?:in|briefly|shorter|more)\b.{0,40}"
    r"(?:always|from now|in future|please)|^\W*when(?:ever)? (?:you|i)\b[^,]{3,40}(?:, | )(?:don'?t|do not|please|always|never|say|use|give|keep|tell|skip|start|add|include|be)\b|"
    r"^\W*(?:use|be|speak|talk) .{2,30} with me\b|\bi(?:'d like| want| would like| need) you to (?:be|\w+ (?:with )?(?:me|more|less))\b.*\b(?:more|less|often|honest|direct|shorter|blunt)\b|"
    r"^\W*explain (?:things|everything|stuff) to me\b)",
    _I,
)
_ZH_STANDING = re.compile(
    r"(?:以后|今后|从现在(?:起|开始)|往后|从今往后|每次|一律|默认|总是要|永远(?:不要|别))|^(?:请)?(?:你)?(?:别再?|不要再?)(?:用|叫|发|给我|说|提|加|写|跟我|对我|道歉|推荐|解释)|^(?:请)?(?:你)?(?:叫我|称呼我|用.{1,8}(?:回答|回复|称呼)我?)"
    r"|^(?:你)?(?:的)?(?:回答|回复|答复|答案|写总结)(?:问题)?(?:我)?(?:的时候|的结尾|的开头|时|里)?(?:请|都)?(?:别|不要|尽量|最多|控制)"
    r"|^(?:你)?(?:在)?(?:给我|跟我|帮我|替我)?(?:解释|推荐|回答|说话|写|讲|列)\w{0,8}(?:的时候|时)(?:就|请|都|也)?[，,]?(?:别|不要|尽量|最多|控制|就?当|顺便|先|多|少|用)|这样我(?:比较|更)?(?:好|容易)(?:懂|理解)"
)
_OTHER = re.compile(
    r"\bmy ((?:\w+[- ])?(?:friend|mother|mum|mom|father|dad|sister|brother|wife|husband|partner|boyfriend|girlfriend|son|daughter|boss|manager|colleague|"
    r"coworker|neighbou?r|roommate|flatmate|aunt|uncle|cousin|grandma|grandmother|grandpa|grandfather|niece|nephew|teacher|doctor|landlord|kid|child|"
    r"teammate|client|customer|fianc[eé]e?))\b",
    re.I,
)


def kind_of(text: str, lang: str) -> Kind:
    """The kind of one statement. `standing` (a lasting wish) and `remember` win over the one-off request they look like."""
    stripped = text.strip()
    if not any(c.isalnum() for c in stripped):
        return "empty"
    if _FORGET.search(stripped) or _ZH_FORGET.search(stripped):
        return "forget"
    if remember_payload(stripped) is not None:
        return "remember"
    if (_ZH_GREETING if lang == "zh" else _GREETING).match(stripped) or _WEATHER.search(stripped):
        return "small_talk"
    question = is_question(stripped, lang)
    if is_hypothetical(stripped):
        return "hypothetical"
    if not question and (_STANDING.search(stripped) or _ZH_STANDING.search(stripped)) and _addressed(stripped, lang):
        return "standing"
    if question:
        return "question"
    if is_request(stripped, lang):
        return "request"
    return "statement"


def is_question(text: str, lang: str) -> bool:
    bare = text.strip().rstrip("\"'”)）")
    if lang == "zh":
        return bool(_ZH_QUESTION.search(bare)) and not _ZH_TOLD.search(bare)
    return (
        bare.endswith(("?", "？"))
        or bool(_EN_QUESTION.match(bare) and not bare.endswith("!"))
        or bool(_EN_WONDERING.search(bare))
    )


def is_hypothetical(text: str) -> bool:
    return bool(_HYPOTHETICAL.search(text) or _ZH_HYPOTHETICAL.search(text))


def is_request(text: str, lang: str) -> bool:
    """A one-off task for the assistant. What it names is not remembered."""
    if lang == "zh":
        return bool(_ZH_REQUEST.search(text))
    return bool(_EN_REQUEST.match(text) or _EN_SEEKING.search(text))


def is_standing(text: str) -> bool:
    return bool(_STANDING.search(text) or _ZH_STANDING.search(text))


def _addressed(text: str, lang: str) -> bool:
    """A wish to the assistant rather than a habit of the speaker ("in future I will run more")."""
    if lang == "zh":
        return not re.match(r"^(?:以后|今后|每次)?.{0,4}我(?!希望你|想让你|要你)", text) or bool(
            re.search("叫我|称呼我|给我|跟我|对我|回答我|你", text)
        )
    return not re.search(
        r"\b(?:I|we|he|she|they)(?:'ll|'m|'ve|'d)?\b(?! (?:ask|want you|need you|say|would like you|'d like you|prefer))",
        text,
    ) or bool(
        re.search(
            r"\b(?:send|call|answer|give|tell|write|speak to|address) me\b|\b(?:explain|be|use|talk|speak)\b.*\b(?:to|with) me\b",
            text,
            re.I,
        )
    )


def remember_payload(text: str) -> str | None:
    """What stands behind "remember that …" / 记住…; "" when the order points at what was said before; None when it is no such order."""
    stripped = text.strip()
    for pattern in (_EN_REMEMBER, _ZH_REMEMBER):
        m = pattern.match(stripped)
        if m and m.group().strip(" ,，:："):
            rest = stripped[m.end() :].strip()
            return (
                ""
                if not any(c.isalnum() for c in rest)
                or re.fullmatch(r"(?:this|that|it|please|for me|这个|这点|它|了|吧|\W)+", rest, re.I)
                else rest
            )
    return None


def remember_inside(text: str) -> tuple[str, str] | None:
    """For "…，帮我记一下…": what stands before the order and what stands behind it."""
    m = _ZH_REMEMBER_INNER.search(text) or _EN_REMEMBER_INNER.search(text)
    return (text[: m.start()].strip(), text[m.end() :].strip()) if m else None


def reminder_payload(text: str) -> str | None:
    """What the person wants to be reminded of, or None."""
    for pattern in (_EN_REMIND, _ZH_REMIND):
        m = pattern.match(text.strip())
        if m:
            rest = text.strip()[m.end() :].strip()
            return rest or None
    return None
