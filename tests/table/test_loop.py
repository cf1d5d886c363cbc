"""The owner thread's loop, on a virtual and on the real clock."""

from __future__ import annotations

import threading
import time

import pytest

from narrator.table.loop import Loop


@pytest.mark.parametrize("virtual", [True, False])
def test_posts_before_timers_and_timers_in_the_order_of_their_time(virtual: bool) -> None:
    loop, done = Loop(virtual=virtual), []
    loop.call_later(0.02, lambda: done.append("late"))
    loop.call_later(0.01, lambda: done.append("early"))
    loop.call_later(0.01, lambda: done.append("early too"))
    loop.post(lambda: done.append("posted"))
    loop.call_later(0.03, loop.stop)
    loop.run()
    assert done == ["posted", "early", "early too", "late"]


@pytest.mark.parametrize("virtual", [True, False])
def test_a_cancelled_timer_never_runs(virtual: bool) -> None:
    loop, done = Loop(virtual=virtual), []
    handle = loop.call_later(0.01, lambda: done.append("cancelled"))
    loop.call_later(0.005, handle.cancel)
    loop.call_later(0.02, loop.stop)
    loop.run()
    assert done == []


def test_a_virtual_clock_jumps_and_ends_with_nothing_left() -> None:
    loop = Loop(virtual=True)
    seen: list[float] = []
    loop.call_later(3600, lambda: loop.call_later(1800.5, lambda: seen.append(loop.now())))
    start = time.monotonic()
    loop.run()
    assert seen == [5400.5]
    assert time.monotonic() - start < 1


def test_a_limit_stops_the_virtual_clock_short() -> None:
    loop, done = Loop(virtual=True), []
    loop.call_later(10, lambda: done.append(1))
    loop.run(limit=9)
    assert done == []
    loop.run(limit=10)
    assert done == [1]


def test_a_limit_stops_the_real_clock() -> None:
    loop = Loop()
    loop.call_later(60, lambda: None)
    start = time.monotonic()
    loop.run(limit=loop.now() + 0.05)
    assert 0.03 < time.monotonic() - start < 1


def test_other_threads_post() -> None:
    loop, done = Loop(), []

    def work() -> None:
        for number in range(200):
            loop.post(lambda n=number: done.append((n, threading.current_thread())))  # type: ignore[misc]
        loop.post(loop.stop)

    thread = threading.Thread(target=work)
    thread.start()
    loop.run()
    thread.join()
    assert [n for n, _ in done] == list(range(200))
    assert {thread for _, thread in done} == {threading.current_thread()}


def test_stop_leaves_after_the_action_in_progress() -> None:
    loop, done = Loop(virtual=True), []
    loop.post(lambda: (loop.stop(), done.append("finished")))  # type: ignore[func-returns-value]
    loop.post(lambda: done.append("next"))
    loop.run()
    assert done == ["finished"]
    loop.call_later(0, loop.stop)
    loop.run()
    assert done == ["finished", "next"]


def test_time_never_goes_back() -> None:
    loop = Loop(virtual=True)
    seen: list[float] = []
    for seconds in (5, -3, 0, 2):
        loop.call_later(seconds, lambda: seen.append(loop.now()))
    loop.run()
    assert seen == [0, 0, 2, 5]
