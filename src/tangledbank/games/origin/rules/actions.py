"""What a seat can do, and why it may not. The order of both is part of recorded games."""

from __future__ import annotations

from tangledbank.games.origin.rules.cards import KINDS, Ability
from tangledbank.games.origin.rules.state import MAX_CARDS, Stage
from tangledbank.games.shared.rows import Act, Field, Offer, ReasonRow, Role, VerbRow
from tangledbank.text import mark

MAX_FAT = 5  # most yellow tokens of one choice: the largest need (OS-FEED-04)

CARD = Field("card", "card", KINDS)
SIDE = Field("as", "side", 2)
TOKENS = Field("tokens", "tokens", MAX_FAT, first=1, is_limit=True)
COLOUR = Field("token", "colour", 2)
TOWARDS = Field("to", "towards", 2, first=1)


def own(name: str = "animal") -> Field:
    """An animal of the seat that acts."""
    return Field(name, "animal", MAX_CARDS, refuses="animals.why_not_own", is_own=True)


def animal(name: str = "animal", whose: str = "") -> Field:
    """Any animal in play."""
    there = "animals.why_not_there"
    return Field(name, "animal", MAX_CARDS, refuses=there, is_thing=True, whose=whose)


def in_play(name: str) -> Field:
    """A card that lies on the table as an ability."""
    return Field(name, "laid", MAX_CARDS)


class Verb(VerbRow):
    """Everything a seat can do."""

    PASS = Act(
        Stage.DEVELOP, "development.end_development", mark("play no more cards this turn"),
        (Offer(mark("Pass: play no more cards this turn")),), role=Role.END,
    )  # fmt: skip
    END = Act(
        Stage.FEED, "feeding.end_feeding_turn", mark("end the feeding turn"),
        (Offer(mark("End your feeding turn")),), refuses="feeding.why_no_end", role=Role.END,
    )  # fmt: skip
    STOP = Act(
        Stage.CHAIN, "chain.lapse", mark("let the waiting pair abilities rest"),
        (Offer(mark("Let the waiting pair abilities rest")),), refuses="chain.why_no_stop",
        role=Role.END,
    )  # fmt: skip
    ACCEPT = Act(
        Stage.REACT, "attack.accept", mark("let the attacked animal be eaten"),
        (Offer(mark("Let it be eaten")),), refuses="attack.why_no_accept", role=Role.DEED,
    )  # fmt: skip
    RUN = Act(
        Stage.REACT, "attack.run", mark("roll for running"),
        (Offer(mark("Run: roll a die, 4 or more escapes")),), refuses="attack.why_no_run",
        role=Role.DEED,
    )  # fmt: skip
    ANIMAL = Act(
        Stage.DEVELOP, "development.play_animal", mark("play a card as an animal"),
        (Offer(mark("Play {card} as an animal"), "{card}", mark("as an animal")),),
        fields=(CARD,), refuses="development.why_not_in_hand", role=Role.DEED,
    )  # fmt: skip
    ABILITY = Act(
        Stage.DEVELOP, "development.begin_ability", mark("play a card as an ability"),
        (Offer(mark("Play {ability}"), "{card}", mark("{ability}")),
         Offer(mark("Play {ability} from {card}"), "{card}", mark("{ability}"), "double")),
        fields=(CARD, SIDE), refuses="development.why_no_play",
        then={"on": ("on", "animal"), "with": ("with", "animal"), "symbiont": ("with", "animal")},
        role=Role.STEP,
    )  # fmt: skip
    ON = Act(
        Stage.PLACE, "development.place", mark("… on this animal"),
        (Offer(mark("Give it to {animal}"), mark("Give it to")),),
        fields=(animal(whose="development.is_target"),), refuses="development.why_not_on",
        role=Role.STEP,
    )  # fmt: skip
    WITH = Act(
        Stage.PAIR, "development.pair",
        mark("… and this one, for a pair ability; for symbiosis this is the symbiont"),
        (Offer(mark("Join it with {animal}"), mark("Join it with")),
         Offer(mark("Make {animal} the symbiont"), mark("Make the symbiont"), form="symbiosis")),
        fields=(own(),), refuses="development.why_not_with", role=Role.DEED,
    )  # fmt: skip
    TAKE = Act(
        Stage.FEED, "feeding.take_food", mark("take a red token for an animal"),
        (Offer(mark("Take a red token for {animal}"), mark("Take a red token for")),),
        fields=(own(),), refuses="feeding.why_no_take", role=Role.DEED,
    )  # fmt: skip
    ATTACK = Act(
        Stage.FEED, "feeding.begin_hunt", mark("attack with this predator"),
        (Offer(mark("Attack with {animal}"), mark("Attack with")),),
        fields=(own("with"),), refuses="attack.why_no_attack", needs=Ability.CARNIVORE,
        then={"prey": ("prey", "animal")}, role=Role.STEP,
    )  # fmt: skip
    PREY = Act(
        Stage.HUNT, "attack.hunt", mark("… this animal"),
        (Offer(mark("Attack {animal}"), mark("Attack")),
         Offer(mark("Attack your own {animal}"), mark("Attack your own"), form="own")),
        fields=(animal(),), refuses="attack.why_no_hunt", role=Role.DEED,
    )  # fmt: skip
    FAT = Act(
        Stage.FEED, "feeding.turn_fat", mark("turn yellow tokens into blue ones"),
        (Offer(mark("Use {tokens} of the fat of {animal}"), mark("Use fat of"),
               mark("{animal}: {tokens}")),),
        fields=(own(), TOKENS), refuses="feeding.why_no_fat", needs=Ability.FAT, role=Role.DEED,
    )  # fmt: skip
    PIRACY = Act(
        Stage.FEED, "feeding.begin_piracy", mark("use piracy of this animal"),
        (Offer(mark("Use piracy of {animal}"), mark("Use piracy of")),),
        fields=(own("with"),), refuses="feeding.why_no_piracy", needs=Ability.PIRACY,
        then={"from": ("steal", "from"), "token": ("steal", "token")}, role=Role.STEP,
    )  # fmt: skip
    STEAL = Act(
        Stage.ROB, "feeding.rob", mark("… and take this token"),
        (Offer(mark("Take a {colour} token of {animal}"), mark("Take"),
               mark("{colour} of {animal}")),),
        fields=(animal("from"), COLOUR), refuses="feeding.why_no_loot", role=Role.DEED,
    )  # fmt: skip
    GRAZE = Act(
        Stage.FEED, "feeding.graze", mark("destroy a red token"),
        (Offer(mark("Trample a red token with {animal}"), mark("Trample a red token with")),),
        fields=(own(),), refuses="feeding.why_no_grazing", needs=Ability.GRAZING, role=Role.DEED,
    )  # fmt: skip
    HIBERNATE = Act(
        Stage.FEED, "feeding.hibernate", mark("send to sleep"),
        (Offer(mark("Send {animal} into hibernation"), mark("Send into hibernation")),),
        fields=(own(),), refuses="feeding.why_no_hibernation", needs=Ability.HIBERNATION,
        role=Role.DEED,
    )  # fmt: skip
    MIMIC = Act(
        Stage.REACT, "attack.mimic", mark("redirect the attack"),
        (Offer(mark("Turn the attack on {animal}"), mark("Turn the attack on")),),
        fields=(Field("to", "animal", MAX_CARDS),), refuses="attack.why_no_mimicry", role=Role.DEED,
    )  # fmt: skip
    DROP = Act(
        Stage.REACT, "attack.lose_tail", mark("drop a card by tail loss"),
        (Offer(mark("Lose {ability} to save it"), mark("Save it by losing"), mark("{ability}")),),
        fields=(in_play("ability"),), refuses="attack.why_no_drop", role=Role.DEED,
    )  # fmt: skip
    LINK = Act(
        Stage.CHAIN, "chain.work", mark("let a pair ability work next"),
        (Offer(mark("{ability}: food for {animal}"), mark("{ability}: food for")),),
        fields=(in_play("ability"), TOWARDS), refuses="chain.why_no_link", role=Role.DEED,
    )  # fmt: skip
    SCAVENGE = Act(
        Stage.SCAVENGE, "attack.scavenge", mark("feed this scavenger"),
        (Offer(mark("Feed the scavenger {animal}"), mark("Feed the scavenger")),),
        fields=(own(),), refuses="attack.why_no_carrion", role=Role.DEED,
    )  # fmt: skip
    MORE = Act(
        Stage.MORE_FAT, "feeding.turn_more_fat", mark("… so many more of its yellow tokens"),
        (Offer(mark("Use {tokens} more of its fat"), mark("Use more of its fat"), "{tokens}"),),
        fields=(TOKENS,), refuses="feeding.why_no_more_fat", role=Role.DEED,
    )  # fmt: skip
    ENOUGH = Act(
        Stage.MORE_FAT, "feeding.end_turning", mark("use no more of its fat"),
        (Offer(mark("Use no more of its fat")),), role=Role.END,
    )  # fmt: skip


ACTION_COUNT = Verb.count()

# The longest legal list. Development: pass, and three ways for each kind of card. Every other
# stage: a few lines for each card in play at most (feeding: take, attack, fat, piracy, graze,
# hibernate for each own animal).
MAX_LEGAL = 8 + MAX_CARDS * (6 + MAX_FAT)


class Reason(ReasonRow):
    """Each reason with its clause and its sentence."""

    OK = "", mark("This is possible.")
    NOT_YOUR_DECISION = "OS-TRN-02", mark("It is not your decision now.")
    GAME_OVER = "OS-END-03", mark("The game is over.")
    WRONG_PHASE = "OS-TRN-01", mark("That belongs to another phase of the turn.")
    FINISH_CHOICE = "OS-DEV-02", mark("Finish or take back the choice you have begun.")
    ANSWER_FIRST = "OS-RUL-44", mark("Answer the open question first.")
    NOTHING_CHOSEN = "OS-DEV-02", mark("Choose what to do first, then its target.")
    NOT_IN_HAND = "OS-DEV-01", mark("You have no such card in your hand.")
    NO_SUCH_SIDE = "OS-DBL-02", mark("This card does not carry that ability.")
    NO_SUCH_ANIMAL = "OS-PRED-02", mark("There is no such animal in play.")
    NO_SUCH_CARD = "OS-TAIL-01", mark("There is no such card in play.")
    NO_TARGET = "OS-RUL-03", mark("There is no animal this ability could go on.")
    NOT_YOUR_ANIMAL = "OS-TRT-03", mark("That animal is not yours.")
    OWN_ANIMAL = "OS-PAR-01", mark("A parasite goes only on another player's animal.")
    HAS_PARASITE = "OS-PAR-02", mark("That animal has a parasite already.")
    DUPLICATE = "OS-TRT-02", mark("That animal has this ability already.")
    SCAVENGER_AND_CARNIVORE = "OS-SCV-03", mark("An animal cannot be both scavenger and carnivore.")
    SAME_ANIMAL = "OS-PAIR-01", mark("A pair ability needs two different animals.")
    PAIR_EXISTS = "OS-PAIR-04", mark("These two animals share this ability already.")
    MAIN_ACTION_DONE = (
        "OS-FEED-02",
        mark("You have taken food, attacked or used fat in this feeding turn already."),
    )
    BANK_EMPTY = "OS-FEED-01", mark("The food bank is empty.")
    HIBERNATING = "OS-HIB-04", mark("It hibernates and takes no food.")
    SYMBIONT_HUNGRY = "OS-SYM-03", mark("Its symbiont has to be fed first.")
    FULL = "OS-FEED-06", mark("It is fed and has no free fat card.")
    DUTY = "OS-FEED-08", mark("While there is food and your animals can eat, you must.")
    NOT_CARNIVORE = "OS-PRED-01", mark("Only a carnivore can attack.")
    HAS_HUNTED = "OS-PRED-04", mark("This predator has attacked this turn already.")
    NO_PREY = "OS-PRED-02", mark("There is no animal it could attack.")
    ITSELF = "OS-PRED-02", mark("It cannot choose itself.")
    SWIMS = "OS-SWM-01", mark("Swimming: only a swimming predator can attack it.")
    ONLY_SWIMMERS = "OS-SWM-02", mark("A swimming predator attacks only swimming animals.")
    TOO_LARGE = "OS-BIG-01", mark("Large: only a large predator can attack it.")
    HIDDEN = "OS-CAM-01", mark("Camouflage: only sharp vision can find it.")
    IN_BURROW = "OS-BUR-01", mark("Burrowing: while it is fed it cannot be attacked.")
    PROTECTED = "OS-SYM-02", mark("Symbiosis: its living symbiont protects it.")
    NO_FAT = "OS-FAT-04", mark("It has not that many yellow tokens.")
    FED = "OS-RUL-17", mark("It is fed already; turning fat would be wasted.")
    TOO_MUCH_FAT = "OS-RUL-17", mark("It does not need that many tokens.")
    LACKS_ABILITY = "OS-TRT-06", mark("It does not have this ability.")
    USED_THIS_TURN = "OS-PIR-01", mark("This ability was used this turn already.")
    PIRATE_FED = "OS-PIR-03", mark("A fed animal cannot use piracy.")
    NO_LOOT = "OS-RUL-18", mark("No other unfed animal has a red or blue token.")
    VICTIM_FED = "OS-PIR-01", mark("Piracy takes only from an unfed animal.")
    NO_SUCH_TOKEN = "OS-RUL-18", mark("That animal has no token of this colour.")
    GRAZED_ALREADY = "OS-RUL-19", mark("It has trampled in this feeding turn already.")
    SLEPT_LAST_TURN = "OS-HIB-02", mark("It hibernated last turn.")
    LAST_TURN = "OS-HIB-03", mark("There is no hibernation in the last turn.")
    ASLEEP = "OS-RUL-20", mark("It hibernates already.")
    NO_ATTACK = "OS-TRT-04", mark("There is no attack to answer.")
    CANNOT_RUN = "OS-RUN-01", mark("The attacked animal is not a runner.")
    HAS_RUN = "OS-RUN-01", mark("It has rolled for running already.")
    CANNOT_MIMIC = "OS-MIM-01", mark("The attacked animal has no mimicry.")
    MIMICRY_SPENT = "OS-MIM-02", mark("Mimicry works only at the first attack of a turn.")
    NO_TAIL = "OS-TAIL-01", mark("The attacked animal has no tail loss.")
    NOT_ITS_CARD = "OS-TAIL-01", mark("That card does not belong to the attacked animal.")
    MUST_RUN = "OS-RUN-03", mark("Running cannot be declined.")
    MUST_MIMIC = "OS-MIM-01", mark("Mimicry cannot be declined.")
    MUST_DROP = "OS-RUL-27", mark("By this table's option tail loss cannot be declined.")
    NOT_ARMED = "OS-PAIR-06", mark("That pair ability has nothing to do now.")
    LINKS_FORCED = "OS-RUL-15", mark("Pair abilities that can work must work.")
    NOT_SCAVENGER = "OS-SCV-01", mark("That animal is no scavenger.")
    NO_CARRION = "OS-SCV-01", mark("No animal has just been eaten.")
