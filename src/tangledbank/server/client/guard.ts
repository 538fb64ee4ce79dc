// What ends a turn or confirms must not be pressed by someone who meant what lay there before:
// if it comes to lie under the pointer, it takes no press for a moment.

const GUARDED = ".guarded, #ends .choice";
const MOMENT = 700; // milliseconds

export class Guard {
  private place: { x: number; y: number } | null = null;
  private under = ""; // what of it lay under the pointer
  private blocked: HTMLElement | null = null;
  private timer = 0;

  constructor(private readonly root: HTMLElement) {
    for (const type of ["pointermove", "pointerdown"] as const) {
      document.addEventListener(type, (event) => this.follow(event), { passive: true });
    }
  }

  /** The page has changed: what lies under the pointer now that did not before is held back. */
  watch(): void {
    if (!this.place) return;
    const found = this.at(this.place.x, this.place.y);
    const name = nameOf(found);
    if (found && name !== this.under) this.block(found);
    else if (this.blocked) this.mark(); // a new page has lost the mark
    this.under = name;
  }

  private follow(event: PointerEvent): void {
    this.place = { x: event.clientX, y: event.clientY };
    this.under = nameOf((event.target as Element).closest?.<HTMLElement>(GUARDED) ?? null);
  }

  private at(x: number, y: number): HTMLElement | null {
    const found = document.elementFromPoint(x, y)?.closest<HTMLElement>(GUARDED) ?? null;
    return found && this.root.contains(found) ? found : null;
  }

  private block(found: HTMLElement): void {
    this.free();
    this.blocked = found;
    this.mark();
    this.timer = window.setTimeout(() => this.free(), MOMENT);
  }

  private mark(): void {
    this.blocked?.setAttribute("aria-disabled", "true");
  }

  private free(): void {
    clearTimeout(this.timer);
    this.blocked?.removeAttribute("aria-disabled");
    this.blocked = null;
  }
}

function nameOf(found: HTMLElement | null): string {
  return found ? `${found.id} ${(found as HTMLButtonElement).value} ${found.textContent}` : "";
}
