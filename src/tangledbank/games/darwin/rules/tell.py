"""What can happen, as rows, and a writer for each: `tell.drew(game, events, seat, card)`."""

from __future__ import annotations

from collections.abc import Callable

from tangledbank.games.shared.dispatch import writers
from tangledbank.games.shared.rows import DREW_A_CARD, EventRow, Said
from tangledbank.text import mark


class Event(EventRow):
    """What can happen: its fields, and the sentences that tell it."""

    ERA_BEGINS = (
        "first era",
        Said(mark("Era {era} begins with {player}."), mark("Era {era} begins with you.")),
    )
    DREW = DREW_A_CARD
    RESHUFFLED = (
        "size:size cards",
        Said(mark("The discarded small cards are shuffled into a new deck of {cards}."),
             form="small"),
        Said(mark("The discarded large cards are shuffled into a new deck of {cards}."),
             form="large"),
    )  # fmt: skip
    REDREW = (
        "seat cards",
        Said(mark("{player} keeps one card and discards the others: {cards}."),
             mark("You keep one card and discard the others: {cards}.")),
    )  # fmt: skip
    NEW_HAND = (
        "seat",
        Said(mark("{player} cannot create a species and discards the whole hand."),
             mark("You cannot create a species and discard your whole hand.")),
    )  # fmt: skip
    TRADED = (
        "seat given:card taken:card",
        Said(mark("{player} puts {given} into the trade zone and takes {taken}."),
             mark("You put {given} into the trade zone and take {taken}.")),
    )  # fmt: skip
    CREATED = (
        "seat species:thing biome:ground",
        Said(mark("{player} creates {species} in {biome}."),
             mark("You create {species} in {biome}.")),
    )  # fmt: skip
    MUTATED = (
        "seat species:thing points mutations",
        Said(mark("{player} mutates {species}."), mark("You mutate {species}.")),
        Said(mark("{player} mutates {species} twice."), mark("You mutate {species} twice."),
             form="double"),
        Said(mark("{player} mutates {species} for points from it: {points}."),
             mark("You mutate {species} for points from it: {points}."), form="points"),
        Said(mark("{player} mutates {species} twice for points from it: {points}."),
             mark("You mutate {species} twice for points from it: {points}."),
             form="double points"),
    )  # fmt: skip
    CARD_ADDED = (
        "seat species:thing card:card",
        Said(mark("{species} gets {card}."), mark("Your {species} gets {card}.")),
    )
    CARD_REMOVED = (
        "seat species:thing card:card",
        Said(mark("{species} loses {card}."), mark("Your {species} loses {card}.")),
    )
    MIGRATED = (
        "seat species:thing biome:ground left:ground",
        Said(mark("{species} migrates from {left} to {biome}."),
             mark("Your {species} migrates from {left} to {biome}.")),
    )  # fmt: skip
    DISPLACED = (
        "seat species:thing food need",
        Said(mark("{species} now gets only {food} of the {need} food it needs."),
             mark("Your {species} now gets only {food} of the {need} food it needs.")),
    )  # fmt: skip
    PASSED = ("seat", Said(mark("{player} passes for this era."), mark("You pass for this era.")))
    SHOWED = (
        "seat cards",
        Said(mark("{player} has shown cards to the teammate: {cards}."),
             mark("You have shown cards to your teammate: {cards}.")),
        Said(mark("{player} shows no cards to the teammate."),
             mark("You show no cards to your teammate."), form="none"),
    )  # fmt: skip
    ASKED = (
        "seat species:thing",
        Said(mark("{player} asks the teammate for a card."),
             mark("You ask your teammate for a card.")),
        Said(mark("{player} asks the teammate for {species}."),
             mark("You ask your teammate for {species}."), form="species"),
    )  # fmt: skip
    REFUSED = (
        "seat species:thing",
        Said(mark("{player} gives no card."), mark("You give no card.")),
        Said(mark("{player} keeps {species}."), mark("You keep {species}."), form="species"),
    )
    HANDED_OVER = (
        "seat to",
        Said(mark("{player} gives the teammate a card."), mark("You give your teammate a card.")),
    )
    PAID = (
        "seat card:card",
        Said(mark("{player} pays with {card}, which goes into the trade zone."),
             mark("You pay with {card}, which goes into the trade zone.")),
    )  # fmt: skip
    LET_DRAW = (
        "seat cards",
        Said(mark("{player} lets the other team draw; cards: {cards}."),
             mark("You let the other team draw; cards: {cards}.")),
    )  # fmt: skip
    DRAWER = (
        "seat",
        Said(mark("{player} will draw a card for the team."),
             mark("You will draw a card for your team.")),
    )  # fmt: skip
    DECLINED = (
        "seat", Said(mark("{player}: the team draws no card."), mark("Your team draws no card.")),
    )  # fmt: skip
    TOOK_OVER = (
        "seat species:thing from",
        Said(mark("{player} takes {species} over from the teammate."),
             mark("You take {species} over from your teammate.")),
    )  # fmt: skip
    EVALUATION = ("era", Said(mark("The evaluation of era {era} begins.")))
    EXTINCT = (
        "seat species:thing why:fate points",
        Said(mark("{species} dies out: it does not fit its biome."),
             mark("Your {species} dies out: it does not fit its biome."), form="requirements"),
        Said(mark("{species} dies out: it does not get enough food."),
             mark("Your {species} dies out: it does not get enough food."), form="hunger"),
        Said(mark("{species} is devoured."), mark("Your {species} is devoured."), form="devoured"),
        Said(mark("{species} drowns in the flood."), mark("Your {species} drowns in the flood."),
             form="flood"),
        Said(mark("The hurricane carries {species} away."),
             mark("The hurricane carries your {species} away."), form="hurricane"),
        Said(mark("{species} falls to the invaders."),
             mark("Your {species} falls to the invaders."), form="invaders"),
        Said(mark("{species} dies out: it does not fit its biome. {player} keeps 1 of its points."),
             mark("Your {species} dies out: it does not fit its biome. You keep 1 of its points."),
             form="requirements kept"),
        Said(mark("{species} dies out: it does not get enough food. {player} keeps 1 of its "
                  "points."),
             mark("Your {species} dies out: it does not get enough food. You keep 1 of its "
                  "points."), form="hunger kept"),
        Said(mark("{species} is devoured. {player} keeps 1 of its points."),
             mark("Your {species} is devoured. You keep 1 of its points."), form="devoured kept"),
        Said(mark("{species} drowns in the flood. {player} keeps 1 of its points."),
             mark("Your {species} drowns in the flood. You keep 1 of its points."),
             form="flood kept"),
        Said(mark("The hurricane carries {species} away. {player} keeps 1 of its points."),
             mark("The hurricane carries your {species} away. You keep 1 of its points."),
             form="hurricane kept"),
    )  # fmt: skip
    SURVIVED = ("count", Said(mark("Every species alive gets 1 point: {count} in all.")))
    ADAPTED = (
        "seat species:thing points biome:ground",
        Said(mark("{species} is the best adapted in {biome}: +{points}."),
             mark("Your {species} is the best adapted in {biome}: +{points}.")),
        Said(mark("{species} wins the {biome}: +{points}."),
             mark("Your {species} wins the {biome}: +{points}."), form="token"),
    )  # fmt: skip
    STRONGEST = (
        "seat species:thing points strength",
        Said(mark("{species} is the strongest of all, with strength {strength}: +3."),
             mark("Your {species} is the strongest of all, with strength {strength}: +3."),
             form="3"),
        Said(mark("{species} is the second strongest, with strength {strength}: +2."),
             mark("Your {species} is the second strongest, with strength {strength}: +2."),
             form="2"),
        Said(mark("{species} is the third strongest, with strength {strength}: +1."),
             mark("Your {species} is the third strongest, with strength {strength}: +1."),
             form="1"),
    )  # fmt: skip
    EVENT = ("effect:effect", Said(mark("Event: {effect}. {meaning}")))
    CHANGED = ("old:ground biome:ground", Said(mark("{old} becomes {biome}.")))
    RAINFOREST = ("", Said(mark("The volcano has become a tropical rainforest.")))
    MOVED_POINTS = (
        "seat species:thing points",
        Said(mark("Points for {species} from the species that is lost: {points}."),
             mark("Points for your {species} from the species that is lost: {points}.")),
    )  # fmt: skip
    ZONE_RENEWED = ("cards", Said(mark("The trade zone has new cards: {cards}.")))
    DISCARDED = (
        "seat card:card", Said(mark("{player} discards {card}."), mark("You discard {card}.")),
    )  # fmt: skip
    COLLECTED = (
        "seat points",
        Said(mark("{player} takes the points of all species: {points}."),
             mark("You take the points of all your species: {points}.")),
    )  # fmt: skip
    OPENED = ("biome:ground", Said(mark("New on the table: {biome}.")))
    GAME_OVER = ("", Said(mark("The game is over.")))
    SHOWED_ALL = (
        "seat card:card",
        Said(mark("{player} shows everybody {card}."), mark("You show everybody {card}.")),
    )


globals().update(writers(Event))


def __getattr__(name: str) -> Callable[..., None]:
    raise AttributeError(f"there is no event {name!r}")
