// What changed is seen for a moment: new things fade in, moved ones move, changed ones glow, those
// that are gone fade. Nothing waits for it, and nothing moves for who wants no motion.

const STILL = matchMedia("(prefers-reduced-motion: reduce)");
const MOVE = 220; // milliseconds
const GLOW = 1400;
const MOST = 40; // things that move at once: more is no help to the eye

interface Seen {
  thing: HTMLElement;
  box: DOMRect;
  said: string;
}

export class Motion {
  private seen = new Map<string, Seen>();

  constructor(private readonly root: HTMLElement) {}

  /** Remember what lies where. */
  before(): void {
    this.seen = STILL.matches || document.hidden ? new Map() : look(this.root);
  }

  /** Show what is different now. */
  after(): void {
    if (this.seen.size === 0) return;
    const now = look(this.root);
    const moved = [...now].filter(([id, one]) => isMoved(this.seen.get(id), one));
    for (const [id, one] of now) {
      const old = this.seen.get(id);
      if (!old) enter(one.thing);
      else if (old.said !== one.said) glow(one.thing);
    }
    for (const [id, one] of moved.slice(0, MOST)) move(one, this.seen.get(id) as Seen);
    for (const [id, old] of this.seen) if (!now.has(id)) leave(old);
    this.seen.clear();
  }
}

function look(root: HTMLElement): Map<string, Seen> {
  const found = new Map<string, Seen>();
  for (const thing of root.querySelectorAll<HTMLElement>(".thing")) {
    const said = `${thing.getAttribute("aria-label")} ${thing.classList.contains("is-chosen")}`;
    found.set(thing.id, { thing, box: thing.getBoundingClientRect(), said });
  }
  return found;
}

function isInView(box: DOMRect): boolean {
  return box.bottom > 0 && box.top < innerHeight;
}

function isMoved(old: Seen | undefined, now: Seen): boolean {
  if (!old || !(isInView(old.box) && isInView(now.box))) return false;
  return Math.abs(old.box.left - now.box.left) + Math.abs(old.box.top - now.box.top) > 3;
}

function enter(thing: HTMLElement): void {
  const from = { opacity: 0, transform: "translateY(.6rem)" };
  thing.animate([from, { opacity: 1, transform: "none" }], { duration: MOVE, easing: "ease-out" });
}

function move(now: Seen, old: Seen): void {
  const by = `translate(${old.box.left - now.box.left}px, ${old.box.top - now.box.top}px)`;
  now.thing.animate([{ transform: by }, { transform: "none" }], {
    duration: MOVE,
    easing: "ease-out",
  });
}

function glow(thing: HTMLElement): void {
  const colour = getComputedStyle(thing).getPropertyValue("--pick");
  const lit = { boxShadow: `0 0 0 .25rem ${colour}` };
  thing.animate([lit, { boxShadow: "0 0 0 0 transparent" }], { duration: GLOW, easing: "ease-out" });
}

/** What is gone stays as an image for a moment: it takes no room and no pointer. */
function leave({ thing, box }: Seen): void {
  if (thing.isConnected || !isInView(box)) return;
  thing.removeAttribute("id");
  thing.removeAttribute("data-key");
  thing.className = "gone-thing";
  thing.inert = true;
  Object.assign(thing.style, {
    left: `${box.left}px`,
    top: `${box.top}px`,
    width: `${box.width}px`,
    height: `${box.height}px`,
  });
  document.body.append(thing);
  const fading = thing.animate([{ opacity: 0.8 }, { opacity: 0 }], { duration: 2 * MOVE });
  fading.onfinish = () => thing.remove();
}
