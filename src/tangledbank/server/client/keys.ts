// Keys: a row of things is one stop of the tabulator, arrows go on from there; so is the log. Nobody loses their
// place when the table changes.

const ROWS = ".row, #groups, #lines";
const ITEMS = ".thing, .choice, #lines a";
const AREAS = "#ask, #log"; // arrows stay inside

export class Keys {
  private home = ""; // the thing one came from
  private wasHere = false;

  constructor(private readonly root: HTMLElement) {
    root.addEventListener("keydown", (event) => this.onKey(event));
    root.addEventListener("focusin", (event) => {
      this.wasHere = true;
      const item = (event.target as Element).closest<HTMLElement>(ITEMS);
      if (!item) return;
      this.home = item.id;
      this.arrange();
    });
    document.addEventListener("focusin", (event) => {
      if (!root.contains(event.target as Node)) this.wasHere = false;
    });
  }

  /** One stop for each row: where one was last, else the first thing one can choose. */
  arrange(): void {
    for (const row of this.root.querySelectorAll<HTMLElement>(ROWS)) {
      const items = itemsOf(row);
      const stop =
        items.find((item) => item === document.activeElement) ??
        items.find((item) => item.classList.contains("can")) ??
        items.find((item) => item.id && item.id === this.home) ??
        items.at(row.id === "lines" ? -1 : 0); // of what has happened the latest
      for (const item of items) item.tabIndex = item === stop ? 0 : -1;
    }
  }

  /** The focus is where it was, or at the thing one came from, or at what is to be done. */
  recover(): void {
    const active = document.activeElement as HTMLElement | null;
    if (!this.wasHere || (active && active !== document.body && isSeen(active))) return;
    const home = this.home ? document.getElementById(this.home) : null;
    const target = home && isSeen(home) ? home : document.getElementById("task");
    target?.focus({ preventScroll: true });
  }

  private onKey(event: KeyboardEvent): void {
    const item = (event.target as Element).closest<HTMLElement>(ITEMS);
    const row = item?.closest<HTMLElement>(ROWS);
    if (!item || !row || event.altKey || event.ctrlKey || event.metaKey) return;
    const next = this.towards(event.key, item, row);
    if (!next) return;
    event.preventDefault();
    next.focus();
  }

  private towards(key: string, item: HTMLElement, row: HTMLElement): HTMLElement | undefined {
    const items = itemsOf(row);
    const at = items.indexOf(item);
    if (key === "ArrowRight") return items[at + 1];
    if (key === "ArrowLeft") return items[at - 1];
    if (key === "Home") return items[0];
    if (key === "End") return items.at(-1);
    if (key === "ArrowDown") return nearest(item, this.all(), 1);
    if (key === "ArrowUp") return nearest(item, this.all(), -1);
    return undefined;
  }

  private all(): HTMLElement[] {
    return [...this.root.querySelectorAll<HTMLElement>(ROWS)].flatMap(itemsOf);
  }
}

function itemsOf(row: HTMLElement): HTMLElement[] {
  return [...row.querySelectorAll<HTMLElement>(ITEMS)].filter(isSeen);
}

function isSeen(item: HTMLElement): boolean {
  return item.getClientRects().length > 0;
}

/** The next item above or below, of those in the same column of the page. */
function nearest(item: HTMLElement, all: HTMLElement[], way: 1 | -1): HTMLElement | undefined {
  const from = item.getBoundingClientRect();
  let best: HTMLElement | undefined;
  let least = Infinity;
  for (const other of all) {
    const box = other.getBoundingClientRect();
    const down = way > 0 ? box.top - from.bottom : from.top - box.bottom;
    if (other === item || down < -1 || other.closest(AREAS) !== item.closest(AREAS)) continue;
    const aside = Math.abs(box.left + box.width / 2 - (from.left + from.width / 2));
    if (down + aside < least) {
      best = other;
      least = down + aside;
    }
  }
  return best;
}
