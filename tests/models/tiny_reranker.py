"""A tiny cross-encoder made of random weights, as a GGUF file and as plain arithmetic: the two must agree."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import gguf
import numpy as np

WIDTH, HEADS, INNER, POSITIONS, EPSILON = 32, 4, 64, 512, 1e-5
WORDS = ["tea", "coffee", "milk", "you", "like", "what", "do", "i", "live", "in", "rome"]
PIECES = ["<s>", "<pad>", "</s>", "<unk>", *(f"▁{word}" for word in WORDS), "▁", *"abcdefghijklmnopqrstuvwxyz?."]
_SHAPES = {
    "token_embd.weight": (len(PIECES), WIDTH), "position_embd.weight": (POSITIONS, WIDTH),
    "token_types.weight": (1, WIDTH), "token_embd_norm.weight": (WIDTH,), "token_embd_norm.bias": (WIDTH,),
    "blk.0.attn_q.weight": (WIDTH, WIDTH), "blk.0.attn_q.bias": (WIDTH,),
    "blk.0.attn_k.weight": (WIDTH, WIDTH), "blk.0.attn_k.bias": (WIDTH,),
    "blk.0.attn_v.weight": (WIDTH, WIDTH), "blk.0.attn_v.bias": (WIDTH,),
    "blk.0.attn_output.weight": (WIDTH, WIDTH), "blk.0.attn_output.bias": (WIDTH,),
    "blk.0.attn_output_norm.weight": (WIDTH,), "blk.0.attn_output_norm.bias": (WIDTH,),
    "blk.0.ffn_up.weight": (INNER, WIDTH), "blk.0.ffn_up.bias": (INNER,),
    "blk.0.ffn_down.weight": (WIDTH, INNER), "blk.0.ffn_down.bias": (WIDTH,),
    "blk.0.layer_output_norm.weight": (WIDTH,), "blk.0.layer_output_norm.bias": (WIDTH,),
    "cls.weight": (WIDTH, WIDTH), "cls.bias": (WIDTH,), "cls.output.weight": (1, WIDTH), "cls.output.bias": (1,),
}  # fmt: skip


def weights(seed: int = 7) -> dict[str, Any]:
    draw = np.random.default_rng(seed)
    spread = {"token_embd.weight": 2.0, "cls.output.weight": 2.0}
    return {name: draw.normal(0, spread.get(name, 0.3), shape).astype(np.float32) for name, shape in _SHAPES.items()}


def write(path: Path) -> Path:
    writer = gguf.GGUFWriter(path, "bert")
    writer.add_name("tiny reranker")
    writer.add_context_length(POSITIONS)
    writer.add_embedding_length(WIDTH)
    writer.add_feed_forward_length(INNER)
    writer.add_block_count(1)
    writer.add_head_count(HEADS)
    writer.add_layer_norm_eps(EPSILON)
    writer.add_causal_attention(False)
    writer.add_pooling_type(gguf.PoolingType.RANK)
    writer.add_tokenizer_model("t5")
    writer.add_tokenizer_pre("default")
    writer.add_token_list([piece.encode() for piece in PIECES])
    writer.add_token_scores([0.0 if len(piece) > 2 else -10.0 for piece in PIECES])
    kinds = [gguf.TokenType.CONTROL] * 3 + [gguf.TokenType.UNKNOWN]
    writer.add_token_types(kinds + [gguf.TokenType.NORMAL] * (len(PIECES) - 4))
    writer.add_token_type_count(1)
    writer.add_add_space_prefix(True)
    for name, number in (("bos", 0), ("eos", 2), ("pad", 1), ("unk", 3)):
        getattr(writer, f"add_{name}_token_id")(number)
    for name, values in weights().items():
        writer.add_tensor(name, values)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path


def score(tokens: list[int]) -> float:
    """The classifier's logit of one token sequence, in plain arithmetic."""
    w = weights()
    x = w["token_embd.weight"][tokens] + w["token_types.weight"][0] + w["position_embd.weight"][: len(tokens)]
    x = _norm(x, w, "token_embd_norm")
    query, key, value = (_heads(_dense(x, w, f"blk.0.attn_{part}")) for part in "qkv")
    attention = query @ key.transpose(0, 2, 1) / np.sqrt(WIDTH / HEADS)
    attention = np.exp(attention - attention.max(axis=-1, keepdims=True))
    attention /= attention.sum(axis=-1, keepdims=True)
    mixed = (attention @ value).transpose(1, 0, 2).reshape(len(tokens), WIDTH)
    x = _norm(x + _dense(mixed, w, "blk.0.attn_output"), w, "blk.0.attn_output_norm")
    inner = _dense(x, w, "blk.0.ffn_up")
    inner = 0.5 * inner * (1 + np.tanh(np.sqrt(2 / np.pi) * (inner + 0.044715 * inner**3)))
    x = _norm(x + _dense(inner, w, "blk.0.ffn_down"), w, "blk.0.layer_output_norm")
    return float(_dense(np.tanh(_dense(x[:1], w, "cls")), w, "cls.output")[0, 0])


def _dense(x: Any, w: dict[str, Any], name: str) -> Any:
    return x @ w[f"{name}.weight"].T + w[f"{name}.bias"]


def _norm(x: Any, w: dict[str, Any], name: str) -> Any:
    spread = np.sqrt(x.var(axis=-1, keepdims=True) + EPSILON)
    return (x - x.mean(axis=-1, keepdims=True)) / spread * w[f"{name}.weight"] + w[f"{name}.bias"]


def _heads(x: Any) -> Any:
    return x.reshape(len(x), HEADS, WIDTH // HEADS).transpose(1, 0, 2)
