"use strict";

const root = document.documentElement;
const all = (selector, within = document) => [...within.querySelectorAll(selector)];

// Without this script everything is shown, and what needs it is not.
root.classList.add("scripted");

// Pictures: one style of a figure at a time, one view of a picture at a time.

for (const styles of all(".styles")) {
  const show = () => {
    for (const radio of all("input", styles)) {
      document.getElementById(radio.value).classList.toggle("behind", !radio.checked);
    }
  };
  styles.addEventListener("change", show);
  show();
}

for (const picture of all(".picture:has(.controls)")) {
  const slider = picture.querySelector("[type=range]");
  const blend = () => {
    const isOverlay = picture.querySelector("[type=radio]:checked").value === "overlay";
    picture.querySelector(".after").style.opacity = isOverlay ? slider.value / 100 : "";
  };
  picture.addEventListener("input", blend);
  blend();
}

// Filters: a row is shown while one of its findings is. What to look at first is always shown.

const filters = all(".filters input");
const rows = all("[data-findings]");
const status = document.getElementById("status");
const alarms = all("#first article.alarm").length;
const alwaysShown = alarms ? `; ${alarms} to look at first always ${alarms === 1 ? "stays" : "stay"} on top` : "";

function filter() {
  const wanted = new Set(filters.filter((each) => each.checked).map((each) => each.value));
  for (const row of rows) {
    row.hidden = !row.dataset.findings.split(" ").some((finding) => wanted.has(finding));
  }
  for (const section of all("[data-filtered]")) {
    section.hidden = all("[data-findings]", section).every((row) => row.hidden);
  }
  const shown = rows.filter((row) => !row.hidden).length;
  if (status) status.textContent = `${shown} of ${status.dataset.total} shown below${alwaysShown}`;
}

function showAll() {
  for (const each of filters) each.checked = true;
  filter();
}

for (const each of filters) each.addEventListener("change", filter);
document.getElementById("all")?.addEventListener("click", showAll);
filter();

// A link leads to what it names, also when a filter hides it.

function reveal(place) {
  const target = document.getElementById(place);
  if (!target?.closest("[hidden]")) return;
  showAll();
  target.scrollIntoView();
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href^='#']");
  if (link) reveal(link.hash.slice(1));
});
addEventListener("hashchange", () => reveal(location.hash.slice(1)));
reveal(location.hash.slice(1));

// Paper has no triangles to open.

addEventListener("beforeprint", () => {
  for (const each of all("details")) each.open = true;
});
