// What the pages do besides showing: the table's socket and picker, settings.

import { Idiomorph } from "idiomorph";
import { Clock } from "./clock";
import { Drag } from "./drag";
import { Guard } from "./guard";
import { Keys } from "./keys";
import { Motion } from "./motion";
import { beginPage, showLast } from "./pages";
import { Picker } from "./picker";
import { type Incoming, TableSocket } from "./socket";
import { Tips } from "./tips";

const NOTICE_TIME = 6000;

function beginTable(table: HTMLElement): void {
  const tipBox = document.getElementById("tip") as HTMLElement;
  const notice = document.getElementById("notice") as HTMLElement;
  let stamp = document.getElementById("choices")?.dataset.stamp ?? "";
  let wasYours = document.querySelector("#ask.asked") !== null;
  let timer = 0;
  let picker: Picker | undefined;
  let title = document.title;
  let next: string | undefined; // the table after this one; who comes later finds a link
  const clock = new Clock();

  const tell = (sentence: string, stays = false): void => {
    clearTimeout(timer);
    notice.textContent = sentence;
    notice.hidden = !sentence;
    if (sentence && !stays) timer = window.setTimeout(() => tell(""), NOTICE_TIME);
  };
  const socket = new TableSocket(table.dataset.socket ?? "", onMessage, (isLost) => {
    if (isLost) tell(table.dataset.lost ?? "", true);
    else tell("");
    picker?.setBusy(false);
  });
  const foresee = (code: number): boolean => socket.send({ type: "foresee", stamp, code });
  const tips = new Tips(
    table,
    tipBox,
    (key, code) => socket.send({ type: "ask", key, code }),
    (thing) => {
      const choice = picker?.first(thing);
      if (!choice) return null;
      const code = Number(choice.value);
      if (!tips.knows(code)) foresee(code);
      return { code, title: choice.dataset.sentence ?? "" };
    },
  );
  const keys = new Keys(table);
  const guard = new Guard(table);
  const motion = new Motion(table);
  picker = new Picker(
    table,
    {
      act: (code) => socket.send({ type: "act", stamp, code }),
      explain: (thing, code) => tips.show(thing, code),
      foresee,
    },
    () => isSet("at-once"),
    () => {
      keys.arrange();
      keys.recover();
      guard.watch();
      showLast(); // the choices have left more or less room to the log
    },
  );
  const drag = new Drag(table, picker, (thing) => tips.show(thing));

  function onMessage(message: Incoming): void {
    if (message.type === "table") {
      const before = linesOf();
      const task = taskOf();
      const offer = picker?.offer();
      drag.stop();
      motion.before();
      Idiomorph.morph(table, message.html, { morphStyle: "innerHTML" });
      stamp = message.stamp;
      title = message.title;
      clock.set(message.left);
      announce(before, task);
      const isNew = message.yours && !wasYours;
      wasYours = message.yours;
      if (message.next && next === "") location.assign(message.next);
      next = message.next ?? "";
      tips.forget();
      arrange(offer);
      motion.after();
      if (isNew) call(message.title);
    } else if (message.type === "done") {
      picker?.setBusy(false);
    } else if (message.type === "no") {
      tell(message.sentence);
      picker?.setBusy(false);
      picker?.renew();
    } else if (message.type === "outlook") {
      picker?.showOutlook(message.code, message.html, message.keys);
      tips.learn(message.code, message.html);
    } else if (message.type === "tip") {
      tips.answer(message.key, message.code, message.html);
    }
  }

  function showTitle(): void {
    document.title = isSet("title") ? title : (table.dataset.title ?? title);
  }

  function arrange(offer = ""): void {
    picker?.renew(offer);
    showSettings();
    showTitle();
    completeLinks();
  }

  table.addEventListener("click", (event) => {
    const button = (event.target as Element).closest<HTMLButtonElement>("[data-send]");
    if (!button) return;
    event.preventDefault();
    if (button.getAttribute("aria-disabled") === "true") {
      tell(button.title);
      return;
    }
    const type = button.dataset.send ?? "";
    const needsStamp = !["agree", "refuse", "away", "back"].includes(type);
    if (button.dataset.seat) socket.send({ type, seat: Number(button.dataset.seat) });
    else socket.send(needsStamp ? { type, stamp } : { type });
  });
  table.addEventListener("submit", (event) => {
    const form = event.target as HTMLFormElement;
    if (form.id !== "talking") return;
    event.preventDefault();
    const field = form.elements.namedItem("text") as HTMLInputElement;
    if (field.value.trim() && socket.send({ type: "talk", text: field.value })) field.value = "";
  });
  table.addEventListener("change", (event) => {
    if ((event.target as HTMLInputElement).dataset.setting === "title") showTitle();
  });
  arrange();
}

// --- the log -------------------------------------------------------------------------------------

function linesOf(): Map<string, string> {
  const lines = [...document.querySelectorAll("#lines li")];
  return new Map(lines.map((line) => [line.id, line.textContent?.trim() ?? ""]));
}

function taskOf(): string {
  return document.getElementById("task")?.textContent ?? "";
}

/** Tell a screen reader what happened, also if something was taken back. */
function announce(before: Map<string, string>, task: string): void {
  const lines = linesOf();
  const fresh = [...lines].filter(([id, text]) => before.get(id) !== text).map(([, text]) => text);
  const last = [...before.keys()].at(-1);
  const isGone = last !== undefined && !lines.has(last);
  const told = document.getElementById("told");
  if (!told || (fresh.length === 0 && !isGone && taskOf() === task)) return;
  told.textContent = [...fresh, taskOf()].join(" ");
}

// --- settings, kept in this browser --------------------------------------------------------------

const USUALLY_ON = ["title"];
const CAN_NOTIFY = "Notification" in window;

function isSet(name: string): boolean {
  const kept = localStorage.getItem(`tangledbank.${name}`);
  return kept ? kept === "yes" : USUALLY_ON.includes(name);
}

function keep(name: string, value: boolean): void {
  localStorage.setItem(`tangledbank.${name}`, value ? "yes" : "no");
}

function showSettings(): void {
  for (const box of document.querySelectorAll<HTMLInputElement>("[data-setting]")) {
    box.checked = isSet(box.dataset.setting ?? "");
    if (box.dataset.setting === "notify") box.disabled = !CAN_NOTIFY;
  }
}

/** It is your turn: tell it as it is wanted. */
function call(title: string): void {
  if (isSet("sound")) ring();
  if (isSet("notify") && document.hidden && CAN_NOTIFY && Notification.permission === "granted") {
    try {
      new Notification(title).onclick = () => window.focus();
    } catch {
      // phones have the name but not the thing; the title and the sound are left
    }
  }
}

/** A soft tone. */
function ring(): void {
  const context = new AudioContext();
  const tone = new OscillatorNode(context, { frequency: 523, type: "sine" });
  const volume = new GainNode(context, { gain: 0.08 });
  tone.connect(volume).connect(context.destination);
  volume.gain.exponentialRampToValueAtTime(0.0001, context.currentTime + 0.5);
  tone.start();
  tone.stop(context.currentTime + 0.5);
  tone.onended = () => void context.close();
}

// --- other pages ---------------------------------------------------------------------------------

function completeLinks(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>("[data-whole]")) {
    link.textContent = link.href;
  }
}

/** Settings stand at a table and on the first page. */
function beginSettings(): void {
  const change = (event: Event): void => {
    const box = event.target as HTMLInputElement;
    if (box.dataset.setting) keep(box.dataset.setting, box.checked);
    if (box.dataset.setting === "notify" && box.checked) void Notification.requestPermission();
  };
  document.addEventListener("change", change, true); // before anyone asks what is set
  showSettings();
}

const table = document.querySelector<HTMLElement>("[data-socket]");
if (table) beginTable(table);
beginSettings();
beginPage();
