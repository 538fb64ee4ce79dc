"""What a seat can do, and why it may not. The order of both is part of recorded games."""

from __future__ import annotations

from tangledbank.games.darwin.rules.decks import MAX_CARDS
from tangledbank.games.darwin.rules.state import HAND, MAX_SEATS, MAX_SPECIES, PLACES, SIZES, Stage
from tangledbank.games.shared.rows import Act, Field, Offer, ReasonRow, Role, VerbRow
from tangledbank.kernel.compiling import rule
from tangledbank.kernel.records import Ints
from tangledbank.text import mark

BEFORE_PASSING = "draft.why_passed"
SIZE = Field("size", "size", len(SIZES))
COUNT = Field("count", "count", HAND, first=1)
BIOME = Field("biome", "biome", PLACES, refuses=BEFORE_PASSING)
DRAWER = Field("drawer", "seat", MAX_SEATS)


def card(name: str = "card", refuses: str = "") -> Field:
    """A card by its kind."""
    return Field(name, "card", MAX_CARDS, refuses=refuses)


def species(refuses: str = "") -> Field:
    """A species on the table."""
    return Field("species", "species", MAX_SPECIES, refuses=refuses)


class Verb(VerbRow):
    """Everything a seat can do. A turn is a draft: nothing happens before it is ended."""

    PASS = Act(
        Stage.TURN, "turn.pass_turn", mark("no base action any more in this era"),
        (Offer(mark("Pass: no base action any more in this era")),
         Offer(mark("Pass: no base action any more in this era, and no exchange"), form="trade")),
        refuses="turn.why_no_pass", role=Role.END,
    )  # fmt: skip
    END = Act(
        Stage.TURN, "turn.end_turn", mark("end the turn: what is begun becomes final"),
        (Offer(mark("End the turn: all this becomes final")),), refuses="draft.why_no_end",
        role=Role.END,
    )  # fmt: skip
    REVISE = Act(
        Stage.TURN, "draft.drop_base_action", mark("drop the base action that is begun"),
        (Offer(mark("Take the base action back")),), refuses="draft.why_no_revise", role=Role.STEP,
    )  # fmt: skip
    UNTRADE = Act(
        Stage.TURN, "draft.untrade", mark("cancel the exchange"),
        (Offer(mark("Cancel the exchange")),
         Offer(mark("Keep the card: no exchange"), form="half")),
        refuses="draft.why_no_untrade", role=Role.STEP,
    )  # fmt: skip
    NEW_HAND = Act(
        Stage.TURN, "drawing.new_hand", mark("discard all cards and draw five of each size"),
        (Offer(mark("Discard the whole hand and draw five small and five large cards")),),
        refuses="drawing.why_no_new_hand", role=Role.DEED,
    )  # fmt: skip
    DRAW_REST = Act(
        (), "drawing.draw_rest", mark("let the rest be drawn evenly"),
        (Offer(mark("Draw what is missing evenly from both decks")),),
        refuses="drawing.why_nothing_to_draw", role=Role.DEED,
    )  # fmt: skip
    DONE = Act(
        (Stage.SHOW, Stage.TIDY), "transition.be_done", mark("show, or discard, no more cards"),
        (Offer(mark("Show no more cards"), form="show"),
         Offer(mark("Keep the other cards"), form="tidy")), role=Role.END,
    )  # fmt: skip
    STAY = Act(
        Stage.TURN, "turn.leave_turn", mark("after passing: no exchange this time"),
        (Offer(mark("Exchange nothing this time")),), refuses="turn.why_not_stay", role=Role.END,
    )  # fmt: skip
    REFUSE = Act(
        Stage.ANSWER, "teams.refuse", mark("do not give the teammate what they ask for"),
        (Offer(mark("Refuse")),), role=Role.DEED,
    )  # fmt: skip
    AGREE = Act(
        Stage.ANSWER, "teams.agree", mark("hand the species over"),
        (Offer(mark("Hand {species} over to your teammate")),), refuses="teams.why_not_agree",
        role=Role.DEED,
    )  # fmt: skip
    LET_DRAW = Act(
        Stage.PAY, "teams.let_draw", mark("pay by letting the other team draw"),
        (Offer(mark("Pay by letting the other team draw")),), refuses="teams.why_not_let_draw",
        role=Role.DEED,
    )  # fmt: skip
    DECLINE = Act(
        Stage.TEAM, "teams.decline", mark("do not draw a card"),
        (Offer(mark("Nobody of your team draws")),), role=Role.DEED,
    )  # fmt: skip
    ASK = Act(
        Stage.TURN, "teams.ask", mark("ask the teammate for a card of their choice"),
        (Offer(mark("Ask your teammate for a card of their choice"), mark("Ask teammate for"),
               mark("any card")),),
        refuses="teams.why_not_ask", role=Role.DEED,
    )  # fmt: skip
    DRAW = Act(
        (), "drawing.draw", mark("draw from one of the decks"),
        (Offer(mark("Draw a small card"), mark("Draw small"), mark("1 card"), form="small"),
         Offer(mark("Draw a large card"), mark("Draw large"), mark("1 card"), form="large"),
         Offer(mark("Draw {count} small cards"), mark("Draw small"), mark("{count} cards"),
               form="small several"),
         Offer(mark("Draw {count} large cards"), mark("Draw large"), mark("{count} cards"),
               form="large several")),
        fields=(SIZE, COUNT), refuses="drawing.why_no_draw", role=Role.DEED,
    )  # fmt: skip
    REDRAW = Act(
        Stage.TURN, "drawing.redraw", mark("keep this card, discard the others and draw nine"),
        (Offer(mark("Keep {card}, discard the other cards and draw nine"), mark("Redraw, keep")),),
        fields=(card("keep"),), refuses="drawing.why_no_redraw", role=Role.DEED,
    )  # fmt: skip
    GIVE = Act(
        Stage.TURN, "draft.give", mark("put a card into the trade zone …"),
        (Offer(mark("Trade {card} for a card of the trade zone"), mark("Trade away")),),
        fields=(card(),), refuses="draft.why_no_give", then={"take": ("take", "card")},
        role=Role.STEP,
    )  # fmt: skip
    TAKE = Act(
        Stage.TURN, "draft.take", mark("… and take this one"),
        (Offer(mark("Take {card} from the trade zone"), mark("Take")),),
        fields=(card(),), refuses="draft.why_no_take", role=Role.STEP,
    )  # fmt: skip
    CREATE = Act(
        Stage.TURN, "draft.create", mark("begin a new species with its torso"),
        (Offer(mark("Create a species on {card}"), mark("Create on")),),
        fields=(card("torso", BEFORE_PASSING),), refuses="draft.why_no_create",
        then={"add": ("add", "card"), "place": ("place", "biome")}, many=("add",), role=Role.STEP,
    )  # fmt: skip
    ADD = Act(
        Stage.TURN, "draft.add", mark("… with this card; also a mutation"),
        (Offer(mark("Add {card}"), mark("Add")),),
        fields=(card("card", BEFORE_PASSING),), refuses="draft.why_no_add", role=Role.STEP,
    )  # fmt: skip
    PLACE = Act(
        Stage.TURN, "draft.choose_biome", mark("… in this biome"),
        (Offer(mark("Lay it in {biome}"), mark("Lay it in")),),
        fields=(BIOME,), refuses="draft.why_no_place", role=Role.STEP,
    )  # fmt: skip
    MUTATE = Act(
        Stage.TURN, "draft.mutate", mark("begin to mutate a species"),
        (Offer(mark("Mutate {species}"), mark("Mutate")),),
        fields=(species(BEFORE_PASSING),), refuses="draft.why_no_mutate",
        then={"remove": ("remove", "card"), "replace": ("replace", "card"),
              "with": ("with", "card"), "add": ("add", "card")}, many=("add", "remove"),
        role=Role.STEP,
    )  # fmt: skip
    REMOVE = Act(
        Stage.TURN, "draft.remove_part", mark("… without this card"),
        (Offer(mark("Take {card} off"), mark("Take off")),),
        fields=(card("card", BEFORE_PASSING),), refuses="draft.why_no_remove", role=Role.STEP,
    )  # fmt: skip
    REPLACE = Act(
        Stage.TURN, "draft.replace", mark("… with this card replaced …"),
        (Offer(mark("Replace {card}"), mark("Replace")),),
        fields=(card("card", BEFORE_PASSING),), refuses="draft.why_no_replace",
        then={"with": ("with", "card")}, role=Role.STEP,
    )  # fmt: skip
    WITH = Act(
        Stage.TURN, "draft.put_in", mark("… by this one"),
        (Offer(mark("Put {card} in its place"), mark("Put there")),),
        fields=(card("card", BEFORE_PASSING),), refuses="draft.why_no_with", role=Role.STEP,
    )  # fmt: skip
    MIGRATE = Act(
        Stage.TURN, "draft.migrate", mark("begin to move a species"),
        (Offer(mark("Move {species} to another biome"), mark("Move")),),
        fields=(species(BEFORE_PASSING),), refuses="draft.why_no_migrate",
        then={"to": ("to", "biome")}, role=Role.STEP,
    )  # fmt: skip
    TO = Act(
        Stage.TURN, "draft.choose_biome", mark("… to this biome"),
        (Offer(mark("Move it to {biome}"), mark("Move it to")),),
        fields=(BIOME,), refuses="draft.why_no_target", role=Role.STEP,
    )  # fmt: skip
    SHOW = Act(
        Stage.SHOW, "teams.show", mark("show the teammate a card"),
        (Offer(mark("Show {card} to your teammate"), mark("Show")),),
        fields=(card(),), refuses="teams.why_no_show", role=Role.DEED,
    )  # fmt: skip
    ASK_FOR = Act(
        Stage.TURN, "teams.ask_for_card", mark("ask the teammate for this card"),
        (Offer(mark("Ask your teammate for {card}"), mark("Ask teammate for")),),
        fields=(card(),), refuses="teams.why_no_ask", role=Role.DEED,
    )  # fmt: skip
    HAND_OVER = Act(
        Stage.ANSWER, "teams.hand_over", mark("give the teammate a card"),
        (Offer(mark("Give {card} to your teammate"), mark("Give")),),
        fields=(card(),), refuses="teams.why_not_hand_over", role=Role.DEED,
    )  # fmt: skip
    PAY = Act(
        Stage.PAY, "teams.pay", mark("pay with a card for the trade zone"),
        (Offer(mark("Pay with {card}, which goes into the trade zone"), mark("Pay with")),),
        fields=(card(),), refuses="teams.why_no_payment", role=Role.DEED,
    )  # fmt: skip
    TAKE_OVER = Act(
        Stage.TURN, "teams.ask_for_species", mark("ask for the teammate's species"),
        (Offer(mark("Ask your teammate for {species}"), mark("Ask teammate for")),),
        fields=(species(),), refuses="teams.why_no_take_over", role=Role.DEED,
    )  # fmt: skip
    DRAWER = Act(
        Stage.TEAM, "teams.name_drawer", mark("this one of the team draws"),
        (Offer(mark("You draw a card for your team")),
         Offer(mark("Your teammate draws a card for your team"), form="mate")),
        fields=(DRAWER,), refuses="teams.why_no_drawer", role=Role.DEED,
    )  # fmt: skip
    DEVOUR = Act(
        Stage.PREY, "evaluation.doom", mark("this of the tied prey is devoured"),
        (Offer(mark("{species} is devoured"), mark("Devoured is")),),
        fields=(species(),), refuses="evaluation.why_no_prey", role=Role.DEED,
    )  # fmt: skip
    LOSE = Act(
        Stage.DEGENERATE, "events.choose_loss", mark("this card degenerates"),
        (Offer(mark("{species} loses {card}"), mark("{species} loses")),),
        fields=(card(),), refuses="events.why_no_loss", role=Role.DEED,
    )  # fmt: skip
    SACRIFICE = Act(
        Stage.INVADE, "events.sacrifice", mark("this species falls to invaders"),
        (Offer(mark("Lose {species}"), mark("Lose")),),
        fields=(species(),), refuses="events.why_no_sacrifice", role=Role.DEED,
    )  # fmt: skip
    POINT = Act(
        Stage.INVADE, "events.give_point", mark("one of its points goes here"),
        (Offer(mark("One point goes to {species}"), mark("One point to")),),
        fields=(species(),), refuses="events.why_no_point", role=Role.DEED,
    )  # fmt: skip
    POINTS = Act(
        Stage.INVADE, "events.give_points", mark("all the rest go here"),
        (Offer(mark("All its points go to {species}"), mark("All points to")),),
        fields=(species(),), refuses="events.why_no_gift", role=Role.DEED,
    )  # fmt: skip
    DISCARD = Act(
        Stage.TIDY, "transition.tidy", mark("discard a leftover card"),
        (Offer(mark("Discard {card}"), mark("Discard")),),
        fields=(card(),), refuses="piles.why_not_in_hand", role=Role.DEED,
    )  # fmt: skip
    SHOW_ALL = Act(
        Stage.TURN, "teams.show_openly", mark("show everybody a card"),
        (Offer(mark("Show {card} to everybody"), mark("Show everybody")),),
        fields=(card(),), refuses="teams.why_no_open_show", role=Role.DEED,
    )  # fmt: skip


ACTION_COUNT = Verb.count()

# The longest legal list: a turn not yet begun offers each card of the hand up to four times
# (redraw, trade, create, show), each card of the teammate once, each own species twice and each of
# the teammate once, and a few plain ones; hand and teammate's hand together are at most all cards.
MAX_LEGAL = 4 * MAX_CARDS + 40 + 13


class Reason(ReasonRow):
    """Each reason with its clause and its sentence; `details` fills in the words in braces.

    A reason that several actions share names the clause that holds for all of them: what a biome
    asks for and that there is food are tested when a species is created, mutates or migrates.
    """

    OK = "", mark("This is possible.")
    NOT_YOUR_DECISION = "DC-TURN-13", mark("It is not your decision now.")
    GAME_OVER = "DC-END-1", mark("The game is over.")
    WRONG_MOMENT = "DC-TURN-2", mark("That belongs to another part of the game.")
    DRAW_FIRST = "DC-SP-78", mark("Draw your {cards} cards first.")
    NOTHING_TO_DRAW = "DC-SETUP-12", mark("You have no cards to draw now.")
    TOO_MANY_CARDS = "DC-SETUP-12", mark("You draw {cards} cards, no more.")
    DECK_EMPTY = "DC-SP-58", mark("No card of that size is left to draw.")
    FINISH_CHOICE = "DC-SP-12", mark("Finish or take back the choice you have begun.")
    NOTHING_BEGUN = "DC-TURN-3", mark("Begin with create, mutate or migrate.")
    NOT_IN_HAND = "DC-CREATE-1", mark("You have no such card in your hand.")
    IN_USE = "DC-SP-12", mark("That card is already used in this turn.")
    NOT_IN_ZONE = "DC-TRADE-2", mark("That card is not in the trade zone.")
    ZONE_EMPTY = "DC-TRADE-2", mark("The trade zone is empty.")
    ALREADY_TRADED = "DC-TRADE-1", mark("You exchange one card a turn; take that back.")
    NO_TRADE = "DC-TRADE-3", mark("There is no exchange to take back.")
    HAS_PASSED = "DC-TURN-6", mark("You have passed for this era.")
    HAS_ACTED = "DC-REDRAW-3", mark("That is open only before your first action.")
    ALREADY_REDRAWN = "DC-REDRAW-2", mark("Once an era, with an unchanged hand.")
    CAN_CREATE = "DC-REDRAW-5", mark("Your hand can create a species: keep it.")
    NOT_FIRST_ERA = "DC-REDRAW-5", mark("A wholly new hand is for the first era.")
    NO_SUCH_SPECIES = "DC-DEF-1", mark("There is no such species in play.")
    NOT_YOUR_SPECIES = "DC-MUTATE-1", mark("That species is not yours.")
    ALREADY_DONE = "DC-TURN-8", mark("It has had its base action in this era.")
    BASE_ACTION_MADE = "DC-TURN-3", mark("One base action a turn; take that one back.")
    ONLY_CREATE = "DC-BEG-4", mark("Species are only created now.")
    CHILDREN_CREATE = "DC-KIDS-6", mark("In this game species are only created.")
    NO_CREATE = "DC-BEG-10", mark("No new species in this round of the beginner game.")
    NO_TOKENS = "DC-SP-17", mark("All your 12 player tokens are on the table.")
    NO_HEAD = "DC-CREATE-2", mark("A species needs a head; you have none.")
    HEAD_MISSING = "DC-CREATE-2", mark("A species needs a head; add one first.")
    NOT_A_TORSO = "DC-CREATE-2", mark("Begin a species with its torso.")
    NO_POINT = "DC-CREATE-4", mark("There is no free attachment point for it.")
    HEAD_OR_TORSO = "DC-MUTATE-14", mark("A head or torso can only be replaced.")
    NOT_ON_SPECIES = "DC-MUTATE-3", mark("The species has no such card.")
    JUST_ADDED = "DC-SP-18", mark("That card was added in this very action.")
    TWO_MUTATIONS = "DC-MUTATE-1", mark("At most two mutations in one turn.")
    OTHER_PART = "DC-MUTATE-5", mark("A card is replaced by one of the same kind.")
    NO_REPLACEMENT = "DC-MUTATE-5", mark("You have no card that can take its place.")
    NOT_MUTATED = "DC-TURN-3", mark("Nothing about the species has changed yet.")
    LACKS = "DC-DEF-11", mark("{biome}: it needs {abilities}.")
    LACKS_ANY = "DC-DEF-12", mark("{biome}: it needs {abilities}.")
    FORBIDDEN = "DC-DEF-11", mark("{biome}: it must not have {abilities}.")
    UNINHABITABLE = "DC-EVENT-26", mark("The volcano is uninhabitable in this era.")
    TOO_LITTLE_FOOD = "DC-TURN-11", mark("{biome}: it would get {got} of the {need} food it needs.")
    SAME_BIOME = "DC-MIGRATE-1", mark("It lies in that biome already.")
    NO_SUCH_BIOME = "DC-SETUP-7", mark("No biome lies there.")
    NO_BIOME_FITS = "DC-MIGRATE-3", mark("It meets the requirements of no other biome.")
    DRIFT = "DC-EVENT-32", mark("Continental drift: it cannot cross to the other side.")
    NOT_TEAMS = "DC-2V2-6", mark("That is for 2 against 2 only.")
    SHOWN_ENOUGH = "DC-2V2-7", mark("You show at most 4 cards.")
    SEEN_ALREADY = "DC-2V2-7", mark("Your teammate knows that card.")
    MATE_HAS_NOT = "DC-2V2-8", mark("You have not seen that card in their hand.")
    MATE_HAND_EMPTY = "DC-2V2-8", mark("Your teammate has no cards.")
    REFUSED_BEFORE = "DC-SP-65", mark("Your teammate has refused that this turn.")
    ANOTHER_CARD = "DC-SP-65", mark("You were asked for another card.")
    OWN_PAYMENT = "DC-SP-65", mark("A card cannot pay for itself.")
    HALF_PAID = "DC-2V2-13", mark("You have begun to pay with cards.")
    BOTH_PASSED = "DC-2V2-14", mark("Both of them have passed: they cannot draw.")
    CANNOT_PAY = "DC-SP-66", mark("You could not pay for it.")
    TOOK_OVER_ONCE = "DC-SP-66", mark("One take-over a turn.")
    NOT_TEAMMATES = "DC-2V2-11", mark("That species is not your teammate's.")
    OTHER_TEAM = "DC-2V2-10", mark("Only one of the other team can draw.")
    NOT_PREY = "DC-EVAL-14", mark("Only fully tied prey can be chosen.")
    NOT_HIT = "DC-EVENT-2", mark("Only species of four or more cards lose one.")
    CHOSEN_ALREADY = "DC-SP-47", mark("You have chosen that already.")
    NEVER_DEGENERATES = "DC-EVENT-4", mark("A head or torso never degenerates.")
    NOT_RICHEST = "DC-EVENT-15", mark("The species with the most points is lost.")
    NOTHING_LOST = "DC-EVENT-15", mark("First choose the species that is lost.")
    LOST_ALREADY = "DC-SP-50", mark("You have chosen the species that is lost.")
    IS_LOST = "DC-EVENT-16", mark("That species is the one that is lost.")
    LAST_POINT = "DC-EVENT-16", mark("Only one point is left: give all that is left.")
    ALL_KNOW_IT = "DC-SP-82", mark("Everybody knows that card.")


@rule
def offer(out: Ints, count: int, action: int, why: int) -> int:
    """Write an action into a legal list unless something speaks against it; its length then."""
    if why != Reason.OK:
        return count
    out[count] = action
    return count + 1
