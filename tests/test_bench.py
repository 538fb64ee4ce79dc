"""Two checkouts measured side by side; how fast they are is not asked here."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tangledbank.cli.studies import bench_command
from tangledbank.errors import Refused

HERE = Path(__file__).resolve().parent.parent


def test_two_checkouts_are_compared_figure_by_figure(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TANGLEDBANK_UNCOMPILED", "1")  # what is compiled would take a minute
    bench_command("origin", 1e-6, 2, HERE, only_search=False, as_json=True)
    found = json.loads(capsys.readouterr().out)
    assert (found["new"], found["old"]) == (str(HERE), str(HERE))
    assert [*found["rows"]] == [
        "tangledbank --help, seconds",
        "origin, 4 seats, games/s in the kernel",
        "origin, 4 seats, Table.act, µs",
        "origin, rules compiled, processor seconds",
    ]
    for row in found["rows"].values():
        assert row["new"] > 0
        assert row["old"] > 0
        assert 0 < row["least"] <= row["ratio"] <= row["most"]


def test_a_folder_that_is_no_checkout_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="no such folder"):
        bench_command("origin", 1, 1, tmp_path, only_search=False, as_json=True)
