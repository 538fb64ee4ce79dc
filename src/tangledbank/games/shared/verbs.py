"""How actions, and the things they are about, are said: declared once.

JSON, notation, scenarios and every language use it. Things lie in rows before their owners,
`row[seat]` of the record: B2 is the second one of the second seat.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, NamedTuple, NoReturn, Protocol, TypeAlias, TypeVar

from tangledbank.accept import Value, Words, word_in
from tangledbank.errors import Refused
from tangledbank.games.shared.rows import Asks, Offer, Role, StageRow, VerbRow
from tangledbank.kernel.records import Ints, Small, States, items_of
from tangledbank.text import close_to, instead, mark, say

AVerb = TypeVar("AVerb", bound=VerbRow)
AStage = TypeVar("AStage", bound=StageRow)
ActionWords: TypeAlias = Mapping[str, Value]  # such as {"do": "attack", "with": 0, "prey": [1, 0]}

SEAT_LETTERS = "ABCDEFGH"  # no game has more seats
TYPED_NUMBER = re.compile("[1-9][0-9]{0,3}")


class Frame(Protocol):
    """What every record has, and what stands for one: its fields also by their names."""

    seats: int
    stage: Small

    @property
    def row(self) -> Ints:
        """What lies before each seat."""

    @property
    def rng(self) -> Ints:
        """The generator."""

    def __getitem__(self, field: str, /) -> Ints:
        """A field that is an array."""


class Fields:
    """A record to be read from Python: NumPy takes long to find a field, so each is kept.

    Numbers are as they were when first asked for; use it for a position that does not change.
    """

    seats: int
    stage: Small
    row: Ints
    rng: Ints

    def __init__(self, states: States):
        self._states = states
        self.dtype, self.tobytes = states.dtype, states.tobytes

    def __getattr__(self, name: str) -> Ints:
        value: Ints = self._states[name][0]
        self.__dict__[name] = value
        return value

    def __getitem__(self, name: str) -> Ints:
        found: Ints = getattr(self, name)
        return found


ARecord = TypeVar("ARecord", bound=Frame, covariant=True)
Asked = TypeVar("Asked", bound=Frame, contravariant=True)


class Scene(NamedTuple, Generic[ARecord]):
    """Who speaks, about which position (a state or an observation)."""

    game: ARecord
    seat: int


@dataclass(frozen=True)
class Shape(Generic[Asked]):
    """How the fields of a verb become one number and back.

    `encode` may assume that no unknown field is there; `show` and `read` are the notation: one
    word for each field, a thing by its name.
    """

    fields: tuple[str, ...]  # in the order of the notation; a trailing ? marks an optional one
    size: int
    encode: Callable[[ActionWords, Scene[Asked]], int]
    decode: Callable[[int, Scene[Asked]], Words]
    example: str = ""  # the required fields as they could be typed
    places: Places | None = None  # where those fields lie that hold a thing
    # how the fields are written and read, if not so
    shown: Callable[[ActionWords, Scene[Asked]], list[str]] | None = None
    typed: Callable[[Sequence[str], Scene[Asked]], Words] | None = None

    def show(self, words: ActionWords, scene: Scene[Asked]) -> list[str]:
        """The fields as they can be typed."""
        if self.shown:
            return self.shown(words, scene)
        those = {name: words[name] for name in self.names() if name in words}
        return [self._shown(name, value, scene) for name, value in those.items()]

    def _shown(self, name: str, value: Value, scene: Scene[Asked]) -> str:
        if self.places and name in self.places.fields:
            return self.places.name_of(value, scene)
        return str(value)

    def read(self, tokens: Sequence[str], scene: Scene[Asked]) -> Words:
        """Fields as they were typed, in this order; the last ones may be left out."""
        if self.typed:
            return self.typed(tokens, scene)
        if self.places:
            return self.places.read_fields(self.names(), tokens, scene)
        return read_words(self.names(), tokens)

    def names(self) -> list[str]:
        """The names of the fields."""
        return [name.rstrip("?") for name in self.fields]

    def required(self) -> list[str]:
        """The names of the fields that have no default."""
        return [name for name in self.fields if not name.endswith("?")]


@dataclass(frozen=True)
class Action(Generic[Asked]):
    """A verb: its first number, its fields, and what it means for a reader of the docs."""

    verb: str
    base: int
    shape: Shape[Asked]
    means: str
    # A field that belongs to the next small action: {field: (verb, its field there)}.
    then: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    many: Sequence[str] = ()  # of these fields, those that may hold a list: one action for each
    role: Role | None = None


def actions_of(
    verbs: type[AVerb],
    shapes: Mapping[str, Callable[[str], Shape[Asked]]],
    special: Mapping[AVerb, Shape[Asked]],
) -> list[Action[Asked]]:
    """How the verbs of a game are said: by the kind of their field, or by a shape of their own."""
    return [
        Action(verb.id, int(verb), special.get(verb) or _shape(verb, shapes), verb.act.means,
               verb.act.then, verb.act.many, verb.act.role)
        for verb in verbs
    ]  # fmt: skip


def _shape(verb: VerbRow, shapes: Mapping[str, Callable[[str], Shape[Asked]]]) -> Shape[Asked]:
    if not verb.act.fields:
        return PLAIN
    (one,) = verb.act.fields[:1]
    if len(verb.act.fields) > 1 or one.kind not in shapes:
        raise TypeError(f"verb {verb.id}: the vocabulary does not know how its fields are said")
    return shapes[one.kind](one.name)


class Offers:
    """How the actions of a game are offered, by verb and form; it fills in the parts."""

    def __init__(self, verbs: type[VerbRow], parts: Collection[str]):
        """Refuse an offer with parts that the game does not fill in."""
        self.by_form: dict[str, Offer] = {}
        for verb in verbs:
            for offer in verb.act.offers:
                verb.fill(offer.text + offer.heading + offer.item, parts)
                self.by_form[" ".join(filter(None, (verb.id, offer.form)))] = offer

    def whole(self, form: str, parts: Mapping[str, str]) -> str:
        """An action in a sentence."""
        return say(self.by_form[form].text, **parts)

    def short(self, form: str, parts: Mapping[str, str], what: str) -> tuple[str, str]:
        """The same for a short list: a heading (none if it stands alone) and the item under it.

        An item is called by what it is about, if its row does not say otherwise.
        """
        offer = self.by_form[form]
        if not offer.heading:
            return "", self.whole(form, parts)
        return self.heading(form, parts), say(offer.item, **parts) if offer.item else what

    def heading(self, form: str, parts: Mapping[str, str]) -> str:
        """What choices of this kind have in common."""
        return say(self.by_form[form].heading, **parts)


def begun_from(stages: type[AStage]) -> dict[AStage, AStage]:
    """The stages inside a choice that can still be taken back, and where that is begun."""
    asked = [(stage, stage.about) for stage in stages]
    return {
        stage: stages.called(about.begun_at)
        for stage, about in asked
        if isinstance(about, Asks) and about.begun_at
    }


def tasks(stages: type[StageRow], parts: Collection[str]) -> dict[str, str]:
    """What the seat that decides has to decide, by stage and form; the game fills in `parts`."""
    said = {}
    for stage in stages:
        for task in stage.about.tasks if isinstance(stage.about, Asks) else ():
            stage.fill(task.text, parts)
            said[" ".join(filter(None, (stage.id, task.form)))] = task.text
    return said


class Vocabulary(Generic[Asked]):
    """All verbs of one game."""

    def __init__(self, actions: Sequence[Action[Asked]], terms: Iterable[str] = ()):
        """The verbs, and the words that can stand in their fields."""
        self.actions = {action.verb: action for action in actions}
        self._typed = {*self.actions, *terms}
        self._by_base = sorted(actions, key=lambda action: action.base)

    def find(self, code: int) -> Action[Asked]:
        """The verb that owns a number."""
        for action in reversed(self._by_base):
            if action.base <= code < action.base + action.shape.size:
                return action
        last = self._by_base[-1].base + self._by_base[-1].shape.size - 1
        raise Refused(say("actions are numbers from 0 to {last}", last=last))

    def role(self, words: ActionWords) -> Role | None:
        """What an action means to whoever chooses it; nothing if there is none such."""
        action = self.actions.get(word_in(words, "do"))
        return action.role if action else None

    def words(self, code: int, scene: Scene[Asked]) -> Words:
        """One action as words."""
        action = self.find(code)
        return {"do": action.verb, **action.shape.decode(code - action.base, scene)}

    def codes(self, words: ActionWords, scene: Scene[Asked]) -> list[int]:
        """Words as a path of one or more small actions."""
        if "do" not in words:
            raise Refused(say("an action is a mapping with a verb, such as {{do: pass}}"))
        action = self._verb(words["do"])
        own: Words = {"do": action.verb}
        later: list[Words] = []
        for name, value in words.items():
            if name == "do" or name in action.shape.names():
                own[name] = value
            elif name in action.many and isinstance(value, list):
                verb, there = action.then[name]
                later += [{"do": verb, there: one} for one in value]
            elif name in action.then:
                verb, there = action.then[name]
                following = next((one for one in later if one["do"] == verb), None)
                if following is None:
                    following = {"do": verb}
                    later.append(following)
                following[there] = value
            else:
                self._refuse_field(action, name, words, scene)
        for name in action.shape.required():
            if name not in own:
                raise Refused(
                    say("“{verb}” needs the field “{name}”", verb=action.verb, name=name),
                    place=name,
                )
        order = [verb for verb, _ in action.then.values()]
        later.sort(key=lambda one: order.index(word_in(one, "do")))
        path = [action.base + action.shape.encode(own, scene)]
        for following in later:
            path += self.codes(following, scene)
        return path

    def _refuse_field(
        self, action: Action[Asked], name: str, words: ActionWords, scene: Scene[Asked]
    ) -> NoReturn:
        """A field that is not there: perhaps the one that could hold such a value was meant."""
        sentence = say("“{verb}” has no field “{name}”", verb=action.verb, name=name)
        fields = [*action.shape.names(), *action.then]
        fitting = [
            field
            for field, (verb, there) in action.then.items()
            if field not in words and self._fits(verb, there, words[name], scene)
        ]
        meant = fitting[0] if len(fitting) == 1 and not close_to(name, fields) else name
        raise Refused(sentence + instead(meant, fields or "-"), place=name)

    def _fits(self, verb: str, field: str, value: Value, scene: Scene[Asked]) -> bool:
        """Whether the action could be said with this value in this field."""
        try:
            self.codes({"do": verb, field: value}, scene)
        except Refused:
            return False
        return True

    def check_order(self, first: int, second: int, legal: Iterable[int] | None = None) -> None:
        """Refuse a step in place of one that follows the first; `legal` are those that may."""
        begun, other = self.find(first), self.find(second)
        verbs = dict.fromkeys(verb for verb, _ in begun.then.values())
        if not verbs or other.verb in verbs:
            return
        possible = verbs if legal is None else {self.find(code).verb for code in legal}
        following = [verb for verb in verbs if verb in possible]
        if not following or other.verb in possible:
            return
        fields = other.shape.fields
        alike = [verb for verb in following if self.actions[verb].shape.fields == fields]
        sentence = say(
            "after “{first}” comes “{next}”, not “{second}”",
            first=begun.verb, next="” / “".join(alike or following), second=other.verb,
        )  # fmt: skip
        raise Refused(sentence)

    def notation(self, code: int, scene: Scene[Asked]) -> str:
        """One action as a short line."""
        action = self.find(code)
        words = action.shape.decode(code - action.base, scene)
        return " ".join([action.verb, *action.shape.show(words, scene)])

    def read(self, line: str, scene: Scene[Asked]) -> list[int]:
        """A line of notation, of one or more actions, as a path."""
        tokens = [self._known(token) for token in line.split()]
        path: list[int] = []
        while tokens:
            action = self._verb(tokens[0])
            end = self._end_of_fields(action, tokens)
            if end <= len(action.shape.required()):
                example = f"{action.verb} {action.shape.example}"
                raise Refused(say("more is needed; type for example: {line}", line=example))
            words = action.shape.read(tokens[1:end], scene)
            path += self.codes({"do": action.verb, **words}, scene)
            tokens = tokens[end:]
        if not path:
            raise Refused(say("type an action, for example: pass"))
        return path

    def _known(self, token: str) -> str:
        """A word in small letters, however it was typed; anything else as it is."""
        return token.lower() if token.lower() in self._typed else token

    def _end_of_fields(self, action: Action[Asked], tokens: Sequence[str]) -> int:
        """Where the next verb begins. A field may look like a verb: “ability fat on A1”.

        But where a field may be left out, the verb that follows is meant: “think A1 spend fertile”.
        """
        most, least = len(action.shape.fields), len(action.shape.required())
        following = {verb for verb, _ in action.then.values()}
        for end in range(1 + most, least, -1):
            if following & set(tokens[1 + least : end]):
                continue
            if end == len(tokens) or (end < len(tokens) and tokens[end] in self.actions):
                return end
        return len(tokens)

    def _verb(self, verb: object) -> Action[Asked]:
        if not isinstance(verb, str) or verb not in self.actions:
            raise Refused(
                say("there is no action “{verb}”", verb=verb) + instead(verb, [*self.actions]),
                place="do",
            )
        return self.actions[verb]


def one_of(value: object, values: Sequence[str], place: str) -> int:
    """The index of a word among those allowed."""
    if value not in values:
        raise Refused(
            say("“{value}” is not known here", value=value) + instead(value, values), place=place
        )
    return values.index(str(value))


def place_in(words: Mapping[str, Value], field: str, seat: int = 0) -> tuple[int, int] | None:
    """The seat and index in a field of an action or event; an index alone is of that seat."""
    match words.get(field):
        case int() as index:
            return seat, index
        case [int() as owner, int() as index]:
            return owner, index
    return None


def read_words(names: Sequence[str], tokens: Sequence[str]) -> Words:
    """Fields as they were typed, in this order; the last ones may be left out."""
    if len(tokens) > len(names):
        raise Refused(say("“{token}” is one word too many", token=tokens[len(names)]))
    return dict(zip(names, tokens, strict=False))


def of_word(field: str, values: Sequence[str], example: str) -> Shape[Frame]:
    """A verb about one of some words, such as the names of the cards."""
    return Shape(
        (field,),
        len(values),
        lambda words, _scene: one_of(words[field], values, field),
        lambda offset, _scene: {field: values[offset]},
        example,
    )


# A verb without fields.
PLAIN: Shape[Frame] = Shape((), 1, lambda _words, _scene: 0, lambda _offset, _scene: {})


# -- what things on the table are called ----------------------------------------------------------


class Place(NamedTuple):
    """The place of a thing that was typed by its name; what is wrong is said by names too."""

    seat: int
    position: int


class Nouns(NamedTuple):
    """Whole sentences of one game, marked for translation; the parts they may use in brackets."""

    neither: str  # the value is neither an index nor [seat, index]
    no_pair: str  # the value is a list, but not [seat, index]
    from_zero: str  # an index is below 0
    missing: str  # there is none at this place [name, seat, index, count]
    no_name: str  # what was typed is no name [token]
    you_have: str  # you have none of this name [name, those]
    seat_has: str  # another seat has none of this name [name, letter, those]


# Where the things are species.
OF_SPECIES = Nouns(
    neither=mark("a species is an index such as 0, or [seat, index] such as [1, 0]"),
    no_pair=mark("a species is [seat, index], two numbers from 0"),
    from_zero=mark("the species of a seat are counted from 0"),
    missing=mark("there is no species {name}, [{seat}, {index}]; seat {seat} has {count}"),
    no_name=mark("“{token}” names no species; type a name such as A1, counted from 1"),
    you_have=mark("there is no species {name}; you have {those}"),
    seat_has=mark("there is no species {name}; seat {letter} has {those}"),
)


def name_place(seat: int, index: int) -> str:
    """The name of the thing at a place."""
    return f"{SEAT_LETTERS[seat]}{index + 1}"


@dataclass(frozen=True)
class Places:
    """The things of one game that have names: animals, or species."""

    owner_of: Callable[[Frame, int], int]  # the seat of a thing, by its number in the record
    size: int  # how many numbers there are
    fields: Sequence[str]  # the fields of actions that hold such a thing
    nouns: Nouns
    reason: str  # the name of the reason that there is no such thing
    clause: str

    def place_of(self, game: Frame, thing: int) -> tuple[int, int]:
        """The seat of a thing and its index in the row."""
        # by field name: an attribute of a record takes ten times as long, and every log line asks
        seat = self.owner_of(game, thing)
        return seat, items_of(game["row"][seat]).index(thing)

    def words(self, thing: int, scene: Scene[Frame]) -> int | list[int]:
        """A thing in words: its index for an own one, else seat and index."""
        seat, index = self.place_of(scene.game, thing)
        return index if seat == scene.seat else [seat, index]

    def name(self, thing: int, game: Frame) -> str:
        """The name of a thing for people."""
        return name_place(*self.place_of(game, thing))

    def name_of(self, value: object, scene: Scene[Frame]) -> str:
        """The name of a thing that is given in words."""
        return self.name(self.at(value, scene, ""), scene.game)

    def at(self, value: object, scene: Scene[Frame], place: str) -> int:
        """The thing meant by an index of an own one, or by [seat, index]."""
        game = scene.game
        if isinstance(value, bool) or not isinstance(value, (int, list, tuple)):
            raise Refused(say(self.nouns.neither), place=place)
        missing = self._missing(value, scene) if isinstance(value, Place) else ""
        if missing:
            raise Refused(missing, reason=self.reason)
        pair = [scene.seat, value] if isinstance(value, int) else list(value)
        if len(pair) != 2 or any(isinstance(n, bool) or not isinstance(n, int) for n in pair):
            raise Refused(say(self.nouns.no_pair), place=place)
        seat, index = pair
        if index < 0:
            raise Refused(say(self.nouns.from_zero), place=place)
        if not 0 <= seat < game.seats:
            there = say(
                "there is no seat {seat}; seats are 0 to {last}", seat=seat, last=game.seats - 1
            )
            raise Refused(there, place=place, reason=self.reason)
        row = items_of(game.row[seat])
        if index < len(row):
            return row[index]
        name = name_place(seat, index)
        missing = say(self.nouns.missing, name=name, seat=seat, index=index, count=len(row))
        raise Refused(missing, place=place, reason=self.reason, clause=self.clause)

    def read(self, token: str, scene: Scene[Frame]) -> Place:
        """A thing typed as A1, or as the number of an own one."""
        letter, number = token[:1].upper(), token[1:]
        if TYPED_NUMBER.fullmatch(token):
            return Place(scene.seat, int(token) - 1)
        if letter in SEAT_LETTERS and TYPED_NUMBER.fullmatch(number):
            return Place(SEAT_LETTERS.index(letter), int(number) - 1)
        raise Refused(say(self.nouns.no_name, token=token))

    def _missing(self, place: Place, scene: Scene[Frame]) -> str:
        """That there is no such thing, and which there are; nothing if there is."""
        seat, index = place
        game, letter = scene.game, SEAT_LETTERS[seat]
        if seat >= game.seats:
            last = SEAT_LETTERS[game.seats - 1]
            return say("there is no seat {letter}; seats are A to {last}", letter=letter, last=last)
        count = len(items_of(game.row[seat]))
        if index < count:
            return ""
        name = name_place(seat, index)
        those = ", ".join(name_place(seat, i) for i in range(count)) or say("none")
        if seat == scene.seat:
            return say(self.nouns.you_have, name=name, those=those)
        return say(self.nouns.seat_has, name=name, letter=letter, those=those)

    def read_fields(
        self, names: Sequence[str], tokens: Sequence[str], scene: Scene[Frame]
    ) -> Words:
        """Fields as they were typed, in this order; those that hold a thing as its place."""
        things = {
            name: self.read(token, scene)
            for name, token in zip(names, tokens, strict=False)
            if name in self.fields
        }
        return {**read_words(names, tokens), **things}

    def shape(self, field: str, example: str = "A1") -> Shape[Frame]:
        """A verb about one thing."""
        return Shape(
            (field,),
            self.size,
            lambda words, scene: self.at(words[field], scene, field),
            lambda offset, scene: {field: self.words(offset, scene)},
            example,
            self,
        )
