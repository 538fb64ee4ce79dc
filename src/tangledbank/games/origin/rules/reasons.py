"""Why an action is refused: a code, the clause behind it, and the sentence in plain words."""

from __future__ import annotations

from tangledbank.games.shared.reasons import Reason
from tangledbank.text import mark

REASONS = (
    Reason("ok", "", mark("This is possible.")),
    Reason("not_your_decision", "OS-TRN-02", mark("It is not your decision now.")),
    Reason("game_over", "OS-END-03", mark("The game is over.")),
    Reason("wrong_phase", "OS-TRN-01", mark("That belongs to another phase of the turn.")),
    Reason("finish_choice", "OS-DEV-02", mark("Finish or take back the choice you have begun.")),
    Reason("answer_first", "OS-RUL-44", mark("Answer the open question first.")),
    Reason("nothing_chosen", "OS-DEV-02", mark("Choose what to do first, then its target.")),
    Reason("not_in_hand", "OS-DEV-01", mark("You have no such card in your hand.")),
    Reason("no_such_side", "OS-DBL-02", mark("This card does not carry that ability.")),
    Reason("no_such_animal", "OS-PRED-02", mark("There is no such animal in play.")),
    Reason("no_such_card", "OS-TAIL-01", mark("There is no such card in play.")),
    Reason("no_target", "OS-RUL-03", mark("There is no animal this ability could go on.")),
    Reason("not_your_animal", "OS-TRT-03", mark("That animal is not yours.")),
    Reason("own_animal", "OS-PAR-01", mark("A parasite goes only on another player's animal.")),
    Reason("has_parasite", "OS-PAR-02", mark("That animal has a parasite already.")),
    Reason("duplicate", "OS-TRT-02", mark("That animal has this ability already.")),
    Reason(
        "scavenger_and_carnivore",
        "OS-SCV-03",
        mark("An animal cannot be both scavenger and carnivore."),
    ),
    Reason("same_animal", "OS-PAIR-01", mark("A pair ability needs two different animals.")),
    Reason("pair_exists", "OS-PAIR-04", mark("These two animals share this ability already.")),
    Reason(
        "main_action_done",
        "OS-FEED-02",
        mark("You have taken food, attacked or used fat in this feeding turn already."),
    ),
    Reason("bank_empty", "OS-FEED-01", mark("The food bank is empty.")),
    Reason("hibernating", "OS-HIB-04", mark("It hibernates and takes no food.")),
    Reason("symbiont_hungry", "OS-SYM-03", mark("Its symbiont has to be fed first.")),
    Reason("full", "OS-FEED-06", mark("It is fed and has no free fat card.")),
    Reason("duty", "OS-FEED-08", mark("While there is food and your animals can eat, you must.")),
    Reason("not_carnivore", "OS-PRED-01", mark("Only a carnivore can attack.")),
    Reason("has_hunted", "OS-PRED-04", mark("This predator has attacked this turn already.")),
    Reason("no_prey", "OS-PRED-02", mark("There is no animal it could attack.")),
    Reason("itself", "OS-PRED-02", mark("It cannot choose itself.")),
    Reason("swims", "OS-SWM-01", mark("Swimming: only a swimming predator can attack it.")),
    Reason(
        "only_swimmers", "OS-SWM-02", mark("A swimming predator attacks only swimming animals.")
    ),
    Reason("too_large", "OS-BIG-01", mark("Large: only a large predator can attack it.")),
    Reason("hidden", "OS-CAM-01", mark("Camouflage: only sharp vision can find it.")),
    Reason("in_burrow", "OS-BUR-01", mark("Burrowing: while it is fed it cannot be attacked.")),
    Reason("protected", "OS-SYM-02", mark("Symbiosis: its living symbiont protects it.")),
    Reason("no_fat", "OS-FAT-04", mark("It has not that many yellow tokens.")),
    Reason("fed", "OS-RUL-17", mark("It is fed already; turning fat would be wasted.")),
    Reason("too_much_fat", "OS-RUL-17", mark("It does not need that many tokens.")),
    Reason("lacks_ability", "OS-TRT-06", mark("It does not have this ability.")),
    Reason("used_this_turn", "OS-PIR-01", mark("This ability was used this turn already.")),
    Reason("pirate_fed", "OS-PIR-03", mark("A fed animal cannot use piracy.")),
    Reason("no_loot", "OS-RUL-18", mark("No other unfed animal has a red or blue token.")),
    Reason("victim_fed", "OS-PIR-01", mark("Piracy takes only from an unfed animal.")),
    Reason("no_such_token", "OS-RUL-18", mark("That animal has no token of this colour.")),
    Reason("grazed_already", "OS-RUL-19", mark("It has trampled in this feeding turn already.")),
    Reason("slept_last_turn", "OS-HIB-02", mark("It hibernated last turn.")),
    Reason("last_turn", "OS-HIB-03", mark("There is no hibernation in the last turn.")),
    Reason("asleep", "OS-RUL-20", mark("It hibernates already.")),
    Reason("no_attack", "OS-TRT-04", mark("There is no attack to answer.")),
    Reason("cannot_run", "OS-RUN-01", mark("The attacked animal is not a runner.")),
    Reason("has_run", "OS-RUN-01", mark("It has rolled for running already.")),
    Reason("cannot_mimic", "OS-MIM-01", mark("The attacked animal has no mimicry.")),
    Reason("mimicry_spent", "OS-MIM-02", mark("Mimicry works only at the first attack of a turn.")),
    Reason("no_tail", "OS-TAIL-01", mark("The attacked animal has no tail loss.")),
    Reason("not_its_card", "OS-TAIL-01", mark("That card does not belong to the attacked animal.")),
    Reason("must_run", "OS-RUN-03", mark("Running cannot be declined.")),
    Reason("must_mimic", "OS-MIM-01", mark("Mimicry cannot be declined.")),
    Reason("must_drop", "OS-RUL-27", mark("By this table's option tail loss cannot be declined.")),
    Reason("not_armed", "OS-PAIR-06", mark("That pair ability has nothing to do now.")),
    Reason("links_forced", "OS-RUL-15", mark("Pair abilities that can work must work.")),
    Reason("not_scavenger", "OS-SCV-01", mark("That animal is no scavenger.")),
    Reason("no_carrion", "OS-SCV-01", mark("No animal has just been eaten.")),
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
NO_SUCH_SIDE = _codes["no_such_side"]
NO_SUCH_ANIMAL = _codes["no_such_animal"]
NO_SUCH_CARD = _codes["no_such_card"]
NO_TARGET = _codes["no_target"]
NOT_YOUR_ANIMAL = _codes["not_your_animal"]
OWN_ANIMAL = _codes["own_animal"]
HAS_PARASITE = _codes["has_parasite"]
DUPLICATE = _codes["duplicate"]
SCAVENGER_AND_CARNIVORE = _codes["scavenger_and_carnivore"]
SAME_ANIMAL = _codes["same_animal"]
PAIR_EXISTS = _codes["pair_exists"]
MAIN_ACTION_DONE = _codes["main_action_done"]
BANK_EMPTY = _codes["bank_empty"]
IS_HIBERNATING = _codes["hibernating"]
SYMBIONT_HUNGRY = _codes["symbiont_hungry"]
FULL = _codes["full"]
DUTY = _codes["duty"]
NOT_CARNIVORE = _codes["not_carnivore"]
HAS_HUNTED = _codes["has_hunted"]
NO_PREY = _codes["no_prey"]
ITSELF = _codes["itself"]
SWIMS = _codes["swims"]
ONLY_SWIMMERS = _codes["only_swimmers"]
TOO_LARGE = _codes["too_large"]
HIDDEN = _codes["hidden"]
IN_BURROW = _codes["in_burrow"]
PROTECTED = _codes["protected"]
NO_FAT = _codes["no_fat"]
IS_FED = _codes["fed"]
TOO_MUCH_FAT = _codes["too_much_fat"]
LACKS_ABILITY = _codes["lacks_ability"]
USED_THIS_TURN = _codes["used_this_turn"]
PIRATE_FED = _codes["pirate_fed"]
NO_LOOT = _codes["no_loot"]
VICTIM_FED = _codes["victim_fed"]
NO_SUCH_TOKEN = _codes["no_such_token"]
GRAZED_ALREADY = _codes["grazed_already"]
SLEPT_LAST_TURN = _codes["slept_last_turn"]
IN_LAST_TURN = _codes["last_turn"]
ASLEEP = _codes["asleep"]
NO_ATTACK = _codes["no_attack"]
CANNOT_RUN = _codes["cannot_run"]
HAS_RUN = _codes["has_run"]
CANNOT_MIMIC = _codes["cannot_mimic"]
MIMICRY_SPENT = _codes["mimicry_spent"]
NO_TAIL = _codes["no_tail"]
NOT_ITS_CARD = _codes["not_its_card"]
MUST_RUN = _codes["must_run"]
MUST_MIMIC = _codes["must_mimic"]
MUST_DROP = _codes["must_drop"]
NOT_ARMED = _codes["not_armed"]
LINKS_FORCED = _codes["links_forced"]
NOT_SCAVENGER = _codes["not_scavenger"]
NO_CARRION = _codes["no_carrion"]
