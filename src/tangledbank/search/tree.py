"""Information-set Monte-Carlo tree search, compiled, written once for every game.

Each iteration deals anew what the seat cannot know, walks down the tree, plays the game on and
adds each seat's own result to the choices that led there. A node is what its seat can tell apart:
for the searching seat a print of its observation, for the others one of what everybody sees, and
what they have done since that changed. So nobody knows in the tree what another seat chooses face
down at the same moment, and different ways to one position meet again.

`iterate` and `search` are templates: `bound` of `match.py` fills in the entries of a game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import log, sqrt
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tangledbank.games.game import Game
from tangledbank.games.shared.best import MOST_STEPS
from tangledbank.kernel.chance import DRAWS, Generator, below, new_generator
from tangledbank.kernel.compiling import rule
from tangledbank.kernel.drivers import lowest_bit
from tangledbank.kernel.records import (
    EventBooks,
    Ints,
    List,
    States,
    copy_record,
    length,
    new_books,
    pop,
)
from tangledbank.search.value import LEAD, VICTORY, Net, Shares, new_net

if TYPE_CHECKING:
    from tangledbank.kernel.drivers import legal, observe, pending, redeal, step
    from tangledbank.search.value import estimate, judge, side_of

greedy: Callable[[States, int, Ints, int, Generator], int]
foresee: Callable[[States, int, Ints, int, Generator, List], int]
is_retreat: Callable[[int], bool]


class Settings(NamedTuple):
    """What the search can be tuned by; the defaults are what the measurements gave."""

    explore: float = 0.25  # weight of what is little known against what is good
    greed: float = 1.0  # share of the choices of a playout that greedy makes; the others are random
    horizon: float = 0.0  # turns or rounds that are played out after the one the tree ends in
    margin: float = 0.3  # share of a result that is the margin of points, not the victory
    guide: float = 1.0  # 1: a new node tries first what greedy would do
    widen: float = 2.0  # choices tried of a node, times the root of its visits


USUAL = Settings()
(EXPLORE, GREED, HORIZON, MARGIN, GUIDE, WIDEN) = range(len(Settings._fields))

NODES = 1 << 15  # room for them; a search that fills it goes on without new ones
FULL = NODES - NODES // 4  # nodes in use at most: a fuller table is slow to look up
EDGES = 1 << 16  # an iteration makes two at most
DEEPEST = 256  # choices of one walk in the tree; then it is played on
LONGEST = 5000  # choices of one playout: a game that goes on in circles is cut
ACTIONS = 1 << 16  # numbers of actions are below it
NONE = 0  # no edge
UNIT = 1 << 20  # parts in which a chance is drawn
WORD = (1 << 62) - 1


def _record(**fields: type[np.number]) -> np.dtype[np.void]:
    return np.dtype((np.record, [*fields.items()]))


NODE = _record(
    key=np.int64,  # what its seat can tell apart; 0 where there is no node
    first=np.int64,  # of its edges
    visits=np.int64,
    walked=np.int64,  # the last iteration that came by
    favourite=np.int64,  # what greedy would do
)
EDGE = _record(
    action=np.int64,
    next=np.int64,  # edge of the same node
    visits=np.int64,
    offered=np.int64,  # visits of the node at which it was legal
    child=np.int64,  # 1 + the node it leads to; 0 where that is not known, or varies
    total=np.float64,  # results of the seat that chooses, summed
)

TALLIES = 12
(
    USED_NODES, USED_EDGES, ROUNDS, LENGTH, PUBLIC, IN_TREE, ROOT,
    ONLY,  # 1 + the one action that is tried at the root; 0: any
    LAST,  # the edge that the searching seat has just followed; NONE after others have acted
    SHOWN, DRAWN,  # what had been shown and drawn before it
    PLANNER,  # the seat whose next steps are noted
) = range(TALLIES)  # fmt: skip


class SearchRoom(NamedTuple):
    """Everything a search works on, made once and used for many."""

    game: States  # the deal that is played
    seen: States  # what a seat sees of it
    out: Ints  # legal actions
    books: EventBooks
    net: Net
    results: Shares  # by seat
    nodes: NDArray[np.void]
    edges: NDArray[np.void]
    walk: Ints  # edges chosen in this iteration, in their order
    walkers: Ints  # the seats that chose them
    secret: Ints  # by seat: what it has done since everybody last saw something new
    steps: List  # what greedy means to do next in the playout, the last step first
    marks: Ints  # by action: when it was legal last
    tallies: Ints
    settings: Shares
    weights: Ints
    generator: Generator


def new_room(game: Game, settings: Settings) -> SearchRoom:
    """An empty room for searches in a game."""
    words = game.new_states().view(np.int64).size
    return SearchRoom(
        game=game.new_states(),
        seen=game.new_states(),
        out=np.zeros(game.max_legal, np.int64),
        books=new_books(),
        net=new_net(game),
        results=np.zeros(game.most_seats, np.float64),
        nodes=np.zeros(NODES, NODE),
        edges=np.zeros(EDGES, EDGE),
        walk=np.zeros(DEEPEST, np.int64),
        walkers=np.zeros(DEEPEST, np.int64),
        secret=np.zeros(game.most_seats, np.int64),
        steps=np.zeros(1 + MOST_STEPS, np.int64),
        marks=np.zeros(ACTIONS, np.int64),
        tallies=np.zeros(TALLIES, np.int64),
        settings=np.array(settings, np.float64),
        weights=np.random.default_rng(1).integers(1, WORD, words) | 1,
        generator=new_generator(),
    )


def clear(room: SearchRoom) -> None:
    """Forget the last search."""
    for part in (room.nodes, room.edges[: room.tallies[USED_EDGES]]):
        part.view(np.int64)[:] = 0
    room.marks[:] = 0
    room.tallies[:] = 0
    room.tallies[USED_EDGES] = NONE + 1


# --- nodes and edges -----------------------------------------------------------------------------


@rule
def print_of(words: Ints, weights: Ints) -> int:
    """A number that tells records apart; high bits are folded down, since products lose them."""
    total = 0
    for i in range(len(words)):
        word = int(words[i])
        total += (word ^ (word >> 32)) * int(weights[i])
    return total & WORD


@rule
def mix(one: int, other: int) -> int:
    """One number of two."""
    mixed = ((one ^ (one >> 31)) + other + 1) & 0x7FFFFFFF
    return (one ^ (mixed * 0x5DEECE67)) & WORD


@rule
def find_node(room: SearchRoom, key: int) -> int:
    """The place of a node, or the free one where it would be; -1 if there is no more room."""
    place = (key ^ (key >> 40)) & (NODES - 1)
    while room.nodes[place].key != key:
        if room.nodes[place].key == 0:
            return place if room.tallies[USED_NODES] < FULL else -1
        place = (place + 1) & (NODES - 1)
    return place


@rule
def add_edge(room: SearchRoom, place: int, action: int) -> int:
    """A new choice of a node, or NONE if there is no more room."""
    number = room.tallies[USED_EDGES]
    if number >= EDGES:
        return NONE
    room.tallies[USED_EDGES] = number + 1
    edge, node = room.edges[number], room.nodes[place]
    edge.action = action
    edge.offered = 1
    edge.next = node.first
    node.first = number
    return number


@rule
def note_choice(room: SearchRoom, edge: int, seat: int) -> None:
    """Put a choice on the walk of this iteration."""
    length = room.tallies[LENGTH]
    room.walk[length] = edge
    room.walkers[length] = seat
    room.tallies[LENGTH] = length + 1


@rule
def select(room: SearchRoom, place: int, count: int, favourite: int) -> int:
    """The edge to follow: the best by its bound, or a new one as long as the node may widen."""
    settings, node = room.settings, room.nodes[place]
    stamp = 2 * (room.tallies[ROUNDS] * DEEPEST + room.tallies[LENGTH]) + 2
    for i in range(count):
        room.marks[room.out[i]] = stamp
    tried, best, top = 0, NONE, -1.0
    number = node.first
    while number != NONE:
        edge = room.edges[number]
        if room.marks[edge.action] == stamp:
            room.marks[edge.action] = stamp + 1
            tried += 1
            edge.offered += 1
            known = log(edge.offered) / edge.visits
            bound = edge.total / edge.visits + settings[EXPLORE] * sqrt(known)
            if bound > top:
                best, top = number, bound
        number = edge.next
    if tried < count and tried < 1.0 + settings[WIDEN] * sqrt(node.visits):
        fresh = untried(room, count, count - tried, stamp, favourite)
        number = add_edge(room, place, fresh)
        best = number if number != NONE else best
    return best


@rule
def untried(room: SearchRoom, count: int, left: int, stamp: int, favourite: int) -> int:
    """A legal action without an edge: greedy's if it is one, else by lot."""
    if room.marks[favourite] == stamp:
        return favourite
    skip = below(room.generator, left)
    for i in range(count):
        if room.marks[room.out[i]] == stamp:
            if skip == 0:
                return room.out[i]
            skip -= 1
    return room.out[0]


@rule
def back_up(room: SearchRoom) -> None:
    """Add each seat's own result to the choices it made."""
    for i in range(room.tallies[LENGTH]):
        edge = room.edges[room.walk[i]]
        edge.visits += 1
        edge.total += room.results[room.walkers[i]]


# --- results -------------------------------------------------------------------------------------


@rule
def never_retreats(_action: int) -> bool:
    """For games without actions that only take back one's own last steps."""
    return False


def foresee_nothing(
    states: States, seat: int, out: Ints, count: int, generator: Generator, _steps: List
) -> int:
    """For games whose greedy thinks about each step anew: notes none."""
    return greedy(states, seat, out, count, generator)


def weigh_results(room: SearchRoom, is_over: bool) -> None:
    """Each seat's result: its share of the victory, and a part for the margin of points.

    A game that is cut short is judged by what the value of the position tells to expect.
    """
    net, margin = room.net, room.settings[MARGIN]
    if is_over:
        judge(room.game, net.scores, net.estimates)
    else:
        estimate(room.game, net)
    for seat in range(room.game[0].seats):
        of = net.estimates[seat]
        room.results[seat] = margin * of[LEAD] + (1.0 - margin) * of[VICTORY]


def give_nothing(room: SearchRoom, stuck: int) -> None:
    """The result of a seat that could only go back, and of its team."""
    for seat in range(room.game[0].seats):
        if side_of(room.game, seat) == side_of(room.game, stuck):
            room.results[seat] = 0.0


# --- one iteration -------------------------------------------------------------------------------


def find_place(room: SearchRoom, root: int, seat: int) -> int:
    """The node of the seat that chooses now, or -1 where the tree ends for good.

    Steps of the searching seat that show and draw nothing lead to the same node in every deal.
    """
    tallies, game = room.tallies, room.game[0]
    if tallies[LENGTH] == 0 and tallies[ROUNDS] > 1:
        return tallies[ROOT]
    last = tallies[LAST]
    if seat != root or game.shown != tallies[SHOWN] or game.rng[DRAWS] != tallies[DRAWN]:
        last = NONE
    if last != NONE and room.edges[last].child != 0:
        return room.edges[last].child - 1
    place = look_up(room, root, seat)
    if last != NONE:
        room.edges[last].child = place + 1
    return place


def look_up(room: SearchRoom, root: int, seat: int) -> int:
    """The node with the print of what the seat can tell apart, or -1 if there is no more room."""
    if seat == root:
        observe(room.game, root, room.seen)
        key = print_of(room.seen.view(np.int64), room.weights)
    else:
        observe(room.game, -1, room.seen)
        public = print_of(room.seen.view(np.int64), room.weights)
        if public != room.tallies[PUBLIC]:
            room.tallies[PUBLIC] = public
            room.secret[:] = 0
        key = mix(mix(public, seat), room.secret[seat])
    place = find_node(room, key | 1)
    if place >= 0 and room.nodes[place].key == 0:
        room.nodes[place].key = key | 1
        room.tallies[USED_NODES] += 1
    return place


def ask_greedy(room: SearchRoom, seat: int, kept: int, count: int) -> int:
    """What greedy does among out[:count]."""
    observe(room.game, seat, room.seen)
    action = greedy(room.seen, seat, room.out, count, room.generator)
    return going_forward(room, action, kept, count)


def going_forward(room: SearchRoom, action: int, kept: int, count: int) -> int:
    """An action of out[:count], but one of the first `kept` by lot where it would retreat."""
    if kept < count and is_retreat(action):
        return room.out[below(room.generator, kept)]
    return action


def play_on(room: SearchRoom, seat: int, kept: int, count: int) -> int:
    """A choice of the playout: greedy's, or by lot. A plan that greedy has begun goes on."""
    if below(room.generator, UNIT) >= room.settings[GREED] * UNIT:
        return room.out[below(room.generator, kept)]
    steps = room.steps
    if length(steps) > 0 and room.tallies[PLANNER] == seat:
        action = pop(steps)
        for i in range(count):
            if room.out[i] == action:
                return action
    observe(room.game, seat, room.seen)
    action = foresee(room.seen, seat, room.out, count, room.generator, steps)
    room.tallies[PLANNER] = seat
    return going_forward(room, action, kept, count)


def choose_in_tree(room: SearchRoom, root: int, seat: int, kept: int, count: int) -> int:
    """The action to try at this node; the tree ends at a node that is new."""
    tallies = room.tallies
    place = find_place(room, root, seat) if tallies[LENGTH] < DEEPEST else -1
    if place < 0 or room.nodes[place].walked == tallies[ROUNDS]:  # full, or in a circle
        tallies[IN_TREE] = 0
        return room.out[below(room.generator, kept)]
    if tallies[LENGTH] == 0:
        tallies[ROOT] = place
    node = room.nodes[place]
    is_new = node.visits == 0
    node.walked = tallies[ROUNDS]
    node.visits += 1
    if room.settings[GUIDE] == 0.0:
        node.favourite = room.out[below(room.generator, kept)]
    elif is_new:
        node.favourite = ask_greedy(room, seat, kept, count)
    number = select(room, place, kept, node.favourite)
    if number == NONE:
        tallies[IN_TREE] = 0
        return room.out[below(room.generator, kept)]
    note_choice(room, number, seat)
    if is_new:
        tallies[IN_TREE] = 0
    action = room.edges[number].action
    room.secret[seat] = mix(room.secret[seat], action)
    tallies[LAST] = number
    tallies[SHOWN], tallies[DRAWN] = room.game[0].shown, room.game[0].rng[DRAWS]
    return action


def put_retreats_last(out: Ints, count: int) -> int:
    """How many actions go forward; they come first."""
    kept = 0
    for i in range(count):
        action = out[i]
        if not is_retreat(action):
            out[i] = out[kept]
            out[kept] = action
            kept += 1
    return kept


def iterate(observation: States, root: int, room: SearchRoom) -> None:
    """Deal, walk down the tree, play on, and add what came of it.

    What a seat has begun in the tree it has to bring to an end: it does not take it back, and
    where nothing else is left it gets nothing. Else any step would be as good as the best one.
    """
    game, out, tallies = room.game, room.out, room.tallies
    copy_record(observation, game)
    redeal(game, root, room.generator)
    tallies[ROUNDS] += 1
    tallies[LENGTH] = 0
    tallies[IN_TREE] = 1
    tallies[LAST] = NONE
    room.steps[0] = 0
    room.secret[:] = 0
    seat, waiting, choices, last_turn = root, 1, 0, 0
    beginner, stuck = root, -1  # who chose last in the tree; who could only take that back
    while waiting != 0 and choices < LONGEST:
        count = legal(game, seat, out)
        if choices == 0 and tallies[ONLY] != 0:
            out[0], count = tallies[ONLY] - 1, 1
        kept = count
        if tallies[IN_TREE] == 1 or seat == beginner:
            kept = put_retreats_last(out, count)
            if kept == 0:
                kept, stuck = count, seat
        else:
            beginner = -1
        action = out[0]
        if tallies[IN_TREE] == 1 and (kept > 1 or choices == 0):
            action = choose_in_tree(room, root, seat, kept, count)
            last_turn = int(game[0].turn) + int(room.settings[HORIZON])
            beginner = seat
        elif kept > 1:
            action = play_on(room, seat, kept, count)
        step(game, seat, action, room.books)
        if seat != root:
            tallies[LAST] = NONE
        choices += 1
        waiting = pending(game)
        seat = lowest_bit(waiting)
        if tallies[IN_TREE] == 0 and game[0].turn > last_turn:
            break
    weigh_results(room, waiting == 0)
    if stuck >= 0:
        give_nothing(room, stuck)
    back_up(room)


def search(observation: States, root: int, iterations: int, room: SearchRoom) -> None:
    """Add some iterations to the tree in the room."""
    for _ in range(iterations):
        iterate(observation, root, room)


# Parts of `search`; each may use those before it.
PARTS = (
    weigh_results, give_nothing, look_up, find_place, going_forward, ask_greedy, play_on,
    choose_in_tree, put_retreats_last, iterate,
)  # fmt: skip


class Estimate(NamedTuple):
    """What a search thinks of one action."""

    action: int
    visits: int
    value: float  # of 1: the result to expect


def root_moves(room: SearchRoom) -> list[Estimate]:
    """The actions that were tried at the root, the most visited first."""
    nodes, edges = room.nodes, room.edges
    found, number = [], int(nodes["first"][room.tallies[ROOT]])
    while number != NONE:
        edge = edges[number]
        visits = int(edge["visits"])
        found.append(Estimate(int(edge["action"]), visits, float(edge["total"]) / visits))
        number = int(edge["next"])
    return ranked(found)


def ranked(found: Iterable[Estimate]) -> list[Estimate]:
    """The most visited first: what is chosen in the end."""
    return sorted(found, key=lambda one: (-one.visits, -one.value, one.action))
