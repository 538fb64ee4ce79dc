"""stub"""
from tangledbank.games.darwin.actions import EVENTS
def words(row, game):
    return {"event": EVENTS[row[0]]}
def sentence(words, players):
    return str(words)
