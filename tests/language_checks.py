"""What must work once a language has a catalogue; run with the changed copy of the package."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import tangledbank
from tangledbank.server.web.pages import page
from tangledbank.text import LANGUAGES, language_name, say, say_rule, speak


def main() -> None:
    """It is offered, spoken where it has words, and English elsewhere."""
    assert "eo" in LANGUAGES
    assert language_name("eo") == "Esperanto"
    assert language_name("de") == "Deutsch"
    speak("eo")
    assert say("The game is over.") == "La ludo finiĝis."
    assert say("This is possible.") == "This is possible."
    assert say_rule("Nothing.") == "Nothing."
    command = [sys.executable, "-m", "tangledbank", "--language", "eo", "bots"]
    assert subprocess.run(command, capture_output=True, check=False).returncode == 0
    assert 'lang="eo" selected>Esperanto<' in page(
        "refused.html", here="/", language="eo", refused=""
    )
    print("tried", Path(tangledbank.__file__).parent)


if __name__ == "__main__":
    main()
