#!/usr/bin/env python3
"""A bot in thirty lines: JSON lines in, JSON lines out. docs/external-bots.md tells the rest.

tangledbank tournament origin --bots greedy,random --bot "mine=python3 examples/bot.py"
"""

import json
import random
import sys


def choose(legal, chance):
    """The index of an action: one that attacks if there is one, else any by lot."""
    attacks = [index for index, action in enumerate(legal) if action["do"] == "attack"]
    return chance.choice(attacks or range(len(legal)))


def main():
    """Answer whatever is asked until the input ends."""
    chance = random.Random(1)  # the same game again goes the same way
    for line in sys.stdin:
        message = json.loads(line)
        if "hello" in message:
            answer = {"ready": 1}
        elif "decide" in message:
            answer = choose(message["legal"], chance)
        else:  # the game is over
            continue
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
