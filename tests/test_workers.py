"""Processes that work for another: what they speak, and that they always end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import takewhile
from multiprocessing import get_context
from pathlib import Path

import pytest

from tangledbank.errors import Refused
from tangledbank.text import language, speak
from tangledbank.workers import Workers

PATIENCE = 30.0
BUSY = """
import os, sys, time
from tangledbank.workers import Workers

def main():
    try:
        with Workers(2) as pool:
            print("begun", flush=True)
            for pid in {pool.start(os.getpid).result() for _ in range(8)}:
                print(pid, flush=True)
            print("known", flush=True)
            for _ in pool.each(time.sleep, [0.01] * 3000):
                pass
    except KeyboardInterrupt:
        sys.exit(130)

if __name__ == "__main__":
    main()
"""


@pytest.fixture
def busy(tmp_path: Path) -> subprocess.Popen[str]:
    """A process of its own group with two workers, which tells who they are."""
    script = tmp_path / "busy.py"
    script.write_text(BUSY)
    return subprocess.Popen(
        [sys.executable, str(script)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip


def heard(process: subprocess.Popen[str], word: str) -> list[str]:
    """The lines up to this one."""
    assert process.stdout
    lines = (line.strip() for line in process.stdout)
    return [*takewhile(lambda line: line != word, lines)]


def is_there(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state != "Z"


def test_they_speak_our_language() -> None:
    speak("uk")
    try:
        with Workers(1) as pool:
            assert pool.start(language).result() == "uk"
    finally:
        speak("en")


def test_each_works_as_map_does() -> None:
    with Workers(2) as pool:
        assert [*pool.each(pow, range(9), [2] * 9)] == [n * n for n in range(9)]


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_they_end_with_a_process_that_is_killed(
    busy: subprocess.Popen[str], number: signal.Signals
) -> None:
    heard(busy, "begun")
    workers = [int(pid) for pid in heard(busy, "known")]
    assert workers
    busy.send_signal(number)
    busy.communicate(timeout=PATIENCE)
    until = time.monotonic() + PATIENCE
    while any(map(is_there, workers)) and time.monotonic() < until:
        time.sleep(0.01)
    assert not any(map(is_there, workers))


@pytest.mark.parametrize("delay", [0.0, 0.05, 0.2, 0.5, 1.0, 2.0])
def test_ctrl_c_ends_all_at_any_moment_without_a_word(
    busy: subprocess.Popen[str], delay: float
) -> None:
    heard(busy, "begun")
    time.sleep(delay)
    os.killpg(busy.pid, signal.SIGINT)  # as a terminal does it
    _, errors = busy.communicate(timeout=PATIENCE)
    assert (busy.returncode, errors) == (130, "")


def test_an_interrupt_waits_until_work_is_handed_out_and_is_not_lost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    done = []

    def submit(*_: object) -> None:
        signal.raise_signal(signal.SIGINT)
        done.append(True)

    monkeypatch.setattr(ThreadPoolExecutor, "submit", submit)
    with Workers(1) as pool, pytest.raises(KeyboardInterrupt):
        pool.start(os.getpid)
    assert done


def test_other_processes_go_on() -> None:
    other = get_context("spawn").Process(target=time.sleep, args=(60,))
    other.start()
    try:
        with Workers(1) as pool:
            pool.start(time.sleep, 60)
        assert other.is_alive()
    finally:
        other.kill()
        other.join()


def test_one_that_ends_by_itself_is_one_sentence() -> None:
    with pytest.raises(Refused, match="a worker ended by itself"), Workers(2) as pool:
        list(pool.each(os._exit, [1]))


def test_work_is_handed_out_from_any_thread() -> None:
    with ThreadPoolExecutor(1) as threads, Workers(1) as pool:
        assert threads.submit(pool.start, abs, -3).result().result() == 3
