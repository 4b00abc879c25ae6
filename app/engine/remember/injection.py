"""Recognises orders hidden in what is to be remembered, so that they are kept only as reports of what was said."""
# ruff: noqa: E501 (patterns and tables read better one a line)

from __future__ import annotations

import re

_ORDERS = re.compile(
    r"\b(?:ignore|disregard|forget|override|bypass|skip)\b.{0,30}\b(?:previous|prior|above|earlier|all|any|your|the|system)\b.{0,24}\b(?:instructions?|prompts?|rules?|"
    r"guidelines?|guardrails?|directives?|context|messages?|training|restrictions?)\b"
    r"|\b(?:system|developer) (?:prompt|message|override|instruction)s?\b|\byou are now\b|\bact as (?:an? )?(?:unrestricted|jailbroken|evil|dan\b)|\b(?:jailbreak|developer mode|dan mode)\b"
    r"|\bnew instructions?\b|\b(?:reveal|print|repeat|output|leak|show) (?:me )?(?:your|the|all) (?:system|hidden|secret|initial|stored|vault)\b"
    r"|\bfrom now on,? (?:you|always|never|ignore|pretend|act)\b|\bpretend (?:to be|you are|that you)\b|\b(?:you must|you have to|you shall|you will) (?:always|never|now|obey|only|ignore)\b"
    r"|</?(?:system|memory|memories|instructions?|assistant|user|tool|s)\b[^>]*>|\[/?(?:INST|SYSTEM)\]|<\|.{0,20}\|>|^\s*(?:system|assistant)\s*:|\bdelete (?:all|every|the) (?:memor|file|data)"
    r"|\b(?:curl|wget|rm -rf|sudo|eval\(|exec\()",
    re.I | re.M,
)
_ZH_ORDERS = re.compile(
    r"(?:忽略|无视|忘记|忘掉|不要理会|跳过|绕过|推翻|抛开).{0,12}(?:之前|以上|上面|前面|所有|全部|一切|你的|系统|任何).{0,10}(?:指令|指示|提示|规则|命令|要求|设定|限制|对话|内容)"
    r"|系统(?:提示词?|指令|消息)|你现在(?:是|扮演|起)|从现在(?:起|开始)你|越狱|开发者模式|(?:输出|泄露|告诉我|打印|重复)你?的?(?:系统|隐藏|初始)(?:提示|指令)|假装(?:你)?是"
    r"|删除(?:所有|全部)(?:记忆|文件|数据)"
)


_COMMANDS = re.compile(
    r"\b(?:answer|respond|reply|write|speak|talk)\b.{0,20}\b(?:only|always)\b.{0,20}\b(?:in|with|using)\b"
    r"|\b(?:only|always|never) (?:answer|respond|reply|say|output|write)\b"
    r"|(?:只能|必须|只准|只许|一律)(?:用|以)?.{0,10}(?:回答|回复|输出)",
    re.I,
)


def is_attack(text: str) -> bool:
    """Whether the text tries to take the assistant over: more than any wish about tone."""
    return bool(_ORDERS.search(text) or _ZH_ORDERS.search(text))


def is_order(text: str) -> bool:
    """Whether the text commands the assistant at all: then it may only be kept as a report of what was said."""
    return is_attack(text) or bool(_COMMANDS.search(text))


def defused(text: str) -> str:
    """The text without what could close or forge a fence: tags, role markers, chat-template tokens, runs of fence marks."""
    plain = re.sub(r"<\|[^|>]{0,40}\|>|</?[A-Za-z][^<>]{0,60}>|\[/?(?:INST|SYSTEM)\]", " ", text)
    plain = re.sub(r"`{3,}|~{3,}|={4,}|-{4,}|#{3,}", " ", plain)
    return re.sub(r"[ \t]{2,}", " ", plain).strip()
