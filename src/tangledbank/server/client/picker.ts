// The picker turns pointing into an action: the page carries every legal action as a button with
// the keys of what it is about; each thing one points at narrows them, and one that is left can be
// confirmed. It knows no game.

export interface Sender {
  act(code: number): boolean; // whether it could be sent
  explain(thing: HTMLElement, code?: number): void;
  foresee(code: number): void;
}

const MANY = 10; // choices: more are shown only on demand, on a small screen any that one can point at
const SMALL = matchMedia("(max-width: 40rem)");

export class Picker {
  private chosen: string[] = [];
  private pointed = new Map<string, string>(); // by key: which of several alike was pointed at
  private armed: HTMLButtonElement | null = null;
  private showsAll = false;
  private isBusy = false; // an action is on its way
  private next = ""; // the key of what is to be pointed at when a step is done
  private after = new Map<number, Set<string>>(); // by code: what could be chosen after it

  constructor(
    private readonly root: HTMLElement,
    private readonly sender: Sender,
    private readonly actsAtOnce: () => boolean,
    private readonly onChange: () => void,
  ) {
    root.addEventListener("click", (event) => this.onClick(event));
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.clear();
    });
  }

  /** What can be chosen, to be compared with what it is later. */
  offer(): string {
    return this.choices().map((choice) => `${choice.value} ${choice.dataset.keys}`).join();
  }

  /** Look at a table that is new; what was begun stays if the choices are what they were. */
  renew(before = ""): void {
    const code = this.armed?.value;
    if (!before || this.offer() !== before) {
      this.forget();
      this.showsAll = false;
      this.after.clear();
      document.getElementById("scroll")?.scrollTo(0, 0);
    }
    this.armed = this.armed && (this.choices().find((one) => one.value === code) ?? null);
    this.refresh();
    if (this.armed) this.sender.foresee(codeOf(this.armed)); // the new table came without it
  }

  /** An action is on its way, or has arrived; in between nothing can be chosen. */
  setBusy(isBusy: boolean): void {
    this.isBusy = isBusy;
    this.root.setAttribute("aria-busy", String(isBusy));
    const next = isBusy ? null : this.thing(this.next);
    if (!isBusy) this.next = "";
    if (next?.classList.contains("can")) this.point(next);
  }

  /** What would come of an action: shown if it is the one to be confirmed. */
  showOutlook(code: number, html: string, keys: string[]): void {
    this.after.set(code, new Set(keys));
    const box = document.getElementById("outlook");
    if (!box || Number(this.armed?.value) !== code) return;
    box.innerHTML = html;
    box.hidden = !html.trim();
    this.onChange();
  }

  /** The first action that pointing at a thing leads to. */
  first(thing: HTMLElement): HTMLButtonElement | undefined {
    return this.fitting([...this.chosen, keyOf(thing)])[0];
  }

  /** Whether something can be dragged; what could follow its steps is asked for. */
  lift(thing: HTMLElement): boolean {
    if (this.isBusy || this.fitting([keyOf(thing)]).length === 0) return false;
    for (const step of this.steps(thing)) {
      if (!this.after.has(codeOf(step))) this.sender.foresee(codeOf(step));
    }
    return true;
  }

  /** Whether two things together are an action, at once or by a step that begins one. */
  fits(from: HTMLElement, to: HTMLElement): boolean {
    return this.fitting([keyOf(from), keyOf(to)]).length > 0 || this.leading(from, to).length > 0;
  }

  /** Point at two things, or tell why they do not go together. */
  drop(from: HTMLElement, to: HTMLElement): void {
    if (this.isBusy) return;
    this.clear();
    const steps = this.leading(from, to);
    if (this.fitting([keyOf(from), keyOf(to)]).length > 0) {
      this.point(from);
      this.point(to);
    } else if (steps.length === 0) {
      const step = this.steps(from)[0];
      this.sender.explain(to, step && codeOf(step));
    } else {
      this.next = keyOf(to);
      if (steps.length === 1) this.act(steps[0]);
      else this.choose(from);
    }
  }

  /** Begin anew. */
  clear(): void {
    this.forget();
    this.refresh();
  }

  private forget(): void {
    this.chosen = [];
    this.pointed.clear();
    this.armed = null;
  }

  private act(choice: HTMLButtonElement): void {
    this.setBusy(this.sender.act(codeOf(choice)));
    this.clear();
  }

  private onClick(event: Event): void {
    const target = event.target as HTMLElement;
    const choice = target.closest<HTMLButtonElement>(".choice");
    const thing = target.closest<HTMLElement>(".thing");
    if (choice) event.preventDefault();
    if (this.isBusy || target.closest("[aria-disabled=true]")) return;
    if (choice) {
      this.arm(choice);
    } else if (thing) {
      this.next = "";
      this.point(thing);
    } else if (target.id === "yes" && this.armed) {
      this.act(this.armed);
    } else if (target.id === "no") {
      this.next = "";
      this.clear();
    } else if (target.id === "all") {
      this.showsAll = !this.showsAll;
      this.refresh();
    }
  }

  private point(thing: HTMLElement): void {
    const key = keyOf(thing);
    if (this.armed && keysOf(this.armed).includes(key)) {
      this.act(this.armed); // pointing again confirms
    } else if (this.chosen.includes(key)) {
      this.clear();
    } else {
      if (this.fitting([...this.chosen, key]).length === 0) this.forget();
      if (this.fitting([key]).length > 0) {
        this.choose(thing);
      } else {
        this.clear();
        this.sender.explain(thing);
      }
    }
  }

  private choose(thing: HTMLElement): void {
    const key = keyOf(thing);
    this.chosen.push(key);
    this.pointed.set(key, thing.id);
    this.armed = null;
    const found = this.fitting(this.chosen);
    if (found.length === 1) this.arm(found[0]);
    else this.refresh();
  }

  private arm(choice: HTMLButtonElement): void {
    if ("step" in choice.dataset || this.actsAtOnce()) {
      this.act(choice);
      return;
    }
    this.armed = choice;
    this.refresh();
    this.sender.foresee(codeOf(choice));
    document.getElementById("yes")?.focus({ preventScroll: true });
  }

  private choices(): HTMLButtonElement[] {
    return [...this.root.querySelectorAll<HTMLButtonElement>(".choice")];
  }

  private thing(key: string): HTMLElement | null {
    return key ? this.root.querySelector(`.thing[data-key="${CSS.escape(key)}"]`) : null;
  }

  private fitting(keys: string[]): HTMLButtonElement[] {
    return this.choices().filter((choice) => keys.every((key) => keysOf(choice).includes(key)));
  }

  private steps(thing: HTMLElement): HTMLButtonElement[] {
    return this.fitting([keyOf(thing)]).filter((choice) => "step" in choice.dataset);
  }

  private leading(from: HTMLElement, to: HTMLElement): HTMLButtonElement[] {
    return this.steps(from).filter((step) => this.after.get(codeOf(step))?.has(keyOf(to)));
  }

  private refresh(): void {
    const choices = this.choices();
    const fitting = new Set(this.armed ? [this.armed] : this.fitting(this.chosen));
    this.showChoices(choices, fitting);
    this.showThings(fitting);
    const confirm = document.getElementById("confirm");
    const outlook = document.getElementById("outlook");
    const text = document.getElementById("chosen");
    const sure = document.getElementById("sure");
    if (confirm && outlook && text && sure) {
      const isNew = confirm.hidden && this.armed;
      confirm.hidden = sure.hidden = !this.armed;
      outlook.hidden = !this.armed || !outlook.childElementCount;
      if (!this.armed) outlook.replaceChildren();
      text.textContent = this.armed?.dataset.sentence ?? "";
      const shown = isNew ? [confirm, sure.firstElementChild] : [];
      for (const part of shown) part?.scrollIntoView({ block: "nearest" });
    }
    this.onChange();
  }

  private showChoices(choices: HTMLButtonElement[], fitting: Set<HTMLButtonElement>): void {
    const isIdle = this.chosen.length === 0 && !this.armed;
    const keyed = choices.filter((choice) => keysOf(choice).length > 0 && !isEnd(choice));
    const isMuch = isIdle && keyed.length > (SMALL.matches ? 0 : MANY);
    for (const choice of choices) {
      const isFolded = isMuch && !this.showsAll && keysOf(choice).length > 0 && !isEnd(choice);
      const isShown = isEnd(choice) ? !this.armed : fitting.has(choice) && !isFolded;
      choice.hidden = !isShown || choice === this.armed;
    }
    for (const group of this.root.querySelectorAll<HTMLElement>(".group")) {
      group.hidden = !group.querySelector(".choice:not([hidden])");
    }
    const pick = document.getElementById("pick");
    if (pick) {
      pick.hidden = keyed.length === 0 || !isIdle;
      pick.textContent = this.root.dataset.pick ?? "";
    }
    const all = document.getElementById("all");
    if (all) all.hidden = !isMuch || this.showsAll;
  }

  private showThings(fitting: Set<HTMLButtonElement>): void {
    const open = new Set([...fitting].flatMap(keysOf));
    for (const thing of this.root.querySelectorAll<HTMLElement>(".thing")) {
      const key = keyOf(thing);
      const isMeant = (this.pointed.get(key) ?? thing.id) === thing.id;
      const isChosen = this.chosen.includes(key) || (!!this.armed && open.has(key));
      thing.classList.toggle("can", open.has(key));
      thing.setAttribute("aria-pressed", String(isChosen && isMeant));
    }
  }
}

function codeOf(choice: HTMLButtonElement): number {
  return Number(choice.value);
}

function keyOf(thing: HTMLElement): string {
  return thing.dataset.key ?? "";
}

function keysOf(choice: HTMLElement): string[] {
  return (choice.dataset.keys ?? "").split(" ").filter(Boolean);
}

function isEnd(choice: HTMLElement): boolean {
  return choice.closest("#ends") !== null;
}
