"""A creature put together from the parts of one animal or of several, with all that it wears.

Bodies look to the right and are about 200 units long; y grows downwards.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from msgspec.structs import replace

from tangledbank.art.adornments import ADORNMENTS
from tangledbank.art.animals import PLANS, Animal, BodyPlan, Draw, coat, hatching, lens, made_up
from tangledbank.art.faces import FACES
from tangledbank.art.heads import HEADS
from tangledbank.art.limbs import TELLING_FRONT, leg, tail
from tangledbank.art.marks import PLAIN, Plain, attach, dots, drawing, fill, given, line, patch
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
    ON_BACK(pen, animal)
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


# What stands out from the back, drawn before the torso.
ON_BACK = drawing(
    given("dorsal", attach("40,-42 10,-78 -14,-92! -16,-62 -20,-38", "coat 10")),
    given("tall_dorsal", attach("36,-42 12,-92 -4,-122! -10,-80 -22,-38", "coat 10")),
    given("low_dorsal", attach("54,-40 30,-66 -30,-58 -58,-34! -50,-20", "accent")),
    given("spines", _spines),
)
ON_TORSO: dict[str, Draw] = {
    "shell": drawing(
        line("-90,16 -40,22 20,22 86,14", "mark", 5),
        line("-58,-34 -44,-6 -54,18; -8,-56 -4,-20 -10,20; 44,-46 36,-14 40,20; "
             "-44,-6 -4,-20 36,-14; -84,-4 -44,-6; 80,-6 36,-14", "mark", 4),
    ),
    "collar": patch("60,-46 90,-34 102,-6 90,22 62,30 68,2 58,-20", "second"),
    "bib": line("68,-22 92,8 74,26", "second", 8),
    "ruff": fill("30,-46 50,-52 70,-40 80,-16 72,4! 58,-4 50,-20 36,-28", "second"),
    "chest": patch("18,-78 38,-58 47,-20 50,24 40,64 18,80 -2,66 -6,20 2,-40", "second"),
    "orca": drawing(
        patch("98,4 60,14 10,22 -30,10 -56,6 -40,24 -60,26 -20,40 40,44 84,30", "#f2eee6"),
        patch("6,-42 -24,-30 -44,-16 -16,-28", "#b9bcc0"),
    ),
    "pectoral": fill("46,14 26,44 -2,70! 4,44 20,16", "coat 12"),
    "great_fin": fill("46,12 30,50 -10,86 -40,92! -24,66 -6,40 18,10", "coat 12"),
    "gills": line("54,-12 49,2 54,16; 44,-12 39,2 44,16; 34,-12 29,2 34,16"),
    "segments": line("-84,-16 -91,6 -82,28; -60,-16 -67,6 -58,28; -36,-16 -43,6 -34,28; "
                     "-14,-16 -21,6 -12,28", "coat 35", 3),
    "fur": dots("24,-16 44,-22 62,-8 58,10 38,14 22,4 42,-2", "second", 24),
    "pouch": line("20,26 6,20 -6,30", width=2.61),
    "carapace": drawing(
        line("-60,-22 0,-34 60,-22", "mark", 5), line("-70,10 0,0 70,10", "mark", 4),
    ),
    "suckers": dots("-60,-50 -30,-62 -40,-30 0,-40 20,-14 -10,-10", "mark", 9),
    "eyespots": dots("30,-16 0,-10 -30,4 50,2 14,14 -14,18", "mark", 9),
    "skirt": _skirt,
    "plated": _plated,
}  # fmt: skip

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
        SAIL(pen.at(0, 0, turn=-TURNS[0]), animal)


SAIL = drawing(
    fill("24,8 48,-112! 12,-74 -44,-64 -100,-78 -152,-106! -132,-40 -96,10 -30,20", "wing"),
    patch("18,2 36,-78 6,-60 -44,-50 -98,-62 -134,-80 -116,-36 -86,2 -30,10", "second"),
    line("20,6 38,-50 48,-110; -90,6 -124,-46 -150,-104", "coat", 9),
)
WINGS: dict[str, Draw] = {
    "broad": _feathered(112, 84, taper=0.86, fan=78, half=11, hands=6),
    "long": _feathered(186, 58, taper=0.42, fan=60, half=9, hands=6),
    "round": _feathered(92, 80, taper=0.96, fan=80, half=14, hands=5),
    "pointed": _feathered(124, 62, taper=0.52, fan=72, half=10, hands=6),
    "small": _feathered(70, 48, taper=0.7, fan=74, half=9, hands=5),
    "butterfly": drawing(
        _rimmed("4,8 -40,-46 -92,-54 -122,-22 -104,18 -56,28"),
        _rimmed("4,6 24,-48 20,-112 -14,-158 -54,-148 -66,-104 -48,-48"),
        line("0,0 0,-70 -6,-132; -2,0 -26,-60 -46,-122; 0,4 -50,-30 -92,-34; 0,8 -50,-6 -86,10",
             DARK, 4),
        dots("2,-136 -22,-148 -44,-142 -58,-124 14,-116 -106,-32 -112,-10 -102,8", WHITE, 6),
    ),
    "bat": drawing(
        fill("8,8 26,-40 18,-92! -6,-150! -30,-118 -70,-128! -74,-90 -112,-82! -98,-48 -120,-18! "
             "-84,-8 -40,16", "wing"),
        line("18,-92 -10,-110 -70,-128; 18,-92 -40,-92 -112,-82; "
             "18,-92 -40,-66 -120,-18", "wing 40", 3.5),
        line("8,4 24,-42 18,-92 -6,-148", "coat 20", 7), line("20,-92 32,-108", "coat 40", 4),
    ),
    "clear": drawing(  # two narrow wings of an insect, with veins
        fill("2,6 -20,-50 -68,-112 -102,-124 -112,-102 -84,-54 -36,-10; "
             "4,4 16,-60 4,-130 -18,-168 -40,-152 -40,-96 -20,-36", "wing"),
        line("0,0 0,-80 -16,-156; 0,0 -20,-70 -34,-140; 0,0 -50,-60 -100,-112; 0,4 -50,-34 -96,-84",
             "wing 45", 2),
        given("wing_spot", line("0,-138 -8,-152; -92,-110 -102,-110", DARK, 7)),
    ),
    "bee": drawing(
        fill("2,6 -36,-30 -80,-50 -98,-36 -84,-10 -40,8; 4,4 0,-50 -28,-100 -58,-112 -70,-92 "
             "-52,-44 -18,-4", "wing"),
        line("0,0 -26,-50 -54,-98; 0,4 -40,-18 -84,-34", "wing 45", 2),
    ),
    "fin": drawing(  # the breast fin of a flying fish: rays and skin
        fill("14,8 -6,-50 -48,-112 -84,-140! -82,-108 -100,-104! -88,-76 -106,-66! -86,-42 "
             "-96,-26! -50,4 -10,14", "wing"),
        line("4,0 -30,-66 -84,-138; 2,2 -44,-54 -100,-104; 0,4 -50,-34 -106,-66; 0,6 -50,-14 "
             "-96,-26", "wing 40", 2.5),
    ),
    "membrane": _membrane,
    "paddle": drawing(  # a penguin's: a narrow paddle
        fill("10,6 14,-28 -4,-74 -30,-104! -34,-66 -24,-20 -12,10", "wing"),
        line("-2,-10 -12,-54 -26,-90", "second", 6),
    ),
}  # fmt: skip


def folded_wing(pen: Pen, animal: Animal) -> None:
    """The wing of a bird at rest, on its torso."""
    pen = pen.at(0, 0, tall=animal.bulk)
    if animal.body == "upright":
        pen.fill("-14,-50 -44,-6 -58,46! -34,38 -12,6 2,-34", animal.wing)
        return
    AT_REST(pen, animal)
    if animal.second != animal.coat:
        pen.stroke("20,12 0,18 -14,22", animal.second, 6)


AT_REST = drawing(
    fill("44,-22 10,-34 -40,-20 -88,6 -112,22! -70,30 -20,32 24,22 46,0", "wing"),
    line("30,6 -20,18 -84,20; 20,-8 -30,4 -84,12", "wing 35", 3),
)
# The hard wings of an insect at rest.
WING_CASE = drawing(
    fill("62,-24 10,-34 -60,-16 -118,12! -60,16 0,6 50,-4", "wing"),
    line("50,-14 -20,-10 -100,10", "wing 40", 2.5),
)

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
        WING_CASE(pen, resting)
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
