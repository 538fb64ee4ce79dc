"""Why an action is refused: a code, the clause behind it, and the sentence in plain words."""

from __future__ import annotations

from tangledbank.games.shared.reasons import Reason
from tangledbank.text import mark

REASONS = (
    Reason("ok", "", mark("This is possible.")),
    Reason("not_your_decision", "EV-RND-02", mark("It is not your decision now.")),
    Reason("game_over", "EV-END-04", mark("The game is over.")),
    Reason("wrong_phase", "EV-RND-01", mark("That belongs to another phase of the round.")),
    Reason("finish_choice", "EV-PLAY-02", mark("Finish or take back the choice you have begun.")),
    Reason("answer_first", "EV-RUL-17", mark("Answer the open question first.")),
    Reason("nothing_chosen", "EV-PLAY-02", mark("Choose what to do first, then its target.")),
    Reason("not_in_hand", "EV-FOOD-02", mark("You have no such card in your hand.")),
    Reason("no_such_species", "EV-PLAY-04", mark("There is no such species in play.")),
    Reason("not_your_species", "EV-PLAY-04", mark("That species is not yours.")),
    Reason("duplicate", "EV-PLAY-05", mark("That species has this trait already.")),
    Reason(
        "not_full", "EV-RUL-10", mark("A trait is replaced only where there is no room for one.")
    ),
    Reason("no_such_trait", "EV-PLAY-07", mark("That species does not have this trait.")),
    Reason("same_name", "EV-RUL-11", mark("It has this trait: only that card can be replaced.")),
    Reason("population_full", "EV-PLAY-12", mark("Its population is at its most, 6.")),
    Reason("body_full", "EV-PLAY-12", mark("Its body size is at its most, 6.")),
    Reason("no_board_left", "EV-RUL-42", mark("One seat has at most 120 species at this table.")),
    Reason("no_start_effect", "EV-REV-06", mark("It has no such effect at the start of feeding.")),
    Reason("no_room", "EV-FEED-08", mark("It is fed and has no room for another food token.")),
    Reason("hole_empty", "EV-HERB-03", mark("The watering hole is empty.")),
    Reason("is_carnivore", "EV-CARN-01", mark("A carnivore never eats plants.")),
    Reason("not_carnivore", "EV-CARN-02", mark("Only a carnivore attacks.")),
    Reason("hungry_first", "EV-RUL-23", mark("You have a hungry species that can eat now.")),
    Reason("must_feed", "EV-FEED-06", mark("A hungry species must eat if it can.")),
    Reason("no_prey", "EV-CARN-04", mark("There is no species it could attack.")),
    Reason("itself", "EV-CARN-03", mark("It cannot attack itself.")),
    Reason("too_big", "EV-CARN-04", mark("The attacker is not larger than this species.")),
    Reason("hard_shell", "EV-SHL-01", mark("Hard Shell: with 3 more it is too large.")),
    Reason("climbs", "EV-CLB-01", mark("Climbing: only a climber can attack it.")),
    Reason(
        "herd",
        "EV-HRD-01",
        mark("Defensive Herding: the attacker's population is not greater than its own."),
    ),
    Reason(
        "symbiosis", "EV-SYM-01", mark("Symbiosis: its right neighbour is larger and protects it.")
    ),
    Reason("burrowed", "EV-BUR-01", mark("Burrowing: a fed species cannot be attacked.")),
    Reason("warned", "EV-WRN-01", mark("Warning Call: a neighbour warns it of all but an ambush.")),
    Reason("no_intelligence", "EV-INT-04", mark("It does not have Intelligence.")),
    Reason("no_card_left", "EV-INT-04", mark("You have no hand card left for it.")),
    Reason("not_nameable", "EV-RUL-26", mark("This trait cannot be ignored.")),
    Reason("ignored_already", "EV-INT-04", mark("This attack ignores that trait already.")),
    Reason("no_prey_left", "EV-RUL-26", mark("With the cards left there would be no legal prey.")),
    Reason("no_forage", "EV-FOR-02", mark("Foraging takes no extra food token there.")),
    Reason("no_window", "EV-RUL-17", mark("Intelligence is used between feeding turns.")),
    Reason("too_much_fat", "EV-FAT-02", mark("There is no room for that many on Fat Tissue.")),
    Reason("too_little_fat", "EV-RUL-18", mark("At least one food token has to be taken.")),
)
_codes = {reason.name: code for code, reason in enumerate(REASONS)}

OK = _codes["ok"]
NOT_YOUR_DECISION = _codes["not_your_decision"]
GAME_IS_OVER = _codes["game_over"]
WRONG_PHASE = _codes["wrong_phase"]
FINISH_CHOICE = _codes["finish_choice"]
ANSWER_FIRST = _codes["answer_first"]
NOTHING_CHOSEN = _codes["nothing_chosen"]
NOT_IN_HAND = _codes["not_in_hand"]
NO_SUCH_SPECIES = _codes["no_such_species"]
NOT_YOUR_SPECIES = _codes["not_your_species"]
DUPLICATE = _codes["duplicate"]
NOT_FULL = _codes["not_full"]
NO_SUCH_TRAIT = _codes["no_such_trait"]
SAME_NAME = _codes["same_name"]
POPULATION_FULL = _codes["population_full"]
BODY_FULL = _codes["body_full"]
NO_BOARD_LEFT = _codes["no_board_left"]
NO_START_EFFECT = _codes["no_start_effect"]
NO_ROOM = _codes["no_room"]
HOLE_EMPTY = _codes["hole_empty"]
IS_CARNIVORE = _codes["is_carnivore"]
NOT_CARNIVORE = _codes["not_carnivore"]
HUNGRY_FIRST = _codes["hungry_first"]
MUST_FEED = _codes["must_feed"]
NO_PREY = _codes["no_prey"]
ITSELF = _codes["itself"]
TOO_BIG = _codes["too_big"]
SHELLED = _codes["hard_shell"]
CLIMBS = _codes["climbs"]
HERD = _codes["herd"]
SYMBIOTIC = _codes["symbiosis"]
BURROWED = _codes["burrowed"]
WARNED = _codes["warned"]
NO_INTELLIGENCE = _codes["no_intelligence"]
NO_CARD_LEFT = _codes["no_card_left"]
NOT_NAMEABLE = _codes["not_nameable"]
IGNORED_ALREADY = _codes["ignored_already"]
NO_PREY_LEFT = _codes["no_prey_left"]
NO_FORAGE = _codes["no_forage"]
NO_WINDOW = _codes["no_window"]
TOO_MUCH_FAT = _codes["too_much_fat"]
TOO_LITTLE_FAT = _codes["too_little_fat"]
