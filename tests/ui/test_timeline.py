"""The timeline shows the same memories as marks and as rows, finds them, and deletes only after the undo window."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QLocale, QPoint, QPointF, Qt
from PySide6.QtTest import QTest

from app.ui import start
from app.ui.timeline.axis import ticks
from app.ui.timeline.marks import Marks, build
from app.ui.timeline.page import TimelinePage
from tests.fakes_ui import FakeDoor
from tests.ui.conftest import Make


@pytest.fixture
def opened(make: Make, qtbot) -> start.Opened:
    made = make(FakeDoor("en"))
    made.window.open_timeline()
    qtbot.waitUntil(lambda: page_of(made).marks is not None)
    return made


def page_of(opened: start.Opened) -> TimelinePage:
    page = opened.window._made["timeline"]
    assert isinstance(page, TimelinePage)
    return page


def some(count: int) -> Marks:
    told = FakeDoor("en", marks=count).do_timeline({}, lambda *_: None, None)
    return build(told["columns"], [told["rows"]])


def test_marks_are_in_the_order_of_time() -> None:
    marks = some(500)
    assert np.all(np.diff(marks.time) >= 0)
    assert all(marks.ids[marks.place[number]] == number for number in marks.ids[:50])


def test_filters_narrow() -> None:
    marks = some(500)
    everything = marks.filter(status="all")
    facts = marks.filter(kind="fact", status="all")
    fading = marks.filter(status="fading")
    assert len(everything) == len(marks)
    assert set(facts) < set(everything)
    assert np.all(marks.strength[fading] < 0.45)
    found = marks.filter(status="all", query="number 42").tolist()
    assert found
    assert all("number" in marks.text[i] and "42" in marks.text[i] for i in found)


def test_filters_by_tag_period_and_importance_work_together(opened: start.Opened) -> None:
    page = page_of(opened)
    filters = page.filters
    filters.statuses.choose("all")
    filters.tags.setCurrentIndex(filters.tags.findData("travel"))
    filters.periods.setCurrentIndex(2)
    filters.least.setCurrentIndex(1)
    marks, shown = page.marks, page.model.rows.tolist()
    assert marks is not None
    newest = float(marks.time.max())
    assert shown
    assert all("travel" in marks.tags[i] and marks.importance[i] >= 0.5 for i in shown)
    assert all(marks.time[i] >= newest - 60 * 86400 for i in shown)
    page.open("m2")  # a memory that is asked for is shown, whatever was filtered


def test_a_search_finds_the_words_it_came_from(opened: start.Opened, qtbot) -> None:
    page = page_of(opened)
    page.search.setText("moved to bruges")
    qtbot.waitUntil(lambda: page.model.rowCount() == 1)


def test_undoing_a_replacement_brings_the_old_one_back(opened: start.Opened, qtbot) -> None:
    page = page_of(opened)
    door = opened.bridge._door
    assert isinstance(door, FakeDoor)
    page._act("undo", "m2", "m1")
    qtbot.waitUntil(lambda: ("set_status", {"id": "m2", "status": "archived"}) in door.asked)
    assert ("restore", {"id": "m1"}) in door.asked


def test_a_card_undoes_a_replacement(opened: start.Opened, qtbot) -> None:
    chat, door = opened.window.chat, opened.bridge._door
    assert isinstance(door, FakeDoor)
    chat.flow.known["m2"] = {**door.memories["m2"], "supersedes": ["m1"]}
    chat.actions_.on_memory("unreplace", "m2", "")
    qtbot.waitUntil(lambda: ("set_status", {"id": "m2", "status": "archived"}) in door.asked)
    assert ("restore", {"id": "m1"}) in door.asked


def test_plot_and_table_choose_the_same(opened: start.Opened, qtbot) -> None:
    page = page_of(opened)
    page.select("m2")
    assert page.plot.selected == "m2"
    assert page.model.id_at(page.table.currentIndex().row()) == "m2"
    qtbot.waitUntil(lambda: page.detail._told is not None and page.detail._told["memory"]["id"] == "m2")
    page.table.selectRow(0)
    assert page.plot.selected == page.model.id_at(0)


def test_a_click_on_a_mark_chooses_it(opened: start.Opened) -> None:
    page = page_of(opened)
    plot = page.plot
    assert plot.marks is not None
    at = plot.marks.place["m3"]
    spot = QPointF(float(plot._x(float(plot.marks.time[at]))), float(plot._y(float(plot.marks.importance[at]))))
    near = plot.marks.ids[plot.mark_at(spot)]
    QTest.mouseClick(plot, Qt.MouseButton.LeftButton, pos=spot.toPoint())
    assert page.selected == near


def test_zooming_keeps_what_is_under_the_pointer(opened: start.Opened) -> None:
    plot = page_of(opened).plot
    x = 300.0
    before = plot.start + (x - 24) / (plot.width() - 48) * (plot.end - plot.start)
    plot.zoom(0.5, x)
    after = plot.start + (x - 24) / (plot.width() - 48) * (plot.end - plot.start)
    assert abs(after - before) < 60


def test_a_crowd_is_painted_as_a_density(opened: start.Opened, qtbot) -> None:
    page = page_of(opened)
    marks = some(20_000)
    page.plot.set_marks(marks, marks.filter(status="all"), fit=True)
    picture = page.plot.grab().toImage()
    colors = {picture.pixelColor(QPoint(x, y)).name() for x in range(0, picture.width(), 9) for y in range(0, 200, 9)}
    assert len(colors) > 20


def test_deleting_waits_for_the_undo_window(opened: start.Opened, qtbot) -> None:
    page = page_of(opened)
    door = opened.bridge._door
    assert isinstance(door, FakeDoor)
    page.forget(["m3"])
    assert "m3" not in page.marks.place  # type: ignore[union-attr]
    assert "forget" not in door.verbs()
    page.note.acted.emit("undo")
    qtbot.waitUntil(lambda: page.marks is not None and "m3" in page.marks.place)
    assert "forget" not in door.verbs()
    page.forget(["m3"])
    opened.window.show_chat()  # leaving the page carries it out
    qtbot.waitUntil(lambda: ("forget", {"ids": ["m3"]}) in door.asked)


def test_editing_changes_row_and_mark(opened: start.Opened, qtbot) -> None:
    page = page_of(opened)
    page.select("m2")
    page._act("edit", "m2", "You live in Ghent.")
    qtbot.waitUntil(lambda: page.marks is not None and page.marks.text[page.marks.place["m2"]] == "You live in Ghent.")


def test_sorting_by_strength(opened: start.Opened) -> None:
    page = page_of(opened)
    page.table.sortByColumn(2, Qt.SortOrder.DescendingOrder)
    strengths = [int(page.model.index(row, 2).data().split()[0]) for row in range(page.model.rowCount())]
    assert strengths == sorted(strengths, reverse=True)


def test_what_is_known_is_a_page_with_sources_and_markdown(opened: start.Opened, qtbot, tmp_path: Path) -> None:
    opened.window.open_about()
    page = opened.window._made["about"]
    qtbot.waitUntil(lambda: bool(page.groups))  # type: ignore[attr-defined]
    assert "- You live in Bruges. (“I moved to Bruges”" in page.markdown()  # type: ignore[attr-defined]
    file = tmp_path / "known.md"
    page.write(file)  # type: ignore[attr-defined]
    assert "You live in Bruges." in file.read_text("utf-8")
    assert file.stat().st_mode & 0o777 == 0o600
    assert "not encrypted" in page.note.text  # type: ignore[attr-defined]
    page.chosen.emit("m2")  # type: ignore[attr-defined]
    qtbot.waitUntil(lambda: page_of(opened).selected == "m2")


@pytest.mark.parametrize("days", [2, 20, 200, 2000, 15000])
@pytest.mark.parametrize("language", [QLocale.Language.English, QLocale.Language.Chinese])
def test_the_axis_has_a_readable_number_of_lines(days: int, language: QLocale.Language) -> None:
    end = 1_790_000_000.0
    lines = ticks(end - days * 86400, end, 1000, QLocale(language))
    assert 1 <= len(lines) <= 13
    assert all(words for _, words in lines)
