// Pages besides the table: each works without script; with it no step needs a new page.

import { Idiomorph } from "idiomorph";

const SOON = 2000; // milliseconds: games are being loaded
const LATER = 20_000;

let asked = 0;

/** Fetch a page and show its part with this id, unless something else was asked for meanwhile. */
async function renewPart(id: string, address: string): Promise<boolean> {
  asked += 1;
  const number = asked;
  const answer = await fetch(address);
  const next = new DOMParser().parseFromString(await answer.text(), "text/html");
  const part = next.getElementById(id);
  const here = document.getElementById(id);
  if (number !== asked || !part || !here) return false;
  Idiomorph.morph(here, part, { morphStyle: "outerHTML" });
  return true;
}

function fieldsOf(form: HTMLFormElement): URLSearchParams {
  return new URLSearchParams(new FormData(form) as unknown as Record<string, string>);
}

/** The replay without a new page for each step. */
function beginReplay(): void {
  const show = async (address: string): Promise<void> => {
    if (!(await renewPart("replay", address))) return;
    const link = document.querySelector<HTMLAnchorElement>("#moment-link");
    history.replaceState(null, "", link?.href);
    showLast();
  };
  showLast();
  document.addEventListener("input", (event) => {
    const form = (event.target as HTMLInputElement).form;
    if (form?.id === "slider") void show(`${location.pathname}?${fieldsOf(form)}`);
  });
  document.addEventListener("click", (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>("#slider a[href^='?']");
    if (!link) return;
    event.preventDefault();
    void show(link.href);
  });
}

/** The last sentence of the log is about the moment that is shown. */
export function showLast(): void {
  const lines = document.getElementById("lines");
  if (lines) lines.scrollTop = lines.scrollHeight;
}

/** What can be chosen follows from the variant and the number of players. */
function beginOpening(): void {
  document.addEventListener("change", (event) => {
    const field = event.target as HTMLInputElement;
    const form = field.form;
    if (form?.id !== "opening" || !field.matches("[name^=option-], #seats")) return;
    void renewPart("opening", `${form.dataset.preview}?${fieldsOf(form)}`);
  });
}

/** Your games tell whose turn it is without a new page. */
function beginHome(mine: HTMLElement): void {
  const renew = async (): Promise<void> => {
    if (!document.hidden) await renewPart(mine.id, location.pathname).catch(() => false);
    later();
  };
  const later = (): void => {
    const isLoading = document.querySelector("#mine [data-loading]") !== null;
    setTimeout(renew, isLoading ? SOON : LATER);
  };
  later();
}

function beginLanguage(): void {
  const form = document.querySelector<HTMLFormElement>("[data-language]");
  form?.classList.add("with-script");
  form?.addEventListener("change", () => form.requestSubmit());
}

/** Begin what this page has. */
export function beginPage(): void {
  const mine = document.getElementById("mine");
  if (document.getElementById("replay")) beginReplay();
  if (document.getElementById("opening")) beginOpening();
  if (mine) beginHome(mine);
  beginLanguage();
}
