"""From chat turns to tokens: the model's own template, with nobody's words able to pass for a control token."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Callable, Sequence

import jinja2
from jinja2.ext import loopcontrols
from jinja2.sandbox import ImmutableSandboxedEnvironment

from app.engine.errors import KeepsakeError
from app.engine.types import ChatTurn
from app.models.native import NativeModel

# Formats a person can choose for a file that carries no template.
FORMATS = {
    "chatml": (
        "{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content }}<|im_end|>\n{% endfor %}"
        "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
    ),
    "llama3": (
        "{{ bos_token }}{% for m in messages %}<|start_header_id|>{{ m.role }}<|end_header_id|>\n\n{{ m.content }}"
        "<|eot_id|>{% endfor %}"
        "{% if add_generation_prompt %}<|start_header_id|>assistant<|end_header_id|>\n\n{% endif %}"
    ),
    "gemma": (
        "{{ bos_token }}{% for m in messages %}{% if m.role == 'system' %}{{ raise_exception('no system role') }}"
        "{% endif %}<start_of_turn>{{ 'model' if m.role == 'assistant' else 'user' }}\n{{ m.content }}<end_of_turn>\n"
        "{% endfor %}{% if add_generation_prompt %}<start_of_turn>model\n{% endif %}"
    ),
    "mistral": (
        "{{ bos_token }}{% for m in messages %}{% if m.role == 'system' %}{{ raise_exception('no system role') }}"
        "{% elif m.role == 'user' %}[INST] {{ m.content }} [/INST]{% else %}{{ m.content }}{{ eos_token }}{% endif %}"
        "{% endfor %}"
    ),
    "zephyr": (
        "{% for m in messages %}<|{{ m.role }}|>\n{{ m.content }}</s>\n{% endfor %}"
        "{% if add_generation_prompt %}<|assistant|>\n{% endif %}"
    ),
}
_PLACE = re.compile("\ue000([0-9]+)\ue001")  # private-use characters; contents never reach the template itself
_CACHED_CONTENTS = 256


class ChatTemplate:
    """Renders turns with the template, then tokenizes the template's text with control tokens and contents without.

    So `<|im_end|>` typed by a person, or found in a memory, is nothing but these ten characters. Each content is
    tokenized on its own, which also makes a turn's tokens independent of what follows: the prefix can be reused.
    """

    def __init__(self, model: NativeModel, template: str) -> None:
        """`template` is Jinja. Raises KeepsakeError("model_no_template") when it cannot be parsed or rendered."""
        self._model = model
        environment = ImmutableSandboxedEnvironment(
            trim_blocks=True, lstrip_blocks=True, extensions=[loopcontrols], autoescape=False
        )
        try:
            self._template = environment.from_string(template)
        except jinja2.TemplateError as error:
            raise KeepsakeError("model_no_template", name=model.path.name) from error
        self._words = {"bos_token": model.special_text(model.bos), "eos_token": model.special_text(model.eos)}
        self._contents: OrderedDict[str, list[int]] = OrderedDict()
        self._own_text: dict[str, list[int]] = {}
        self._takes_system = self._renders([ChatTurn("system", "s"), ChatTurn("user", "u")])
        if not self._takes_system and not self._renders([ChatTurn("user", "u")]):
            raise KeepsakeError("model_no_template", name=model.path.name)

    def tokens(self, turns: Sequence[ChatTurn], *, answer_follows: bool = True) -> list[int]:
        """The prompt. With `answer_follows` it ends where the assistant begins to speak."""
        if not self._takes_system:
            turns = _without_system(turns)
        text = self._render(turns, answer_follows)
        parts = _PLACE.split(text)  # template text, number, template text, number, ... template text
        tokens: list[int] = []
        for position, part in enumerate(parts):
            if position % 2:
                tokens += self._content(turns[int(part)].content.strip())
            elif part:
                tokens += self._fixed(part)
        if self._model.adds_bos and (not tokens or tokens[0] != self._model.bos):
            tokens.insert(0, self._model.bos)
        return tokens

    def count(self, text: str) -> int:
        return len(self._content(text))

    def _render(self, turns: Sequence[ChatTurn], answer_follows: bool) -> str:
        messages = [{"role": turn.role, "content": f"\ue000{number}\ue001"} for number, turn in enumerate(turns)]
        return self._template.render(
            messages=messages, add_generation_prompt=answer_follows, raise_exception=_refuse, **self._words
        )

    def _renders(self, turns: list[ChatTurn]) -> bool:
        """Whether the template takes these turns and prints every one of them."""
        try:
            return len(_PLACE.findall(self._render(turns, True))) == len(turns)
        except (jinja2.TemplateError, ValueError, TypeError):
            return False

    def _fixed(self, text: str) -> list[int]:
        return _remembered(self._own_text, text, lambda: self._model.tokenize(text, special=True))

    def _content(self, text: str) -> list[int]:
        if text in self._contents:
            self._contents.move_to_end(text)
        elif len(self._contents) >= _CACHED_CONTENTS:
            self._contents.popitem(last=False)
        return _remembered(self._contents, text, lambda: self._model.tokenize(text))

    def forget(self) -> None:
        """Drop cached contents: they are the person's words."""
        self._contents.clear()


def _remembered(cache: dict[str, list[int]], text: str, make: Callable[[], list[int]]) -> list[int]:
    if text not in cache:
        cache[text] = make()
    return cache[text]


def _without_system(turns: Sequence[ChatTurn]) -> list[ChatTurn]:
    """For templates without a system role: what it said opens the first user turn."""
    system = "\n\n".join(turn.content for turn in turns if turn.role == "system")
    rest = [turn for turn in turns if turn.role != "system"]
    if system and rest and rest[0].role == "user":
        rest[0] = ChatTurn("user", f"{system}\n\n{rest[0].content}")
    elif system:
        rest.insert(0, ChatTurn("user", system))
    return rest


def _refuse(message: str) -> None:
    raise ValueError(message)
