"""A creature put together from the parts of one animal or of several, with all that it wears.

Bodies look to the right and are about 200 units long; y grows downwards.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from msgspec.structs import replace

from tangledbank.art.adornments import ADORNMENTS
from tangledbank.art.animals import (
    BODIES,
    ON_ANIMALS,
    PLANS,
    Animal,
    BodyPlan,
    Draw,
    coat,
    hatching,
    lens,
    made_up,
)
from tangledbank.art.faces import FACES
from tangledbank.art.heads import HEADS
from tangledbank.art.limbs import TELLING_FRONT, leg, tail
from tangledbank.art.marks import PLAIN, Plain, Reader, drawing, fill, line, patch
from tangledbank.art.palette import mix, mixed, shade
from tangledbank.art.pen import DARK, GHOST, WHITE, Knot, Limb, Pen, Point, Stop, between, shape
from tangledbank.art.symbols import SYMBOLS
from tangledbank.looks import BULK, Look, Worn

DRAW_HEAD = HEADS | FACES

# -- torsos -------------------------------------------------------------------------------------


def torso(pen: Pen, animal: Animal) -> None:
    """Draw a torso about the pen's origin."""
    plan = PLANS[animal.body]
    pen = pen.at(0, 0, tall=animal.bulk)
    DETAILS["back"](pen, animal)
    pen.fill(plan.outline, animal.coat)
    pen.fill(lens(plan.across, 0.05, 0.95, 0.8, 0.97), shade(animal.coat, 0.13), line=False)
    coat(pen, animal.pattern, plan.across, 230, animal)
    hatching(pen, plan.across, 230, shade(animal.coat, 0.45))
    for extra in animal.extras:
        if extra in ON_TORSO:
            ON_TORSO[extra](pen, animal)


def _spines(pen: Pen, animal: Animal) -> None:
    across, spines = PLANS[animal.body].across, []
    for i in range(17):
        (x, y), _ = across(0.06 + i * 0.055)
        spines.append(Knot(x - 3, y - (16 if i % 2 else -6), True))
    pen.attach(spines, animal.accent)


def _skirt(pen: Pen, animal: Animal) -> None:
    """Hair down to the knees, as of a muskox."""
    across = PLANS[animal.body].across
    hem = [Knot(*across(0.03)[1])]
    for i in range(13):
        (x, _), (_, y) = across(0.08 + i * 0.068)
        hem.append(Knot(x, y + (34 if i % 2 else 20), True))
    hem.append(Knot(*across(0.95)[1]))
    back = [Knot(*across(t)[0]) for t in (0.85, 0.5, 0.15)]
    pen.fill([*hem, *back], mix(animal.coat, animal.mark, 0.35), line=False)
    pen.stroke(hem)


def _plated(pen: Pen, animal: Animal) -> None:
    across = PLANS[animal.body].across
    for row in range(3):
        for i in range(8):
            (x, y), (_, low) = across(0.1 + i * 0.11 + (row % 2) * 0.05)
            y += (low - y) * (0.16 + row * 0.3)
            plate = [Knot(x + 10, y - 9), Knot(x - 12, y + 2, True), Knot(x + 8, y + 11)]
            pen.fill(plate, animal.mark)


# -- wings, rising to the left of the shoulder -------------------------------------------------

TURNS = (-14, 34)  # of the near and the far wing
ARM = ((2, 2), (18, -34), (8, -78))  # the bones of a bird's: shoulder, elbow and wrist


def wing(pen: Pen, animal: Animal, *, far: bool = False) -> None:
    """One wing; the far one lies in the shade."""
    if far:
        pen, animal = pen.roughly(), replace(animal, wing=shade(animal.wing, 0.2))
    kind = animal.wings or "broad"  # a deck of one's own may give wings to any animal
    WINGS[kind](pen.at(0, 0, scale=animal.span, turn=TURNS[far]), animal)


def _feathered(
    primary: float, secondary: float, *, taper: float, fan: float, half: float, hands: int
) -> Draw:
    """A bird's wing: lengths of the outer and inner feathers, how much the outer ones get shorter,
    through how many degrees they spread, half their width and their number."""

    def draw(pen: Pen, animal: Animal) -> None:
        arms, fingers = (3, 4) if pen.rough else (5, hands)  # fewer on the far side
        wide = half * (1.3 if pen.rough else 1)
        for i in range(arms):
            share = i / (arms - 1)
            upper = share < 0.5
            root = between(ARM[0], ARM[1], 0.4 + share) if upper else between(ARM[1], ARM[2], share)
            _feather(pen, root, 112 - (108 - fan) * share, secondary, wide, animal.wing)
        for i in range(fingers):
            share = 1 - i / (fingers - 1)  # the outermost comes last and lies on top
            length = primary * (1 - (1 - taper) * share)
            tip = animal.mark if "wing_tips" in animal.extras and share < 0.7 else ""
            _feather(pen, ARM[2], -6 + fan * share, length, wide, animal.wing, tip)
        _coverts(pen, animal, secondary * 0.5)

    return draw


def _feather(
    pen: Pen, root: Point, turn: float, length: float, half: float, paint: str, tip: str = ""
) -> None:
    """A feather that leans to the left by so many degrees from upright."""
    one = pen.at(*root, turn=-turn)
    y, wide = round(length), half * 1.1
    one.fill(f"0,0! {wide:.0f},{-y * 0.74:.0f} 0,{-y} {-wide:.0f},{-y * 0.74:.0f}", paint)
    if tip:
        one.stroke(f"0,{-y * 0.8:.0f} 0,{-y * 0.94:.0f}", tip, half * 1.3)


def _coverts(pen: Pen, animal: Animal, out: float) -> None:
    """The small feathers that hide the arm."""
    edge = f"{-out:.0f},-2 {-out - 4:.0f},-30 {-out * 0.8:.0f},-62 -12,-88"
    back = " ".join(reversed(edge.split()))
    cover = mix(animal.coat, animal.wing, 0.35)
    pen.fill(f"14,10 28,-34 16,-84 2,-96 {back} -12,14", cover)
    if "wing_bar" in animal.extras:
        pen.stroke(edge, animal.second, 6)
    bent = f"14,-70 {-out * 0.3:.0f},-44 {-out * 0.4:.0f},-4"
    pen.stroke(bent, shade(animal.wing, 0.3), 2.5)


def _rimmed(outline: str) -> Draw:
    """A butterfly's, with a dark rim."""
    inner = [Knot(x * 0.84 - 2, y * 0.86 - 2) for x, y, _ in shape(outline)]
    return drawing(fill(outline, DARK), patch(inner, "wing"))


def _membrane(pen: Pen, animal: Animal) -> None:
    """A glider's: skin between fore and hind leg; the near one hides the other."""
    if not pen.rough:
        DETAILS["sail"](pen.at(0, 0, turn=-TURNS[0]), animal)


def folded_wing(pen: Pen, animal: Animal) -> None:
    """The wing of a bird at rest, on its torso."""
    pen = pen.at(0, 0, tall=animal.bulk)
    if animal.body == "upright":
        DETAILS["folded_upright"](pen, animal)
        return
    DETAILS["folded"](pen, animal)
    if animal.second != animal.coat:
        pen.stroke("20,12 0,18 -14,22", animal.second, 6)


READER = Reader(
    {**ON_ANIMALS, "feathered": _feathered, "rimmed": _rimmed},
    named={"spines": _spines, "skirt": _skirt, "plated": _plated, "membrane": _membrane},
)
ON_TORSO, WINGS = READER.table(BODIES.torso), READER.table(BODIES.wing)
DETAILS = READER.table(BODIES.detail)

# -- creatures ----------------------------------------------------------------------------------

FAR = 16  # how far the legs on the other side are moved towards the middle
FRONT_LEG = 62  # length of front legs that do not reach the ground
NECKLESS = ("octopus", "ray")


@dataclass(frozen=True)
class Beast:
    """Whose part is where; a part that is missing is not drawn."""

    torso: Animal | None = None
    head: Animal | None = None
    rear: Animal | None = None  # legs
    front: Animal | None = None
    tail: Animal | None = None
    wings: Animal | None = None
    folded: bool = False  # wings at rest


def whole(animal: Animal) -> Beast:
    """An animal as it is in nature, with its wings at rest."""
    pairs = PLANS[animal.body].pairs
    return Beast(
        torso=animal,
        head=animal,
        rear=animal if pairs else None,
        front=animal if pairs > 1 else None,
        tail=animal if animal.tail else None,
        wings=animal if animal.wings else None,
        folded=True,
    )


def draw(pen: Pen, beast: Beast, pose: Beast | None = None) -> None:
    """Draw a creature, in the pose of another if that is given."""
    _draw(pen, beast, Pose.of(pose or beast))


def stand(pen: Pen, beast: Beast) -> None:
    """A few strokes of ground under a creature with legs."""
    if beast.rear or beast.front:
        ground = pen.at(0, Pose.of(beast).ground + 4)
        line("-112,0 -46,0; -20,5 52,5; 66,0 118,0", width=1.4)(ground, PLAIN)


def shadow(pen: Pen, beast: Beast, paint: str = GHOST) -> None:
    """Draw the shape of a creature in one colour."""
    draw(pen.as_ghost(paint), beast)


@dataclass(frozen=True)
class Pose:
    """Where the parts of a creature go."""

    plan: BodyPlan
    bulk: float  # height of the torso
    ground: float
    single: bool  # one pair of legs under a body with room for two

    @staticmethod
    def of(beast: Beast) -> Pose:
        """The pose of a creature; without a torso that of a slender one."""
        plan = PLANS[beast.torso.body if beast.torso else "cat"]
        bulk = beast.torso.bulk if beast.torso else 1
        legs = [part.leg for part in (beast.rear, beast.front) if part]
        # Legs of two animals meet at a height between theirs.
        bottom = max(knot.y for knot in shape(plan.outline))
        ground = bottom * bulk + (sum(legs) / len(legs) if legs else 0)
        return Pose(plan, bulk, ground, plan.pairs != 1 and len(legs) == 1 and not plan.arms)

    @property
    def neck(self) -> tuple[float, float]:
        """Where the neck begins."""
        return self.plan.neck[0], self.plan.neck[1] * self.bulk

    def skull(self, head: Animal) -> tuple[float, float]:
        """Where a head sits at the end of its neck."""
        turn = math.radians(self.plan.lean)
        x, y = self.neck
        return x + head.neck * math.cos(turn), y + head.neck * math.sin(turn)


def _draw(pen: Pen, beast: Beast, pose: Pose) -> None:
    plan, bulk = pose.plan, pose.bulk
    spread = None if beast.folded else beast.wings
    shoulder = pen.at(plan.wing[0], plan.wing[1] * bulk)
    if spread:
        wing(shoulder, spread, far=True)
    _legs(pen, beast, pose, far=True)
    if beast.tail:
        x, y, turn = plan.tail
        tail(pen.at(x, y * bulk, turn=-turn), beast.tail)
    if beast.head:
        _neck(pen, beast.head, pose)
    if beast.torso:
        torso(pen, beast.torso)
    resting = beast.wings if beast.torso and not spread else None
    if resting and "case" in resting.extras:
        DETAILS["case"](pen, resting)
    _legs(pen, beast, pose, far=False)
    if beast.head:
        head = beast.head
        DRAW_HEAD[head.head](pen.at(*pose.skull(head), scale=head.size), head)
    if spread:
        wing(shoulder, spread)
    elif resting:
        _at_rest(pen, resting, pose)


def _at_rest(pen: Pen, winged: Animal, pose: Pose) -> None:
    """Wings that are not spread: a bird folds them, a glider's and a locust's are not seen here."""
    if pose.plan in (PLANS["bird"], PLANS["upright"]):
        folded_wing(pen, winged)
    elif winged.wings != "membrane" and "case" not in winged.extras:
        wing(pen.at(pose.plan.wing[0], pose.plan.wing[1] * pose.bulk, scale=0.9), winged)


def _legs(pen: Pen, beast: Beast, pose: Pose, *, far: bool) -> None:
    """The near or the far legs; a single pair under a long body stands in its middle."""
    plan = pose.plan
    for part, (x, y), rear in ((beast.rear, plan.rear, True), (beast.front, plan.front, False)):
        if not part:
            continue
        if pose.single:
            x = (plan.rear[0] + plan.front[0]) / 2 - 6
        y *= pose.bulk
        height = FRONT_LEG if plan.arms and not rear else pose.ground - y
        away = FAR if rear else -FAR
        telling = part.feet in TELLING_FRONT and beast.front is not beast.rear
        leg(pen.at(x + away * far, y), part, height, rear=rear and not telling, far=far)


def _neck(pen: Pen, head: Animal, pose: Pose) -> None:
    """The neck has the coat of the head, and grows out of the torso."""
    if head.head in NECKLESS:
        return
    (x, y), top = pose.neck, pose.skull(head)
    half, end = pose.plan.neck[2] * pose.bulk, 20 * head.size * head.thick
    start = (half + end) / 2 if head.thick < 0.8 else max(half, end)
    turn = math.radians(pose.plan.lean)
    back = Stop(x - 26 * math.cos(turn), y - 26 * math.sin(turn), start)
    bend = head.neck * (0.16 if head.neck > 80 else 0.05)
    middle = Stop((x + top[0]) / 2 + bend * 0.6, (y + top[1]) / 2 + bend, (start + end) * 0.47)
    neck = Limb((back, Stop(x, y, start), middle, Stop(*top, end)))
    if "neck_mane" in head.extras:
        _mane(pen, neck, head)
    pen.attach(neck, head.face)
    if head.neck > 30:
        coat(pen, head.neck_pattern, neck.section, head.neck + 26, head)
    if "neck_ring" in head.extras:
        ring = [Knot(*between(*neck.section(0.6), depth)) for depth in (0.1, 0.9)]
        pen.stroke(ring, WHITE, 7)


def _mane(pen: Pen, neck: Limb, head: Animal) -> None:
    """Upright hair along the back of a neck."""
    hair = []
    for i in range(9):
        x, y = neck.section(0.2 + i * 0.1)[0]
        out = 14 if i % 2 else 9
        hair.append(Knot(x - out * 0.8, y - out * 0.6, True))
    pen.attach([*hair, *(Knot(*neck.section(t)[1]) for t in (0.9, 0.2))], head.mark)


# -- creatures that show what they can do: in their body, their coat and what they wear ------------

Place = Callable[[Pen, Animal, Pose], Pen]  # where something is worn


@dataclass(frozen=True)
class Wardrobe:
    """What the creatures of a game look like, plain and with all that they can have."""

    plain: Mapping[str, object]  # a creature that has nothing
    coat: str
    looks: Mapping[str, Look]  # by what it is called
    places: Mapping[str, Place]
    own: Mapping[str, Callable[[Pen, Animal, Pose], None]]  # what only this game draws

    def __post_init__(self) -> None:
        """Refuse a look that cannot be drawn."""
        for name, look in self.looks.items():
            if look.glyph not in SYMBOLS:
                raise TypeError(f"{name}: there is no glyph {look.glyph}")
            for worn in look.worn:
                if worn.what not in self.own and worn.what not in ADORNMENTS:
                    raise TypeError(f"{name}: nothing draws {worn.what}")
                if worn.at not in ("body", *self.places):
                    raise TypeError(f"{name}: nothing is worn at {worn.at}")

    def creature(self, has: Collection[str], **facts: object) -> Animal:
        """A creature that has some of it; `facts` go before what that makes of its body."""
        looks = self._of(has)
        body = {**self.plain, "coat": mixed([look.coat for look in looks] or [self.coat])}
        for look in sorted(looks, key=lambda one: one.wins):
            body |= look.body
        return made_up(**{**body, **facts})

    def draw(
        self, pen: Pen, creature: Animal, has: Collection[str], x: float, ground: float,
        scale: float,
    ) -> None:  # fmt: skip
        """Draw a creature on its ground, with all that it wears."""
        beast = whole(creature)
        pose = Pose.of(beast)
        pen = pen.at(x, ground - pose.ground * scale, scale=scale)
        layers = sorted(self._of(has), key=lambda look: look.layer)
        for worn in (one for look in layers if look.layer < 0 for one in look.worn):
            self._put_on(pen, creature, pose, worn)
        draw(pen, beast)
        for worn in (one for look in layers if look.layer >= 0 for one in look.worn):
            self._put_on(pen, creature, pose, worn)

    def _of(self, has: Collection[str]) -> list[Look]:
        return [look for name, look in self.looks.items() if name in has]

    def _put_on(self, pen: Pen, creature: Animal, pose: Pose, worn: Worn) -> None:
        place = self.places[worn.at](pen, creature, pose) if worn.at in self.places else pen
        tall = pose.bulk if worn.tall == BULK else worn.tall
        at = place.at(worn.x, worn.y, scale=worn.scale, tall=tall)
        paint = {"coat": creature.coat, "face": creature.face}.get(worn.paint, worn.paint)
        if worn.what in self.own:
            self.own[worn.what](at, creature, pose)
        else:
            ADORNMENTS[worn.what](at, Plain(paint))
