"""Programs that sit at tables, good and bad."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

EXAMPLE = Path(__file__).parent.parent / "examples" / "bot.py"
GOOD = shlex.join([sys.executable, str(EXAMPLE)])

FRAME = """
import json, os, sys, time

def ready():
    print('{{"ready": 1}}', flush=True)

def decide(message):
{body}

for line in sys.stdin:
    message = json.loads(line)
    if "hello" in message:
        ready()
    elif "decide" in message:
        decide(message)
"""

# By what they do wrong, from their first decision on; and what is said of it.
BAD = {
    "crash": ("raise RuntimeError('I am tired')", "exit code 1; it said: .*I am tired"),
    "quiet end": ("os._exit(3)", "it ended by itself with exit code 3$"),
    "killed": ("os.kill(os.getpid(), 9)", "ended by the signal SIGKILL"),
    "silence": ("time.sleep(60)", "did not answer within 0.5 seconds"),
    "half an answer": ("print(0, end='', flush=True); time.sleep(60)", "did not answer within"),
    "too large a number": ("print(10**6, flush=True)", "neither a legal action nor .*: 1000000"),
    "negative": ("print(-1, flush=True)", "neither a legal action nor the number of one"),
    "true": ("print('true', flush=True)", "neither a legal action nor the number of one"),
    "fraction": ("print(0.0, flush=True)", "neither a legal action nor the number of one"),
    "illegal action": ("print('{\"do\": \"fly\"}', flush=True)", 'nor .*: {"do":"fly"}'),
    "garbage": ("print('pardon?', flush=True)", "its answer is not JSON: pardon"),
    "no text": (
        "sys.stdout.buffer.write(bytes([255, 254, 10])); sys.stdout.flush()", "is not JSON",
    ),
    "half a letter": (
        "sys.stdout.buffer.write(bytes([34, 255, 34, 10])); sys.stdout.flush()", "is not JSON",
    ),
    "odd signal": ("os.kill(os.getpid(), 40)", "ended by the signal 40"),
    "deep": ("print('[' * 60000, flush=True)", "is not JSON"),
    "empty line": ("print(flush=True)", "its answer is not JSON"),
    "flood": ("while True: os.write(1, b'x' * 65536)", "more than 65536 bytes"),
    "many answers": (
        "print('0' + 300 * chr(10) + '0', flush=True)", "it wrote without being asked",
    ),
    "closed output": ("os.close(1); time.sleep(60)", "it closed its output"),
    "deaf and dumb": ("while True: os.write(2, b'x' * 65536)", "did not answer within"),
    "memory hog": ("hog = bytearray(10 ** 9); print(0, flush=True)", "it said: .*MemoryError"),
}  # fmt: skip


def command(folder: Path, body: str) -> str:
    """The command of a program whose `decide(message)` is this."""
    return script(folder, FRAME.format(body="\n".join(f"    {line}" for line in body.split("\n"))))


def script(folder: Path, text: str) -> str:
    """The command of any program in Python."""
    file = folder / f"program{len([*folder.iterdir()])}.py"
    file.write_text(text, encoding="utf-8")
    return shlex.join([sys.executable, str(file)])
