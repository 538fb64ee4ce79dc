"""What a seat can do: each verb with its rules and its texts. The order is part of all numbers."""

from __future__ import annotations

from tangledbank.games.darwin.rules.decks import MAX_CARDS
from tangledbank.games.darwin.rules.state import HAND, MAX_SEATS, MAX_SPECIES, PLACES, SIZES, Stage
from tangledbank.games.shared.rows import Act, Field, Offer, VerbRow
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
    """Everything a seat can do."""

    PASS = Act(
        Stage.TURN,
        "turn.pass_turn",
        mark("no base action any more in this era"),
        (
            Offer(mark("Pass: no base action any more in this era")),
            Offer(mark("Pass: no base action any more in this era, and no exchange"), form="trade"),
        ),
        refuses="turn.why_no_pass",
    )
    END = Act(
        Stage.TURN,
        "turn.end_turn",
        mark("end the turn: what is begun becomes final"),
        (Offer(mark("End the turn: all this becomes final")),),
        refuses="draft.why_no_end",
    )
    REVISE = Act(
        Stage.TURN,
        "draft.drop_base_action",
        mark("drop the base action that is begun"),
        (Offer(mark("Take the base action back")),),
        refuses="draft.why_no_revise",
    )
    UNTRADE = Act(
        Stage.TURN,
        "draft.untrade",
        mark("cancel the exchange"),
        (
            Offer(mark("Cancel the exchange")),
            Offer(mark("Keep the card: no exchange"), form="half"),
        ),
        refuses="draft.why_no_untrade",
    )
    NEW_HAND = Act(
        Stage.TURN,
        "drawing.new_hand",
        mark("discard all cards and draw five of each size"),
        (Offer(mark("Discard the whole hand and draw five small and five large cards")),),
        refuses="drawing.why_no_new_hand",
    )
    DRAW_REST = Act(
        (),
        "drawing.draw_rest",
        mark("let the rest be drawn evenly"),
        (Offer(mark("Draw what is missing evenly from both decks")),),
        refuses="drawing.why_nothing_to_draw",
    )
    DONE = Act(
        (Stage.SHOW, Stage.TIDY),
        "transition.be_done",
        mark("show, or discard, no more cards"),
        (
            Offer(mark("Show no more cards"), form="show"),
            Offer(mark("Keep the other cards"), form="tidy"),
        ),
    )
    STAY = Act(
        Stage.TURN,
        "turn.leave_turn",
        mark("after passing: no exchange this time"),
        (Offer(mark("Exchange nothing this time")),),
        refuses="turn.why_not_stay",
    )
    REFUSE = Act(
        Stage.ANSWER,
        "teams.refuse",
        mark("do not give the teammate what they ask for"),
        (Offer(mark("Refuse")),),
    )
    AGREE = Act(
        Stage.ANSWER,
        "teams.agree",
        mark("hand the species over"),
        (Offer(mark("Hand {species} over to your teammate")),),
        refuses="teams.why_not_agree",
    )
    LET_DRAW = Act(
        Stage.PAY,
        "teams.let_draw",
        mark("pay by letting the other team draw"),
        (Offer(mark("Pay by letting the other team draw")),),
        refuses="teams.why_not_let_draw",
    )
    DECLINE = Act(
        Stage.TEAM,
        "teams.decline",
        mark("do not draw a card"),
        (Offer(mark("Nobody of your team draws")),),
    )
    ASK = Act(
        Stage.TURN,
        "teams.ask",
        mark("ask the teammate for a card of their choice"),
        (
            Offer(
                mark("Ask your teammate for a card of their choice"),
                mark("Ask teammate for"),
                mark("any card"),
            ),
        ),
        refuses="teams.why_not_ask",
    )
    DRAW = Act(
        (),
        "drawing.draw",
        mark("draw from one of the decks"),
        (
            Offer(mark("Draw a small card"), mark("Draw small"), mark("1 card"), form="small"),
            Offer(mark("Draw a large card"), mark("Draw large"), mark("1 card"), form="large"),
            Offer(
                mark("Draw {count} small cards"),
                mark("Draw small"),
                mark("{count} cards"),
                form="small several",
            ),
            Offer(
                mark("Draw {count} large cards"),
                mark("Draw large"),
                mark("{count} cards"),
                form="large several",
            ),
        ),
        fields=(
            SIZE,
            COUNT,
        ),
        refuses="drawing.why_no_draw",
    )
    REDRAW = Act(
        Stage.TURN,
        "drawing.redraw",
        mark("keep this card, discard the others and draw nine"),
        (Offer(mark("Keep {card}, discard the other cards and draw nine"), mark("Redraw, keep")),),
        fields=(card("keep"),),
        refuses="drawing.why_no_redraw",
    )
    GIVE = Act(
        Stage.TURN,
        "draft.give",
        mark("put a card into the trade zone …"),
        (Offer(mark("Trade {card} for a card of the trade zone"), mark("Trade away")),),
        fields=(card(),),
        refuses="draft.why_no_give",
        then={"take": ("take", "card")},
    )
    TAKE = Act(
        Stage.TURN,
        "draft.take",
        mark("… and take this one"),
        (Offer(mark("Take {card} from the trade zone"), mark("Take")),),
        fields=(card(),),
        refuses="draft.why_no_take",
    )
    CREATE = Act(
        Stage.TURN,
        "draft.create",
        mark("begin a new species with its torso"),
        (Offer(mark("Create a species on {card}"), mark("Create on")),),
        fields=(card("torso", BEFORE_PASSING),),
        refuses="draft.why_no_create",
        then={"add": ("add", "card"), "place": ("place", "biome")},
        many=("add",),
    )
    ADD = Act(
        Stage.TURN,
        "draft.add",
        mark("… with this card; also a mutation"),
        (Offer(mark("Add {card}"), mark("Add")),),
        fields=(card("card", BEFORE_PASSING),),
        refuses="draft.why_no_add",
    )
    PLACE = Act(
        Stage.TURN,
        "draft.place_draft",
        mark("… in this biome"),
        (Offer(mark("Lay it in {biome}"), mark("Lay it in")),),
        fields=(BIOME,),
        refuses="draft.why_no_place",
    )
    MUTATE = Act(
        Stage.TURN,
        "draft.mutate",
        mark("begin to mutate a species"),
        (Offer(mark("Mutate {species}"), mark("Mutate")),),
        fields=(species(BEFORE_PASSING),),
        refuses="draft.why_no_mutate",
        then={
            "remove": ("remove", "card"),
            "replace": ("replace", "card"),
            "with": ("with", "card"),
            "add": ("add", "card"),
        },
        many=("add", "remove"),
    )
    REMOVE = Act(
        Stage.TURN,
        "draft.remove_part",
        mark("… without this card"),
        (Offer(mark("Take {card} off"), mark("Take off")),),
        fields=(card("card", BEFORE_PASSING),),
        refuses="draft.why_no_remove",
    )
    REPLACE = Act(
        Stage.TURN,
        "draft.replace",
        mark("… with this card replaced …"),
        (Offer(mark("Replace {card}"), mark("Replace")),),
        fields=(card("card", BEFORE_PASSING),),
        refuses="draft.why_no_replace",
        then={"with": ("with", "card")},
    )
    WITH = Act(
        Stage.TURN,
        "draft.put_in",
        mark("… by this one"),
        (Offer(mark("Put {card} in its place"), mark("Put there")),),
        fields=(card("card", BEFORE_PASSING),),
        refuses="draft.why_no_with",
    )
    MIGRATE = Act(
        Stage.TURN,
        "draft.migrate",
        mark("begin to move a species"),
        (Offer(mark("Move {species} to another biome"), mark("Move")),),
        fields=(species(BEFORE_PASSING),),
        refuses="draft.why_no_migrate",
        then={"to": ("to", "biome")},
    )
    TO = Act(
        Stage.TURN,
        "draft.move_draft",
        mark("… to this biome"),
        (Offer(mark("Move it to {biome}"), mark("Move it to")),),
        fields=(BIOME,),
        refuses="draft.why_no_target",
    )
    SHOW = Act(
        Stage.SHOW,
        "teams.show",
        mark("show the teammate a card"),
        (Offer(mark("Show {card} to your teammate"), mark("Show")),),
        fields=(card(),),
        refuses="teams.why_no_show",
    )
    ASK_FOR = Act(
        Stage.TURN,
        "teams.ask_for_card",
        mark("ask the teammate for this card"),
        (Offer(mark("Ask your teammate for {card}"), mark("Ask teammate for")),),
        fields=(card(),),
        refuses="teams.why_no_ask",
    )
    HAND_OVER = Act(
        Stage.ANSWER,
        "teams.hand_over",
        mark("give the teammate a card"),
        (Offer(mark("Give {card} to your teammate"), mark("Give")),),
        fields=(card(),),
        refuses="teams.why_not_hand_over",
    )
    PAY = Act(
        Stage.PAY,
        "teams.pay",
        mark("pay with a card for the trade zone"),
        (Offer(mark("Pay with {card}, which goes into the trade zone"), mark("Pay with")),),
        fields=(card(),),
        refuses="teams.why_no_payment",
    )
    TAKE_OVER = Act(
        Stage.TURN,
        "teams.ask_for_species",
        mark("ask for the teammate's species"),
        (Offer(mark("Ask your teammate for {species}"), mark("Ask teammate for")),),
        fields=(species(),),
        refuses="teams.why_no_take_over",
    )
    DRAWER = Act(
        Stage.TEAM,
        "teams.name_drawer",
        mark("this one of the team draws"),
        (
            Offer(mark("You draw a card for your team")),
            Offer(mark("Your teammate draws a card for your team"), form="mate"),
        ),
        fields=(DRAWER,),
        refuses="teams.why_no_drawer",
    )
    DEVOUR = Act(
        Stage.PREY,
        "evaluation.doom",
        mark("this of the tied prey is devoured"),
        (Offer(mark("{species} is devoured"), mark("Devoured is")),),
        fields=(species(),),
        refuses="evaluation.why_no_prey",
    )
    LOSE = Act(
        Stage.DEGENERATE,
        "events.choose_loss",
        mark("this card degenerates"),
        (Offer(mark("{species} loses {card}"), mark("{species} loses")),),
        fields=(card(),),
        refuses="events.why_no_loss",
    )
    SACRIFICE = Act(
        Stage.INVADE,
        "events.sacrifice",
        mark("this species falls to invaders"),
        (Offer(mark("Lose {species}"), mark("Lose")),),
        fields=(species(),),
        refuses="events.why_no_sacrifice",
    )
    POINT = Act(
        Stage.INVADE,
        "events.give_point",
        mark("one of its points goes here"),
        (Offer(mark("One point goes to {species}"), mark("One point to")),),
        fields=(species(),),
        refuses="events.why_no_point",
    )
    POINTS = Act(
        Stage.INVADE,
        "events.give_points",
        mark("all the rest go here"),
        (Offer(mark("All its points go to {species}"), mark("All points to")),),
        fields=(species(),),
        refuses="events.why_no_gift",
    )
    DISCARD = Act(
        Stage.TIDY,
        "transition.tidy",
        mark("discard a leftover card"),
        (Offer(mark("Discard {card}"), mark("Discard")),),
        fields=(card(),),
        refuses="transition.why_no_tidying",
    )


ACTION_COUNT = Verb.count()

# The longest legal list: a turn not yet begun offers each card of the hand up to three times
# (redraw, trade, create), each card of the teammate once, each own species twice and each of the
# teammate once, and a few plain ones; hand and teammate's hand together are at most all cards.
MAX_LEGAL = 3 * MAX_CARDS + 40 + 13
