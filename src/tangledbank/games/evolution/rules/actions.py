"""What a seat can do, and why it may not. The order of both is part of recorded games."""

from __future__ import annotations

from tangledbank.games.evolution.rules.cards import KINDS, TRAIT_COUNT, Trait
from tangledbank.games.evolution.rules.state import MAX_SPECIES, MOST, Stage
from tangledbank.games.shared.rows import Act, Field, Offer, ReasonRow, Role, VerbRow
from tangledbank.text import mark

CARD = Field("card", "card", KINDS)
TRAIT = Field("trait", "trait", TRAIT_COUNT)
SIDE = Field("side", "side", 2)  # of the row
PLAINLY = Field("forage", "plainly", 2, is_limit=True)  # 1: without Foraging
CHIPS = Field("chips", "chips", MOST + 1)


def own(name: str = "species") -> Field:
    """A species of the seat that acts."""
    return Field(name, "species", MAX_SPECIES, refuses="species.why_not_own", is_own=True)


def mine() -> Field:
    """The same for the card that was chosen, which comes first."""
    return Field("species", "species", MAX_SPECIES, refuses="playing.why_no_use")


def species(name: str = "species") -> Field:
    """Any species on the table."""
    return Field(name, "prey", MAX_SPECIES, refuses="species.why_not_there")


class Verb(VerbRow):
    """Everything a seat can do."""

    DONE = Act(
        Stage.PLAY, "playing.finish", mark("play no more cards this round"),
        (Offer(mark("Play no more cards this round")),), refuses="playing.why_not_done",
        role=Role.END,
    )  # fmt: skip
    PASS = Act(
        Stage.FEED, "feeding.pass_turn", mark("feed nothing, where nothing is forced"),
        (Offer(mark("Pass: eat nothing now")),), refuses="feeding.why_no_pass", role=Role.END,
    )  # fmt: skip
    DECLINE = Act(
        Stage.WINDOW, "feeding.decline", mark("use no Intelligence now"),
        (Offer(mark("Use no Intelligence now")),), role=Role.END,
    )  # fmt: skip
    FORAGE = Act(
        Stage.EXTRA, "eating.take_extra", mark("take the extra food of Foraging"),
        (Offer(mark("Take the extra food of Foraging")),), role=Role.DEED,
    )  # fmt: skip
    WAIVE = Act(
        Stage.EXTRA, "eating.leave_extra", mark("leave the extra food of Foraging"),
        (Offer(mark("Leave the extra food of Foraging")),), role=Role.DEED,
    )  # fmt: skip
    FOOD = Act(
        Stage.SUPPLY, "playing.lay_food", mark("put a card on the watering hole"),
        (Offer(mark("Put {number} on the watering hole: {trait}"), "{card}",
               mark("as food: {number}")),),
        fields=(CARD,), refuses="species.why_not_in_hand", role=Role.DEED,
    )  # fmt: skip
    PLAY = Act(
        Stage.PLAY, "playing.choose_card", mark("play a card from the hand"),
        (Offer(mark("Play {card}"), "{card}", mark("play")),),
        fields=(CARD,), refuses="playing.why_no_card",
        then={"on": ("on", "species"), "replace": ("replace", "trait"),
              "population": ("population", "species"), "body": ("body", "species"),
              "new": ("new", "side")}, role=Role.STEP,
    )  # fmt: skip
    ON = Act(
        Stage.PLAY, "playing.lay_trait", mark("… as a trait of this species"),
        (Offer(mark("As a trait of {species}"), mark("As a trait of")),
         Offer(mark("As a trait of {species}, in place of another"), mark("As a trait of"),
               mark("{species} in place of a trait"), form="full")),
        fields=(mine(),), refuses="playing.why_not_on", role=Role.DEED,
    )  # fmt: skip
    REPLACE = Act(
        Stage.PLAY, "playing.replace_trait", mark("… in place of this trait"),
        (Offer(mark("In place of {trait}"), mark("In place of"), mark("{trait}")),),
        fields=(TRAIT,), refuses="playing.why_not_replaced", role=Role.DEED,
    )  # fmt: skip
    POPULATION = Act(
        Stage.PLAY, "playing.grow_population", mark("… for more population"),
        (Offer(mark("Discard it for the population of {species}"),
               mark("Discard for population of")),),
        fields=(mine(),), refuses="playing.why_no_population", role=Role.DEED,
    )  # fmt: skip
    BODY = Act(
        Stage.PLAY, "playing.grow_body", mark("… for a larger body"),
        (Offer(mark("Discard it for the body size of {species}"),
               mark("Discard for body size of")),),
        fields=(mine(),), refuses="playing.why_no_body", role=Role.DEED,
    )  # fmt: skip
    NEW = Act(
        Stage.PLAY, "playing.found_species", mark("… for a new species at this end of the row"),
        (Offer(mark("Discard it for a new species on the left"), mark("Discard for a new species"),
               mark("on the left"), form="left"),
         Offer(mark("Discard it for a new species on the right"), mark("Discard for a new species"),
               mark("on the right"), form="right")),
        fields=(SIDE,), refuses="playing.why_no_new_species", role=Role.DEED,
    )  # fmt: skip
    NECK = Act(
        Stage.GRAIN, "feeding.use_neck", mark("let Long Neck take its food"),
        (Offer(mark("Feed {species} by Long Neck"), mark("Feed by Long Neck")),
         Offer(mark("Feed {species} by Long Neck, without Foraging"), mark("Feed by Long Neck"),
               mark("{species} without Foraging"), form="plain")),
        fields=(own(), PLAINLY), refuses="feeding.why_no_neck", role=Role.DEED,
    )  # fmt: skip
    SKIP = Act(
        Stage.GRAIN, "feeding.skip_neck", mark("let Long Neck take nothing this round"),
        (Offer(mark("Take nothing by Long Neck of {species}"),
               mark("Take nothing by Long Neck of")),),
        fields=(own(),), refuses="feeding.why_no_skip", role=Role.DEED,
    )  # fmt: skip
    FERTILE = Act(
        Stage.GRAIN, "feeding.act_fertile", mark("let Fertile act now"),
        (Offer(mark("Let {species} grow by Fertile"), mark("Grow by Fertile")),),
        fields=(own(),), refuses="feeding.why_no_fertile", role=Role.DEED,
    )  # fmt: skip
    FAT = Act(
        Stage.GRAIN, "feeding.act_fat", mark("move fat onto the board now"),
        (Offer(mark("Let {species} use its fat"), mark("Use fat of")),),
        fields=(own(),), refuses="feeding.why_no_fat", role=Role.DEED,
    )  # fmt: skip
    FEED = Act(
        Stage.FEED, "feeding.feed", mark("feed from the watering hole"),
        (Offer(mark("Feed {species}"), mark("Feed")),
         Offer(mark("Feed {species} without Foraging"), mark("Feed"),
               mark("{species} without Foraging"), form="plain"),
         Offer(mark("Store fat for {species}"), mark("Store fat for"), form="fat"),
         Offer(mark("Store fat for {species} without Foraging"), mark("Store fat for"),
               mark("{species} without Foraging"), form="fat plain")),
        fields=(own(), PLAINLY), refuses="feeding.why_no_feed", role=Role.DEED,
    )  # fmt: skip
    ATTACK = Act(
        Stage.FEED, "feeding.begin_hunt", mark("attack with this species"),
        (Offer(mark("Attack with {species}"), mark("Attack with")),),
        fields=(own("with"),), refuses="feeding.why_no_attack", needs=Trait.CARNIVORE,
        then={"ignore": ("ignore", "trait"), "spend": ("spend", "card"),
              "prey": ("prey", "species")}, role=Role.STEP,
    )  # fmt: skip
    IGNORE = Act(
        Stage.HUNT, "attack.name_trait", mark("… ignoring this trait by Intelligence"),
        (Offer(mark("Ignore {trait}, for a card"), mark("Ignore, for a card"), mark("{trait}")),),
        fields=(TRAIT,), refuses="attack.why_not_named", then={"spend": ("spend", "card")},
        role=Role.STEP,
    )  # fmt: skip
    SPEND = Act(
        (Stage.IGNORE, Stage.THINK), "feeding.spend", mark("… for this card"),
        (Offer(mark("Discard {card}"), "{card}", mark("discard")),),
        fields=(CARD,), refuses="attack.why_not_unspent", role=Role.DEED,
    )  # fmt: skip
    PREY = Act(
        Stage.HUNT, "attack.attack", mark("… this species"),
        (Offer(mark("Attack {species}"), mark("Attack")),
         Offer(mark("Attack your own {species}"), mark("Attack your own"), form="own")),
        fields=(species(),), refuses="attack.why_no_prey", role=Role.DEED,
    )  # fmt: skip
    THINK = Act(
        Stage.WINDOW, "feeding.begin_thought", mark("feed from the bank by Intelligence"),
        (Offer(mark("Feed {species} by Intelligence, for a card"),
               mark("Feed by Intelligence, for a card")),
         Offer(mark("Feed {species} by Intelligence without Foraging, for a card"),
               mark("Feed by Intelligence, for a card"), mark("{species} without Foraging"),
               form="plain")),
        fields=(own(), PLAINLY), refuses="feeding.why_no_use_of_mind",
        then={"spend": ("spend", "card")}, role=Role.STEP,
    )  # fmt: skip
    STORE = Act(
        Stage.STORE, "eating.store", mark("put so many onto Fat Tissue"),
        (Offer(mark("Store {chips} on Fat Tissue"), mark("Store on Fat Tissue"), mark("+{chips}")),
         Offer(mark("Store nothing"), mark("Store on Fat Tissue"), mark("nothing"), form="none")),
        fields=(CHIPS,), refuses="eating.why_no_store", role=Role.DEED,
    )  # fmt: skip


ACTION_COUNT = Verb.count()

# The longest legal list: a few lines for each species of one seat (phase 3: 3, start effects: 5),
# or one for each species there is and each trait (an attack), or one for each card in hand.
MAX_LEGAL = 640


class Reason(ReasonRow):
    """Each reason with its clause and its sentence."""

    OK = "", mark("This is possible.")
    NOT_YOUR_DECISION = "EV-RND-02", mark("It is not your decision now.")
    GAME_OVER = "EV-END-04", mark("The game is over.")
    WRONG_PHASE = "EV-RND-01", mark("That belongs to another phase of the round.")
    FINISH_CHOICE = "EV-PLAY-02", mark("Finish or take back the choice you have begun.")
    ANSWER_FIRST = "EV-RUL-17", mark("Answer the open question first.")
    NOTHING_CHOSEN = "EV-PLAY-02", mark("Choose what to do first, then its target.")
    NOT_IN_HAND = "EV-FOOD-02", mark("You have no such card in your hand.")
    NO_SUCH_SPECIES = "EV-PLAY-04", mark("There is no such species in play.")
    NOT_YOUR_SPECIES = "EV-PLAY-04", mark("That species is not yours.")
    DUPLICATE = "EV-PLAY-05", mark("That species has this trait already.")
    NOT_FULL = "EV-RUL-10", mark("A trait is replaced only where there is no room for one.")
    NO_SUCH_TRAIT = "EV-PLAY-07", mark("That species does not have this trait.")
    SAME_NAME = "EV-RUL-11", mark("It has this trait: only that card can be replaced.")
    POPULATION_FULL = "EV-PLAY-12", mark("Its population is at its most, 6.")
    BODY_FULL = "EV-PLAY-12", mark("Its body size is at its most, 6.")
    NO_BOARD_LEFT = "EV-RUL-42", mark("One seat has at most 120 species at this table.")
    NO_START_EFFECT = "EV-REV-06", mark("It has no such effect at the start of feeding.")
    NO_ROOM = "EV-FEED-08", mark("It is fed and has no room for another food token.")
    HOLE_EMPTY = "EV-HERB-03", mark("The watering hole is empty.")
    IS_CARNIVORE = "EV-CARN-01", mark("A carnivore never eats plants.")
    NOT_CARNIVORE = "EV-CARN-02", mark("Only a carnivore attacks.")
    HUNGRY_FIRST = "EV-RUL-23", mark("You have a hungry species that can eat now.")
    MUST_FEED = "EV-FEED-06", mark("A hungry species must eat if it can.")
    NO_PREY = "EV-CARN-04", mark("There is no species it could attack.")
    ITSELF = "EV-CARN-03", mark("It cannot attack itself.")
    TOO_BIG = "EV-CARN-04", mark("The attacker is not larger than this species.")
    HARD_SHELL = "EV-SHL-01", mark("Hard Shell: with 3 more it is too large.")
    CLIMBS = "EV-CLB-01", mark("Climbing: only a climber can attack it.")
    HERD = (
        "EV-HRD-01",
        mark("Defensive Herding: the attacker's population is not greater than its own."),
    )
    SYMBIOSIS = "EV-SYM-01", mark("Symbiosis: its right neighbour is larger and protects it.")
    BURROWED = "EV-BUR-01", mark("Burrowing: a fed species cannot be attacked.")
    WARNED = "EV-WRN-01", mark("Warning Call: a neighbour warns it of all but an ambush.")
    NO_INTELLIGENCE = "EV-INT-04", mark("It does not have Intelligence.")
    NO_CARD_LEFT = "EV-INT-04", mark("You have no hand card left for it.")
    NOT_NAMEABLE = "EV-RUL-26", mark("This trait cannot be ignored.")
    IGNORED_ALREADY = "EV-INT-04", mark("This attack ignores that trait already.")
    NO_PREY_LEFT = "EV-RUL-26", mark("With the cards left there would be no legal prey.")
    NO_FORAGE = "EV-FOR-02", mark("Foraging takes no extra food token there.")
    NO_WINDOW = "EV-RUL-17", mark("Intelligence is used between feeding turns.")
    TOO_MUCH_FAT = "EV-FAT-02", mark("There is no room for that many on Fat Tissue.")
    TOO_LITTLE_FAT = "EV-RUL-18", mark("At least one food token has to be taken.")
