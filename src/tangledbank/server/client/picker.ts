// The picker turns pointing into an action: the page carries every legal action as a button with
// the keys of what it is about; each thing one points at narrows them, and one that is left can be
// confirmed. It knows no game.

export interface Sender {
  act(code: number): boolean; // whether it could be sent
  explain(thing: HTMLElement): void;
  foresee(code: number): void;
}

const MANY = 10; // choices: more are shown only on demand, on a small screen any that one can point at
const SMALL = matchMedia("(max-width: 40rem)");

export class Picker {
  private chosen: string[] = [];
  private armed: HTMLButtonElement | null = null;
  private showsAll = false;
  private isBusy = false; // an action is on its way

  constructor(
    private readonly root: HTMLElement,
    private readonly sender: Sender,
    private readonly actsAtOnce: () => boolean,
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
      this.chosen = [];
      this.showsAll = false;
      this.armed = null;
    }
    this.armed = this.armed && (this.choices().find((one) => one.value === code) ?? null);
    this.refresh();
  }

  /** An action is on its way, or has arrived; in between nothing can be chosen. */
  setBusy(isBusy: boolean): void {
    this.isBusy = isBusy;
    this.root.setAttribute("aria-busy", String(isBusy));
  }

  /** What would come of an action, if it is the one to be confirmed. */
  showOutlook(code: number, sentences: string[]): void {
    const list = document.getElementById("outlook");
    if (!list || Number(this.armed?.value) !== code) return;
    list.replaceChildren(
      ...sentences.map((sentence) => {
        const line = document.createElement("li");
        line.textContent = sentence;
        return line;
      }),
    );
    list.hidden = sentences.length === 0;
  }

  private act(choice: HTMLButtonElement): void {
    this.setBusy(this.sender.act(Number(choice.value)));
    this.clear();
  }

  private clear(): void {
    this.chosen = [];
    this.armed = null;
    this.refresh();
  }

  private onClick(event: Event): void {
    const target = event.target as HTMLElement;
    const choice = target.closest<HTMLButtonElement>(".choice");
    const thing = target.closest<HTMLElement>(".thing");
    if (choice) event.preventDefault();
    if (this.isBusy) return;
    if (choice) {
      this.arm(choice);
    } else if (thing) {
      this.point(thing);
    } else if (target.id === "yes" && this.armed) {
      this.act(this.armed);
    } else if (target.id === "no") {
      this.clear();
    } else if (target.id === "all") {
      this.showsAll = !this.showsAll;
      this.refresh();
    }
  }

  private point(thing: HTMLElement): void {
    const key = thing.dataset.key ?? "";
    if (this.armed && keysOf(this.armed).includes(key)) {
      this.act(this.armed); // pointing again confirms
      return;
    }
    if (this.chosen.includes(key)) {
      this.clear();
      return;
    }
    if (this.fitting([...this.chosen, key]).length === 0) this.chosen = [];
    const found = this.fitting([...this.chosen, key]);
    if (found.length === 0) {
      this.clear();
      this.sender.explain(thing);
      return;
    }
    this.chosen.push(key);
    this.armed = null;
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
    this.sender.foresee(Number(choice.value));
    document.getElementById("yes")?.focus();
  }

  private choices(): HTMLButtonElement[] {
    return [...this.root.querySelectorAll<HTMLButtonElement>(".choice")];
  }

  private fitting(keys: string[]): HTMLButtonElement[] {
    return this.choices().filter((choice) => keys.every((key) => keysOf(choice).includes(key)));
  }

  private refresh(): void {
    const choices = this.choices();
    const fitting = new Set(this.armed ? [this.armed] : this.fitting(this.chosen));
    this.showChoices(choices, fitting);
    this.showThings(fitting);
    const confirm = document.getElementById("confirm");
    if (!confirm) return;
    confirm.hidden = !this.armed;
    const outlook = document.getElementById("outlook");
    if (outlook && !this.armed) outlook.hidden = true;
    const text = document.getElementById("chosen");
    if (text) text.textContent = this.armed?.dataset.sentence ?? "";
  }

  private showChoices(choices: HTMLButtonElement[], fitting: Set<HTMLButtonElement>): void {
    const isIdle = this.chosen.length === 0 && !this.armed;
    const keyed = choices.filter((choice) => keysOf(choice).length > 0 && !isEnd(choice));
    const isMuch = isIdle && keyed.length > (SMALL.matches ? 0 : MANY);
    for (const choice of choices) {
      const isFolded = isMuch && !this.showsAll && keysOf(choice).length > 0 && !isEnd(choice);
      choice.hidden = !(isEnd(choice) && !this.armed) && (!fitting.has(choice) || isFolded);
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
      const key = thing.dataset.key ?? "";
      const isChosen = this.chosen.includes(key) || (!!this.armed && open.has(key));
      thing.classList.toggle("can", open.has(key));
      thing.setAttribute("aria-pressed", String(isChosen));
    }
  }
}

function keysOf(choice: HTMLElement): string[] {
  return (choice.dataset.keys ?? "").split(" ").filter(Boolean);
}

function isEnd(choice: HTMLElement): boolean {
  return choice.closest("#ends") !== null;
}
