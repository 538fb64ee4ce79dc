// Dragging one thing onto another picks both: an extra, never the only way. A finger has to rest on
// a thing first, so that pages can be scrolled from anywhere.

import type { Picker } from "./picker";

const FAR = 6; // pixels: less is a click
const REST = 320; // milliseconds
const EDGE = 56; // pixels from the edge of the window: the page is scrolled
const STRIDE = 10;

export class Drag {
  private thing: HTMLElement | null = null; // pressed, perhaps to be dragged
  private ghost: HTMLElement | null = null; // it is dragged
  private target: HTMLElement | null = null;
  private place = { x: 0, y: 0 };
  private timer = 0;

  constructor(
    private readonly root: HTMLElement,
    private readonly picker: Picker,
    private readonly onRest: (thing: HTMLElement) => void,
  ) {
    root.addEventListener("pointerdown", (event) => this.press(event));
    document.addEventListener("pointermove", (event) => this.move(event));
    document.addEventListener("pointerup", () => this.release());
    document.addEventListener("pointercancel", () => this.stop());
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.stop();
    });
    root.addEventListener("dragstart", (event) => event.preventDefault());
    root.addEventListener("contextmenu", (event) => {
      if (this.ghost) event.preventDefault();
    });
    // A finger that drags must not scroll.
    root.addEventListener("touchmove", (event) => this.ghost && event.preventDefault(), {
      passive: false,
    });
    // What ends a drag is no click.
    root.addEventListener("click", (event) => this.swallow(event), { capture: true });
  }

  private justDropped = false;

  private swallow(event: Event): void {
    if (!this.justDropped) return;
    this.justDropped = false;
    event.stopPropagation();
    event.preventDefault();
  }

  private press(event: PointerEvent): void {
    this.stop();
    this.justDropped = false;
    const thing = (event.target as Element).closest<HTMLElement>(".thing.can");
    if (!thing || !event.isPrimary || event.button !== 0) return;
    this.thing = thing;
    this.place = { x: event.clientX, y: event.clientY };
    if (event.pointerType === "touch") {
      this.timer = window.setTimeout(() => {
        this.onRest(thing);
        this.lift();
      }, REST);
    }
  }

  private move(event: PointerEvent): void {
    if (!this.thing || !event.isPrimary) return;
    const isFar = Math.hypot(event.clientX - this.place.x, event.clientY - this.place.y) > FAR;
    if (!this.ghost && !isFar) return;
    if (!this.ghost && event.pointerType === "touch") {
      this.stop(); // it scrolls
      return;
    }
    if (!this.ghost) this.lift();
    this.place = { x: event.clientX, y: event.clientY };
    this.follow();
  }

  private lift(): void {
    if (!this.thing || !this.picker.lift(this.thing)) {
      this.stop();
      return;
    }
    const box = this.thing.getBoundingClientRect();
    this.ghost = document.createElement("div");
    this.ghost.className = "ghost";
    this.ghost.setAttribute("aria-hidden", "true");
    const inside = this.thing.querySelector(".picture") ?? this.thing.querySelector(".head");
    if (inside) this.ghost.append(inside.cloneNode(true));
    this.ghost.style.width = `${Math.min(box.width, 140)}px`;
    document.body.append(this.ghost);
    document.documentElement.classList.add("dragging");
    this.thing.classList.add("lifted");
    this.follow();
    requestAnimationFrame(() => this.scroll());
  }

  private follow(): void {
    if (!this.ghost || !this.thing) return;
    const { x, y } = this.place;
    this.ghost.style.transform = `translate(${x}px, ${y}px)`;
    const under = document.elementFromPoint(x, y)?.closest<HTMLElement>(".thing") ?? null;
    const target = under !== this.thing && under && this.root.contains(under) ? under : null;
    if (target !== this.target) this.target?.classList.remove("fits", "fits-not");
    this.target = target;
    if (!target) return;
    const fits = this.picker.fits(this.thing, target); // the answer may come while it hovers
    target.classList.toggle("fits", fits);
    target.classList.toggle("fits-not", !fits);
  }

  private scroll(): void {
    if (!this.ghost) return;
    const { y } = this.place;
    const by = y < EDGE ? -STRIDE : y > innerHeight - EDGE ? STRIDE : 0;
    if (by) scrollBy(0, by);
    this.follow();
    requestAnimationFrame(() => this.scroll());
  }

  private release(): void {
    const { thing, target, ghost } = this;
    this.stop();
    if (!ghost || !thing) return;
    this.justDropped = true;
    setTimeout(() => (this.justDropped = false), 0);
    if (target) this.picker.drop(thing, target);
  }

  /** Put it back. */
  stop(): void {
    clearTimeout(this.timer);
    this.ghost?.remove();
    this.thing?.classList.remove("lifted");
    this.target?.classList.remove("fits", "fits-not");
    document.documentElement.classList.remove("dragging");
    this.thing = this.ghost = this.target = null;
  }
}
