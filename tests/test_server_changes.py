"""Only what is new in a page is sent."""

from __future__ import annotations

import json

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tangledbank.server.web.commands import diff
from tests.wire import read_frame

PAGES = st.lists(st.sampled_from(["", "a", "b", "c", "dd"]), min_size=1, max_size=30)


@settings(suppress_health_check=[HealthCheck.too_slow])  # a busy machine is no fault
@given(PAGES, PAGES)
def test_a_page_is_made_from_the_one_before_and_what_is_new(old: list[str], new: list[str]) -> None:
    frame = json.dumps({"type": "table", "changes": diff(old, new)})
    assert read_frame(frame, "\n".join(old))["html"] == "\n".join(new)


def test_what_is_known_is_not_sent_again() -> None:
    assert diff(["a", "b", "c", "d"], ["a", "b", "x", "c", "d"]) == [(0, 2), "x", (2, 2)]
    assert diff([], ["a", "b"]) == ["a\nb"]
