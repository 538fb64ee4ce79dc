"""Become another program, under limits: `python launch.py MEGABYTES SECONDS COMMAND …`.

The seconds are the processor's; with 0 they are not counted. Run as a script of its own, so that
nothing is done between fork and exec of a process that may have threads.
"""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import sys

PR_SET_PDEATHSIG = 1  # of Linux: the signal one gets when the parent ends
NOT_FOUND = 127  # the exit code of a shell for it


def main() -> None:
    """Set the limits, then be the command."""
    megabytes, seconds, *command = sys.argv[1:]
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    _limit(resource.RLIMIT_CORE, 0)
    _limit(resource.RLIMIT_AS, int(megabytes) << 20)
    if int(seconds):
        _limit(resource.RLIMIT_CPU, int(seconds))
    try:
        os.execvp(command[0], command)
    except OSError as error:
        print(f"{command[0]}: {error.strerror}", file=sys.stderr)
        sys.exit(NOT_FOUND)


def _limit(what: int, most: int) -> None:
    """Set a limit, at most the one we are under ourselves."""
    hard = resource.getrlimit(what)[1]
    most = most if hard == resource.RLIM_INFINITY else min(most, hard)
    resource.setrlimit(what, (most, most))


if __name__ == "__main__":
    main()
