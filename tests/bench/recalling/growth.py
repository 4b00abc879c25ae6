"""How candidates are found as memories grow from a thousand to a million, exactly and through the graph, as a plot.

Both channels in memory, without the vault's rows: filling a vault with a million rows would take most of an hour and
reading 40 of them does not depend on how many there are. The graph is built once, which takes minutes.
"""

from __future__ import annotations

import itertools
import math
import os
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np
from recalling.speed import DIMENSIONS, QUESTIONS, SUBJECTS, Synthetic, percentile, text_of
from report import Figure, at_least

from app.engine.recall.graph import Graph
from app.engine.recall.packed import Packed
from app.engine.recall.tier import TierIndex
from app.engine.recall.tokens import terms
from app.settings import RecallSettings
from app.vault.store import TERM_SEPARATOR

SIZES = (1_000, 10_000, 100_000, 200_000, 1_000_000)
PICTURE = Path(__file__).resolve().parents[3] / "resources" / "pictures" / "recall-growth.png"
_NEAREST = 50


def figures(settings: RecallSettings, sizes: Sequence[int] = SIZES) -> Iterator[Figure]:
    synthetic = Synthetic()
    queries = synthetic.made(QUESTIONS, 2)
    words = [terms(f"What about {SUBJECTS[n % 20]} with person {n % 997}?") for n in range(QUESTIONS)]
    drawn: list[tuple[int, float, bool]] = []
    for size in sizes:
        tier = _tier(synthetic, size, settings)
        through_graph = size > settings.exact_limit
        if through_graph:
            exact = [set(tier.vectors.search(query, _NEAREST).keys.tolist()) for query in queries[:100]]
            slow = percentile(_asking(tier, queries, words, settings), 50)
            yield Figure(f"growth_exact_p95_at_{size}", slow, "ms", None, None, "for comparison: without the graph")
            began = time.perf_counter()
            tier.vectors.attach(Graph.build(*tier.vectors.copy()))
            yield Figure(f"growth_graph_built_at_{size}", time.perf_counter() - began, "s")
            found = [set(tier.vectors.search(query, _NEAREST).keys.tolist()) for query in queries[:100]]
            shares = [len(one & other) / _NEAREST for one, other in zip(exact, found, strict=True)]
            yield at_least(
                f"growth_graph_recall_at_{size}", float(np.mean(shares)), 0.99, "", "50 nearest, 100 queries"
            )
        p95 = percentile(_asking(tier, queries, words, settings))
        drawn.append((size, p95, through_graph))
        yield Figure(f"growth_p95_at_{size}", p95, "ms", None, None, "graph" if through_graph else "exact")
        del tier
    if len(drawn) > 1:
        _draw(drawn, PICTURE)
        yield Figure("growth_plot", PICTURE.name)


def _tier(synthetic: Synthetic, size: int, settings: RecallSettings) -> TierIndex:
    tier = TierIndex(DIMENSIONS, k1=settings.bm25_k1, b=settings.bm25_b)
    vectors = np.concatenate(
        [synthetic.made(min(50_000, size - start), start + 11).astype(np.float16) for start in range(0, size, 50_000)]
    )
    rows = {number: TERM_SEPARATOR.join(terms(text_of(number))) for number in range(size)}
    tier.load(np.arange(size), vectors, Packed.of_rows(rows))
    return tier


def _asking(
    tier: TierIndex, queries: np.ndarray, words: list[list[str]], settings: RecallSettings
) -> Callable[[int], object]:
    def ask(number: int) -> object:
        matches = tier.keywords.match(words[number])
        return tier.candidates(
            queries[number], matches, nearest=settings.vector_candidates, matching=settings.keyword_candidates
        )

    return ask


def _draw(points: list[tuple[int, float, bool]], target: Path) -> None:
    """Both axes by powers of ten; a filled mark is exact search, a ring the graph."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtCore import QPointF, QRectF, Qt
    from PySide6.QtGui import QColor, QFont, QGuiApplication, QImage, QPainter, QPen

    app = QGuiApplication.instance() or QGuiApplication([])
    left, top, right, bottom = 110.0, 70.0, 1160.0, 590.0
    low, high = (math.floor(math.log10(min(p[1] for p in points))), math.ceil(math.log10(max(p[1] for p in points))))

    def at(size: float, ms: float) -> QPointF:
        x = left + (math.log10(size) - 3) / 3 * (right - left)
        return QPointF(x, bottom - (math.log10(ms) - low) / max(high - low, 1) * (bottom - top))

    image = QImage(1240, 680, QImage.Format.Format_ARGB32)
    image.fill(QColor("#ffffff"))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    ink, line, mark = QColor("#33302c"), QColor("#ddd8d0"), QColor("#2f6f6a")
    painter.setFont(QFont("sans-serif", 17))
    painter.setPen(ink)
    painter.drawText(
        QRectF(left, 14, right - left, 40), Qt.AlignmentFlag.AlignLeft, "Finding the candidates of one question, 95 %"
    )
    painter.setFont(QFont("sans-serif", 13))
    for power in range(low, high + 1):
        start = at(1_000, 10.0**power)
        painter.setPen(QPen(line, 1.5))
        painter.drawLine(start, QPointF(right, start.y()))
        painter.setPen(ink)
        painter.drawText(
            QRectF(0, start.y() - 14, left - 12, 28),
            Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter,
            f"{10.0**power:g} ms",
        )
    for power in range(3, 7):
        x = at(10.0**power, 10.0**low).x()
        painter.drawText(QRectF(x - 80, bottom + 12, 160, 28), Qt.AlignmentFlag.AlignHCenter, f"{10**power:,}")
    painter.drawText(
        QRectF(left, bottom + 46, right - left, 28),
        Qt.AlignmentFlag.AlignHCenter,
        "memories (filled: exact search, ring: graph)",
    )
    painter.setPen(QPen(mark, 4))
    places = [at(size, ms) for size, ms, _ in points]
    for start, end in itertools.pairwise(places):
        painter.drawLine(start, end)
    for place, (_, ms, through_graph) in zip(places, points, strict=True):
        painter.setPen(QPen(mark, 4))
        painter.setBrush(QColor("#ffffff") if through_graph else mark)
        painter.drawEllipse(place, 9, 9)
        painter.setPen(ink)
        painter.drawText(QRectF(place.x() - 70, place.y() - 44, 140, 26), Qt.AlignmentFlag.AlignHCenter, f"{ms:.1f} ms")
    painter.end()
    del app
    if not image.save(str(target)):
        raise OSError(f"{target.name} could not be written")
