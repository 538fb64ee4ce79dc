// What something is and why it cannot be chosen: on hover, on focus, on tap.

const DELAY = 350;
const EDGE = 8;

export class Tips {
  private timer = 0;
  private shown: HTMLElement | null = null;
  private known = new Map<string, string>();

  constructor(
    root: HTMLElement,
    private readonly box: HTMLElement,
    private readonly ask: (key: string) => boolean,
  ) {
    root.addEventListener("pointerover", (event) => {
      if (event.pointerType === "mouse") this.later(thingOf(event.target));
    });
    root.addEventListener("focusin", (event) => {
      const thing = thingOf(event.target);
      if (thing?.matches(":focus-visible")) this.later(thing);
    });
    root.addEventListener("focusout", () => this.hide());
    root.addEventListener("pointerleave", () => this.later(null));
    box.addEventListener("pointerover", () => clearTimeout(this.timer)); // its link can be reached
    box.addEventListener("pointerleave", () => this.later(null));
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.hide();
    });
  }

  /** Show what is known of a thing now, or ask. */
  show(thing: HTMLElement): void {
    clearTimeout(this.timer);
    const key = thing.dataset.key ?? "";
    this.shown = thing;
    const html = this.known.get(key);
    if (html === undefined) this.ask(key);
    else this.draw(html);
  }

  /** An answer has come. */
  answer(key: string, html: string): void {
    this.known.set(key, html);
    if (this.shown?.dataset.key === key) this.draw(html);
  }

  /** The table has changed: nothing is known any more. */
  forget(): void {
    this.known.clear();
    this.hide();
  }

  private later(thing: HTMLElement | null): void {
    clearTimeout(this.timer);
    if (!thing) {
      this.timer = window.setTimeout(() => this.hide(), DELAY);
    } else if (thing !== this.shown) {
      this.timer = window.setTimeout(() => this.show(thing), DELAY);
    }
  }

  private hide(): void {
    clearTimeout(this.timer);
    this.shown = null;
    this.box.hidden = true;
  }

  private draw(html: string): void {
    if (!this.shown || !html.trim()) {
      this.box.hidden = true;
      return;
    }
    this.box.innerHTML = html;
    this.box.hidden = false;
    const place = this.shown.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = this.box;
    const left = Math.min(Math.max(EDGE, place.left), innerWidth - width - EDGE);
    const above = place.top - height - EDGE;
    const top = above > EDGE ? above : Math.min(place.bottom + EDGE, innerHeight - height - EDGE);
    this.box.style.left = `${Math.max(EDGE, left)}px`;
    this.box.style.top = `${Math.max(EDGE, top)}px`;
  }
}

function thingOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>(".thing") : null;
}
