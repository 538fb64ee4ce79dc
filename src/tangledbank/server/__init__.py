"""Tables in the browser: store, hub, pages, sockets.

Here are compiled rules for them, without anyone waiting for the compiler.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import sys
from collections.abc import Iterator
from subprocess import DEVNULL, Popen

from tangledbank.games import GAMES
from tangledbank.kernel.compiling import MEANWHILE, UNCOMPILED, bots_of, environment, is_prepared
from tangledbank.text import say


def is_ready(game: str) -> bool:
    """Whether the rules and the bots of a game are compiled."""
    return is_prepared(game) and is_prepared(bots_of(game))


@contextlib.contextmanager
def rules_made_ready() -> Iterator[None]:
    """Use compiled rules if they are at hand; else compile them beside us.

    Bots use them as soon as they are there, pages at the next start. To be entered before any
    rule is imported.
    """
    if all(map(is_ready, GAMES)):
        yield
        return
    os.environ[UNCOMPILED] = MEANWHILE
    print(say("The rules are compiled beside it, once; the next start is faster."), flush=True)
    gently = ["nice", "-n", "19"] if shutil.which("nice") else []
    command = [*gently, sys.executable, "-m", "tangledbank", "prepare"]
    compiler = Popen(command, env=environment(), stdin=DEVNULL, stdout=DEVNULL, stderr=DEVNULL)
    # by way of finally
    signal.signal(signal.SIGTERM, lambda number, _frame: sys.exit(128 + number))
    try:
        yield
    finally:
        compiler.terminate()
        compiler.wait()
