// The time that is left of one's turn: seen, but not told to a screen reader at every second.

const SOON = 10; // seconds

export class Clock {
  private end = 0; // in the time of this page: clocks of two machines differ
  private timer = 0;

  /** So many seconds are left, or nothing is to be decided. */
  set(left: number | undefined): void {
    clearInterval(this.timer);
    this.end = left === undefined ? 0 : performance.now() + left * 1000;
    if (this.end) this.timer = window.setInterval(() => this.show(), 500);
    this.show();
  }

  private show(): void {
    const clock = document.getElementById("clock");
    if (!clock || !this.end) return;
    const left = Math.max(0, Math.ceil((this.end - performance.now()) / 1000));
    clock.textContent = (clock.dataset.left ?? "").replace("{time}", inWords(left));
    clock.classList.toggle("soon", left <= SOON);
  }
}

/** 1:05, or 2:00:05 for a long time. */
function inWords(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const shown = parts[0] > 0 ? parts : parts.slice(1);
  return shown.map((part, i) => (i > 0 ? String(part).padStart(2, "0") : String(part))).join(":");
}
