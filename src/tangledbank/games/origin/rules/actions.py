"""What a seat can do: each verb with its rules and its texts. The order is part of all numbers."""

from __future__ import annotations

from tangledbank.games.origin.rules.cards import KINDS, Ability
from tangledbank.games.origin.rules.state import MAX_CARDS, Stage
from tangledbank.games.shared.rows import Act, Field, Offer, VerbRow
from tangledbank.text import mark

MAX_FAT = 5  # most yellow tokens one turning can use: the largest need (OS-FEED-04)

CARD = Field("card", "card", KINDS)
SIDE = Field("as", "side", 2)
TOKENS = Field("tokens", "tokens", MAX_FAT, first=1)
COLOUR = Field("token", "colour", 2)
TOWARDS = Field("to", "towards", 2, first=1)


def own(name: str = "animal") -> Field:
    """An animal of the seat that acts."""
    return Field(name, "animal", MAX_CARDS, refuses="animals.why_not_own", is_own=True)


def animal(name: str = "animal") -> Field:
    """Any animal in play."""
    return Field(name, "animal", MAX_CARDS, refuses="animals.why_not_there", is_thing=True)


def in_play(name: str) -> Field:
    """A card that lies on the table as an ability."""
    return Field(name, "laid", MAX_CARDS)


class Verb(VerbRow):
    """Everything a seat can do."""

    PASS = Act(
        Stage.DEVELOP,
        "development.end_development",
        mark("play no more cards this turn"),
        (Offer(mark("Pass: play no more cards this turn")),),
    )
    END = Act(
        Stage.FEED,
        "feeding.end_feeding_turn",
        mark("end the feeding turn"),
        (Offer(mark("End your feeding turn")),),
        refuses="feeding.why_no_end",
    )
    STOP = Act(
        Stage.CHAIN,
        "chain.lapse",
        mark("let the waiting pair abilities rest"),
        (Offer(mark("Let the waiting pair abilities rest")),),
        refuses="chain.why_no_stop",
    )
    ACCEPT = Act(
        Stage.REACT,
        "attack.accept",
        mark("let the attacked animal be eaten"),
        (Offer(mark("Let it be eaten")),),
        refuses="attack.why_no_accept",
    )
    RUN = Act(
        Stage.REACT,
        "attack.run",
        mark("roll for running"),
        (Offer(mark("Run: roll a die, 4 or more escapes")),),
        refuses="attack.why_no_run",
    )
    ANIMAL = Act(
        Stage.DEVELOP,
        "development.play_animal",
        mark("play a card as an animal"),
        (Offer(mark("Play {card} as an animal"), "{card}", mark("as an animal")),),
        fields=(CARD,),
        refuses="development.why_not_in_hand",
    )
    ABILITY = Act(
        Stage.DEVELOP,
        "development.begin_ability",
        mark("play a card as an ability"),
        (
            Offer(mark("Play {ability}"), "{card}", mark("{ability}")),
            Offer(mark("Play {ability} from {card}"), "{card}", mark("{ability}"), "double"),
        ),
        fields=(CARD, SIDE),
        refuses="development.why_no_play",
        then={"on": ("on", "animal"), "with": ("with", "animal"), "symbiont": ("with", "animal")},
    )
    ON = Act(
        Stage.PLACE,
        "development.place",
        mark("… on this animal"),
        (Offer(mark("Give it to {animal}"), mark("Give it to")),),
        fields=(animal(),),
        refuses="development.why_not_on",
    )
    WITH = Act(
        Stage.PAIR,
        "development.pair",
        mark("… and this one, for a pair ability; for symbiosis this is the symbiont"),
        (
            Offer(mark("Join it with {animal}"), mark("Join it with")),
            Offer(mark("Make {animal} the symbiont"), mark("Make the symbiont"), form="symbiosis"),
        ),
        fields=(own(),),
        refuses="development.why_not_with",
    )
    TAKE = Act(
        Stage.FEED,
        "feeding.take_food",
        mark("take a red token for an animal"),
        (Offer(mark("Take a red token for {animal}"), mark("Take a red token for")),),
        fields=(own(),),
        refuses="feeding.why_no_take",
    )
    ATTACK = Act(
        Stage.FEED,
        "feeding.begin_hunt",
        mark("attack with this predator"),
        (Offer(mark("Attack with {animal}"), mark("Attack with")),),
        fields=(own("with"),),
        refuses="attack.why_no_attack",
        needs=Ability.CARNIVORE,
        then={"prey": ("prey", "animal")},
    )
    PREY = Act(
        Stage.HUNT,
        "attack.hunt",
        mark("… this animal"),
        (
            Offer(mark("Attack {animal}"), mark("Attack")),
            Offer(mark("Attack your own {animal}"), mark("Attack your own"), form="own"),
        ),
        fields=(animal(),),
        refuses="attack.why_no_hunt",
    )
    FAT = Act(
        Stage.FEED,
        "feeding.turn_fat",
        mark("turn yellow tokens into blue ones"),
        (
            Offer(
                mark("Use {tokens} of the fat of {animal}"),
                mark("Use fat of"),
                mark("{animal}: {tokens}"),
            ),
        ),
        fields=(own(), TOKENS),
        refuses="feeding.why_no_fat",
        needs=Ability.FAT,
    )
    PIRACY = Act(
        Stage.FEED,
        "feeding.begin_piracy",
        mark("use piracy of this animal"),
        (Offer(mark("Use piracy of {animal}"), mark("Use piracy of")),),
        fields=(own("with"),),
        refuses="feeding.why_no_piracy",
        needs=Ability.PIRACY,
        then={"from": ("steal", "from"), "token": ("steal", "token")},
    )
    STEAL = Act(
        Stage.ROB,
        "feeding.rob",
        mark("… and take this token"),
        (
            Offer(
                mark("Take a {colour} token of {animal}"),
                mark("Take"),
                mark("{colour} of {animal}"),
            ),
        ),
        fields=(animal("from"), COLOUR),
        refuses="feeding.why_no_loot",
    )
    GRAZE = Act(
        Stage.FEED,
        "feeding.graze",
        mark("destroy a red token"),
        (Offer(mark("Trample a red token with {animal}"), mark("Trample a red token with")),),
        fields=(own(),),
        refuses="feeding.why_no_grazing",
        needs=Ability.GRAZING,
    )
    HIBERNATE = Act(
        Stage.FEED,
        "feeding.hibernate",
        mark("send to sleep"),
        (Offer(mark("Send {animal} into hibernation"), mark("Send into hibernation")),),
        fields=(own(),),
        refuses="feeding.why_no_hibernation",
        needs=Ability.HIBERNATION,
    )
    MIMIC = Act(
        Stage.REACT,
        "attack.mimic",
        mark("redirect the attack"),
        (Offer(mark("Turn the attack on {animal}"), mark("Turn the attack on")),),
        fields=(Field("to", "animal", MAX_CARDS),),
        refuses="attack.why_no_mimicry",
    )
    DROP = Act(
        Stage.REACT,
        "attack.lose_tail",
        mark("drop a card by tail loss"),
        (Offer(mark("Lose {ability} to save it"), mark("Save it by losing"), mark("{ability}")),),
        fields=(in_play("ability"),),
        refuses="attack.why_no_drop",
    )
    LINK = Act(
        Stage.CHAIN,
        "chain.work",
        mark("let a pair ability work next"),
        (Offer(mark("{ability}: food for {animal}"), mark("{ability}: food for")),),
        fields=(in_play("ability"), TOWARDS),
        refuses="chain.why_no_link",
    )
    SCAVENGE = Act(
        Stage.SCAVENGE,
        "attack.scavenge",
        mark("feed this scavenger"),
        (Offer(mark("Feed the scavenger {animal}"), mark("Feed the scavenger")),),
        fields=(own(),),
        refuses="attack.why_no_carrion",
    )


ACTION_COUNT = Verb.count()

# The longest legal list. Development: pass, and three ways for each kind of card. Every other
# stage: a few lines for each card in play at most (feeding: take, attack, fat, piracy, graze,
# hibernate for each own animal).
MAX_LEGAL = 8 + MAX_CARDS * (6 + MAX_FAT)
