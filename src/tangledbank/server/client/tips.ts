// What something is and why it cannot be chosen: on hover, on focus, on tap. Of what can be chosen
// it tells what would come of it.

const DELAY = 350;
const EDGE = 8;
const NOW = -1; // in place of an action that only begins

export class Tips {
  private timer = 0;
  private coming: HTMLElement | null = null; // told of after a moment
  private shown: HTMLElement | null = null;
  private over: HTMLElement | null = null; // under the pointer
  private at = { x: -1, y: -1 }; // where the pointer is
  private wanted = ""; // the question whose answer is waited for
  private known = new Map<string, string>();
  private outlook: { code: number; title: string } | null = null;
  private outlooks = new Map<number, string>();

  constructor(
    root: HTMLElement,
    private readonly box: HTMLElement,
    private readonly ask: (key: string, code: number) => boolean,
    private readonly foresee: (thing: HTMLElement) => { code: number; title: string } | null,
  ) {
    root.addEventListener("pointermove", (event) => {
      const isHere = event.clientX === this.at.x && event.clientY === this.at.y;
      this.at = { x: event.clientX, y: event.clientY };
      if (event.pointerType !== "mouse" || event.buttons || isHere) return; // only the page moved
      const thing = thingOf(event.target);
      if (thing !== this.over) this.later(thing);
      this.over = thing;
    });
    root.addEventListener("pointerdown", () => this.hide()); // who acts need not be told
    root.addEventListener("focusin", (event) => {
      const thing = thingOf(event.target);
      if (thing?.matches(":focus-visible")) this.later(thing);
    });
    root.addEventListener("focusout", (event) => {
      if (!box.contains(event.relatedTarget as Node)) this.hide();
    });
    root.addEventListener("pointerleave", () => {
      this.over = null;
      this.later(null);
    });
    box.addEventListener("pointerover", () => clearTimeout(this.timer)); // its link can be reached
    box.addEventListener("pointerleave", () => this.later(null));
    document.addEventListener("pointerdown", (event) => {
      const target = event.target as Element;
      if (!box.contains(target) && !target.closest(".thing")) this.hide();
    });
    document.addEventListener("keydown", (event) => this.onKey(event));
  }

  /** Show what is known of a thing now, or ask; `code` is an action that would come before. */
  show(thing: HTMLElement, code = NOW): void {
    this.hide();
    const key = thing.dataset.key ?? "";
    this.shown = thing;
    this.wanted = `${key} ${code}`;
    this.outlook = code === NOW ? this.foresee(thing) : null;
    if (this.known.has(this.wanted)) this.draw();
    else this.ask(key, code);
  }

  /** An answer has come. */
  answer(key: string, code: number, html: string): void {
    const question = `${key} ${code}`;
    this.known.set(question, html);
    if (this.wanted === question) this.draw();
  }

  /** What would come of an action is known. */
  learn(code: number, html: string): void {
    this.outlooks.set(code, html);
    if (this.shown && this.outlook?.code === code && this.known.has(this.wanted)) this.draw();
  }

  /** What would come of an action, if it was asked before. */
  knows(code: number): boolean {
    return this.outlooks.has(code);
  }

  /** The table has changed: nothing is known any more. Who still looks at a thing is told anew. */
  forget(): void {
    const thing = this.coming ?? this.shown;
    this.known.clear();
    this.outlooks.clear();
    this.hide();
    if (thing?.matches(":hover, :focus-visible")) this.later(thing);
  }

  /** Away with it. */
  hide(): void {
    clearTimeout(this.timer);
    this.coming = null;
    this.shown?.removeAttribute("aria-describedby");
    this.shown = null;
    this.wanted = "";
    this.box.hidden = true;
  }

  private later(thing: HTMLElement | null): void {
    clearTimeout(this.timer);
    this.coming = thing;
    if (!thing) {
      this.timer = window.setTimeout(() => this.hide(), DELAY);
    } else if (thing !== this.shown) {
      this.timer = window.setTimeout(() => this.show(thing), DELAY);
    }
  }

  private onKey(event: KeyboardEvent): void {
    const link = this.box.hidden ? null : this.box.querySelector("a");
    if (event.key === "Escape") {
      if (this.box.contains(document.activeElement)) this.shown?.focus();
      this.hide();
    } else if (event.key === "?" && link && thingOf(event.target)) {
      event.preventDefault();
      link.focus();
    }
  }

  private draw(): void {
    const coming = this.outlook && this.outlooks.get(this.outlook.code);
    const html = this.known.get(this.wanted) ?? "";
    if (!this.shown || !(html.trim() || coming?.trim())) {
      this.box.hidden = true;
      return;
    }
    this.box.innerHTML = html;
    if (coming?.trim()) this.box.prepend(framed(this.outlook?.title ?? "", coming));
    this.box.hidden = false;
    this.shown.setAttribute("aria-describedby", this.box.id);
    this.place(this.shown.getBoundingClientRect());
  }

  private place(near: DOMRect): void {
    const { offsetWidth: width, offsetHeight: height } = this.box;
    const left = Math.min(Math.max(EDGE, near.left), innerWidth - width - EDGE);
    const above = near.top - height - EDGE;
    const top = above > EDGE ? above : Math.min(near.bottom + EDGE, innerHeight - height - EDGE);
    this.box.style.left = `${Math.max(EDGE, left)}px`;
    this.box.style.top = `${Math.max(EDGE, top)}px`;
  }
}

function framed(title: string, html: string): HTMLElement {
  const part = document.createElement("div");
  part.innerHTML = html;
  const head = document.createElement("p");
  head.className = "why";
  head.textContent = title;
  part.prepend(head);
  return part;
}

function thingOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>(".thing") : null;
}
