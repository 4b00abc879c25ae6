"""Chat goes before background work, one at a time, and a waiting caller can give up."""

from __future__ import annotations

import threading

from app.models.gate import Gate


def test_background_steps_wait_while_a_chat_computes() -> None:
    gate, order = Gate(), []
    begun, go = threading.Event(), threading.Event()

    def background() -> None:
        begun.set()
        with gate.step() as mine:
            order.append(("step", mine))

    with gate.chat() as mine:
        thread = threading.Thread(target=background)
        thread.start()
        begun.wait()
        assert not go.wait(0.1)
        order.append(("chat", mine))
    thread.join()
    assert order == [("chat", True), ("step", True)]


def test_a_chat_breaks_off_a_running_step_and_only_that() -> None:
    gate, broken = Gate(), threading.Event()
    gate.on_chat(broken.set)
    with gate.chat():
        pass
    assert not broken.is_set()
    answered = threading.Event()

    def chat() -> None:
        with gate.chat():
            answered.set()

    with gate.step():
        thread = threading.Thread(target=chat)
        thread.start()
        assert broken.wait(5)
        assert not answered.is_set()
    thread.join()
    assert answered.is_set()


def test_two_chats_take_turns() -> None:
    gate, inside, most = Gate(), [], []

    def chat() -> None:
        with gate.chat():
            inside.append(1)
            most.append(len(inside))
            inside.pop()

    threads = [threading.Thread(target=chat) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == [1] * 8


def test_whoever_waits_can_give_up() -> None:
    gate, cancel = Gate(), threading.Event()
    cancel.set()
    with gate.chat():
        with gate.step(cancel) as mine:
            assert not mine
        got = []

        def chat() -> None:
            with gate.chat(cancel) as mine:
                got.append(mine)

        thread = threading.Thread(target=chat)
        thread.start()
        thread.join()
        assert got == [False]
    with gate.chat() as mine:
        assert mine


def test_typing_holds_background_work_off_for_a_while() -> None:
    gate, cancel = Gate(), threading.Event()
    gate.quiet(60.0)
    cancel.set()
    with gate.step(cancel) as mine:
        assert not mine
    with gate.chat() as mine:
        assert mine, "chat is never held off"


def test_making_way_ends_for_the_chats_own_thread() -> None:
    gate = Gate()
    with gate.chat():
        gate.make_way(60.0)
