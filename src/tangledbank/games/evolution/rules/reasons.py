"""Why an action is refused: a code, the clause behind it, and the sentence in plain words."""

from __future__ import annotations

from tangledbank.games.shared.rows import ReasonRow
from tangledbank.text import mark


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
