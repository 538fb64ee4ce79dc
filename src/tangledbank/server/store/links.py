"""Private links: the store keeps their hashes, so that whoever reads it has no seat by that."""

from __future__ import annotations

import hashlib


def hashed(token: str) -> str:
    """By what the seat of a private link is kept and found."""
    return hashlib.sha256(token.encode()).hexdigest()
