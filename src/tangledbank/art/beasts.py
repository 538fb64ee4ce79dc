"""A creature put together from the parts of one animal or of several."""

from __future__ import annotations

import math
from dataclasses import dataclass

from tangledbank.art.animals import Animal, coat
from tangledbank.art.bodies import PLANS, Plan, folded_wing, torso, wing_case
from tangledbank.art.faces import FACES
from tangledbank.art.heads import HEADS
from tangledbank.art.legs import TELLING_FRONT, leg
from tangledbank.art.pen import GHOST, Knot, Limb, Pen, Stop, between, limb, shape
from tangledbank.art.tails import tail
from tangledbank.art.wings import wing

FAR = 16  # how far the legs on the other side are moved towards the middle
ARM = 62  # length of front legs that do not reach the ground
NECKLESS = ("octopus", "ray")
DRAW_HEAD = HEADS | FACES


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
        for line in ("-112,0 -46,0", "-20,5 52,5", "66,0 118,0"):
            ground.stroke(line, width=1.4)


def shadow(pen: Pen, beast: Beast, paint: str = GHOST) -> None:
    """Draw the shape of a creature in one colour."""
    draw(pen.as_ghost(paint), beast)


@dataclass(frozen=True)
class Pose:
    """Where the parts of a creature go."""

    plan: Plan
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
        ground = _bottom(plan) * bulk + (sum(legs) / len(legs) if legs else 0)
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


def _bottom(plan: Plan) -> float:
    outline = limb(plan.outline).outline() if plan.limb else shape(plan.outline)
    return max(knot.y for knot in outline)


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
        wing_case(pen, resting)
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
        height = ARM if plan.arms and not rear else pose.ground - y
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
        pen.stroke(ring, "#f7f1e3", 7)


def _mane(pen: Pen, neck: Limb, head: Animal) -> None:
    """Upright hair along the back of a neck."""
    knots = []
    for i in range(9):
        x, y = neck.section(0.2 + i * 0.1)[0]
        out = 14 if i % 2 else 9
        knots.append(Knot(x - out * 0.8, y - out * 0.6, True))
    knots.append(Knot(*neck.section(0.9)[1]))
    knots.append(Knot(*neck.section(0.2)[1]))
    pen.attach(knots, head.mark)
