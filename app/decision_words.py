"""The decision log in words: what was kept, dropped, replaced or merged, and why, one sentence a decision."""

from __future__ import annotations

from app.engine.types import Language

_ACTIONS: dict[str, dict[Language, str]] = {
    "added": {"en": "Kept", "zh": "已记住"},
    "kept_quote": {"en": "Kept your own words", "zh": "保留了你的原话"},
    "dropped": {"en": "Dropped", "zh": "未保存"},
    "reinforced": {"en": "Known already, now stronger", "zh": "早已记得，又加深了一次"},
    "superseded": {"en": "Replaced", "zh": "已被取代"},
    "fact_kept": {"en": "Left as it was", "zh": "保持不变"},
    "edited": {"en": "Changed by you", "zh": "由你修改"},
    "archived": {"en": "Put away", "zh": "已收起"},
    "distilled": {"en": "Concluded", "zh": "归纳得出"},
}
_REASONS: dict[str, dict[Language, str]] = {
    "small_talk": {"en": "small talk", "zh": "闲聊"},
    "question": {"en": "a question", "zh": "是提问"},
    "hypothetical": {"en": "only supposed", "zh": "只是假设"},
    "assistant": {"en": "said by the assistant", "zh": "是助手说的"},
    "recalled": {"en": "it came from what was remembered", "zh": "来自已有的记忆"},
    "duplicate": {"en": "the same was known", "zh": "内容重复"},
    "low_confidence": {"en": "nothing that will matter in some weeks", "zh": "几周后大概不再重要"},
    "empty": {"en": "nothing in it that may be kept", "zh": "没有可以保存的内容"},
    "command": {"en": "an order, not something told", "zh": "是指令，不是陈述"},
    "same_key": {"en": "a newer value of the same thing", "zh": "同一件事有了新的说法"},
    "word_of_change": {"en": "you said that it changed", "zh": "你说情况变了"},
    "opposite_attitude": {"en": "you feel the other way now", "zh": "你的态度变了"},
    "plan_changed": {"en": "the plan changed", "zh": "计划改了"},
    "plan_cancelled": {"en": "the plan was called off", "zh": "计划取消了"},
    "plan_happened": {"en": "the plan has happened", "zh": "计划已经实现"},
    "said_earlier": {"en": "something newer is known", "zh": "已有更新的说法"},
    "identical": {"en": "word for word the same", "zh": "与之前完全一样"},
    "near_identical": {"en": "almost word for word the same", "zh": "与之前几乎一样"},
    "same_value": {"en": "the same value", "zh": "数值相同"},
    "same_attitude": {"en": "you feel the same about it", "zh": "态度没有变"},
    "model_same": {"en": "the model found both to say the same", "zh": "模型判断两句意思相同"},
    "fixed_attribute": {"en": "this never changes; both are kept", "zh": "这一项不会改变，两条都保留"},
    "rewrite_lost_number": {"en": "the rewrite lost a number", "zh": "改写丢了数字"},
    "rewrite_lost_name": {"en": "the rewrite lost a name", "zh": "改写丢了名字"},
    "rewrite_lost_negation": {"en": "the rewrite lost “not”", "zh": "改写丢了“不”"},
    "rewrite_invented": {"en": "the rewrite added something", "zh": "改写添了内容"},
    "rewrite_invented_name": {"en": "the rewrite added a name", "zh": "改写添了名字"},
    "rewrite_invented_number": {"en": "the rewrite added a number", "zh": "改写添了数字"},
    "rewrite_other_language": {"en": "the rewrite changed the language", "zh": "改写换了语言"},
    "rewrite_too_long": {"en": "the rewrite was too long", "zh": "改写太长"},
    "rewrite_wrong_person": {"en": "the rewrite mixed up who is meant", "zh": "改写弄错了人称"},
    "asked": {"en": "as a report of what you asked", "zh": "记作你提出的要求"},
    "endorsed": {"en": "you asked to remember this answer", "zh": "你要求记住这个回答"},
    "order_as_report": {"en": "an order, kept only as a report", "zh": "是指令，只作为转述保存"},
    "other_language": {"en": "quoted in its own language", "zh": "按原文语言引用"},
    "faded": {"en": "not used for long", "zh": "很久没有用到"},
    "evidence_gone": {"en": "what it rested on has gone", "zh": "依据已不存在"},
    "agreeing_memories": {"en": "several memories agree on it", "zh": "多条记忆一致"},
}
_SAYS_NOTHING = ("", "new", "by_hand")


def decision_sentence(action: str, reason: str, text: str, lang: Language) -> str:
    """ "Dropped (small talk): hello!". A code without words here is shown as it is."""
    head = _ACTIONS.get(action, {}).get(lang, action)
    why = "" if reason in _SAYS_NOTHING else _REASONS.get(reason, {}).get(lang, reason.replace("_", " "))
    if lang == "zh":
        return f"{head}（{why}）：{text}" if why else f"{head}：{text}"
    return f"{head} ({why}): {text}" if why else f"{head}: {text}"
