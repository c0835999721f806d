"use strict";

const root = document.documentElement;
const byId = (id) => document.getElementById(id);
const part = {
  evidence: byId("_evidence"),
  keys: byId("_keys-panel"),
  letters: byId("_letters"),
  next: byId("_next"),
  place: byId("_place"),
  previous: byId("_previous"),
  scheme: byId("_scheme"),
  status: byId("_status"),
};

// Light or dark: as the system has it, until somebody chooses.

const systemIsDark = matchMedia("(prefers-color-scheme: dark)");

function setScheme(isDark) {
  root.dataset.scheme = isDark ? "dark" : "light";
  part.scheme.textContent = isDark ? "Light" : "Dark";
}

const otherScheme = () => setScheme(root.dataset.scheme === "light");

setScheme(systemIsDark.matches);
systemIsDark.addEventListener("change", (event) => setScheme(event.matches));

// Panels. An open one has the keyboard for itself, closes with Escape and gives the focus back: browsers see to it.

const evidenceOf = (slide) => slide.querySelector("dialog");
const evidenceHere = () => evidenceOf(Reveal.getCurrentSlide());
const showEvidence = () => evidenceHere()?.showModal();
const turnEvidence = () => (evidenceHere()?.open ? evidenceHere().close() : showEvidence());
const showKeys = () => part.keys.showModal();

// Speaker notes, in a window that the audience does not see.

let speaker = null;

function showNotes() {
  speaker = window.open("", "notes", "width=900,height=700");
  if (!speaker) {
    part.status.textContent = "The browser keeps the window with the notes from opening.";
    return;
  }
  speaker.document.title = `Notes: ${document.title}`;
  speaker.document.documentElement.lang = root.lang;
  speaker.document.documentElement.style.colorScheme = "light dark";
  speaker.document.body.style = "margin: 32px; font: 26px/1.4 'DejaVu Sans', sans-serif";
  speaker.onkeydown = (event) => {
    if (["ArrowRight", "PageDown", " "].includes(event.key)) Reveal.next();
    if (["ArrowLeft", "PageUp"].includes(event.key)) Reveal.prev();
  };
  writeNotes();
}

function writeNotes() {
  if (!speaker || speaker.closed) return;
  const titles = Reveal.getSlides().map(titleOf);
  const here = Reveal.getIndices().h;
  const [title, next] = ["h1", "p"].map((name) => speaker.document.createElement(name));
  title.textContent = `${here + 1}. ${titles[here]}`;
  next.textContent = here + 1 < titles.length ? `Next: ${titles[here + 1]}` : "This is the last slide.";
  const notes = Reveal.getCurrentSlide().querySelector("aside.notes");
  const words = notes ? [...notes.childNodes].map((node) => speaker.document.importNode(node, true)) : [];
  speaker.document.body.replaceChildren(title, ...words, next);
}

// What changes with the slide.

const titleOf = (slide) => slide.querySelector("h1, h2").textContent;

function followSlide() {
  const [slide, total, number] = [Reveal.getCurrentSlide(), Reveal.getTotalSlides(), Reveal.getIndices().h + 1];
  document.querySelector("dialog[open]")?.close();
  part.place.textContent = `${number} / ${total}`;
  part.previous.disabled = number === 1;
  part.next.disabled = number === total;
  part.evidence.hidden = !evidenceOf(slide);
  part.evidence.textContent = `Evidence (${slide.dataset.evidence})`;
  part.status.textContent = `Slide ${number} of ${total}: ${titleOf(slide)}`;
  writeNotes();
}

// Keys. Letters can be switched off, for those who speak to their computer.

const ownKeys = { d: otherScheme, e: turnEvidence, s: showNotes, "?": showKeys };
const isCharacter = (event) => event.key.length === 1 && event.key !== " ";
const presses = (event) => event.target.closest("button, a, summary, input") && [" ", "Enter"].includes(event.key);

function listensTo(event) {
  if (document.querySelector("dialog[open]") || presses(event)) return false;
  return part.letters.checked || !isCharacter(event);
}

// The letter that opened the evidence closes it again.
const closesEvidence = (event) => part.letters.checked && event.key.toLowerCase() === "e" && evidenceHere()?.open;

document.addEventListener("keydown", (event) => {
  const isPlain = !event.ctrlKey && !event.altKey && !event.metaKey;
  const action = ownKeys[event.key.toLowerCase()];
  if (!action || !isPlain || !(listensTo(event) || closesEvidence(event))) return;
  event.preventDefault();
  action();
});

part.evidence.addEventListener("click", showEvidence);
byId("_notes").addEventListener("click", showNotes);
part.scheme.addEventListener("click", otherScheme);
byId("_keys").addEventListener("click", showKeys);
part.previous.addEventListener("click", () => Reveal.prev());
part.next.addEventListener("click", () => Reveal.next());

// A printed page holds every slide, also for those who hear it.

window.addEventListener("beforeprint", () => {
  for (const slide of Reveal.getSlides()) {
    slide.removeAttribute("hidden");
    slide.removeAttribute("aria-hidden");
  }
});
window.addEventListener("afterprint", () => Reveal.sync());

Reveal.on("slidechanged", followSlide);
Reveal.initialize({
  width: 1280,
  height: 720,
  margin: 0,
  minScale: 0.1,
  maxScale: 8,
  center: false,
  display: "flex",
  controls: false,
  progress: false,
  hash: true,
  help: false,
  jumpToSlide: false,
  postMessage: false,
  keyboardCondition: listensTo,
  scrollActivationWidth: null,
  transition: "none",
  backgroundTransition: "none",
}).then(() => {
  // Slides are read like any page, and announced by their title; reveal.js would take both over.
  Reveal.getRevealElement().removeAttribute("role");
  document.querySelector(".aria-status").remove();
  followSlide();
});
