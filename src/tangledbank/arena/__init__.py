"""Tournaments between bots, ratings, and bots that are programs of others."""
