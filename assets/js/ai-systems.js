// The list of classified AI systems: kept in this browser alone, never sent.

const KEY = "ai-systems";
const MOST = 50;
/** Addresses that a list may lead to: results of this site. */
const RESULT = /^\/(sk|cs|en)\/ai-act\/result\?/;

/** @typedef {{ name: string, address: string, class: string, day: string }} System */

/** @returns {System[]} */
function kept() {
  try {
    const list = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(list) ? list.filter((each) => RESULT.test(each?.address)).slice(0, MOST) : [];
  } catch {
    // Storage is forbidden or holds something else: an empty list.
    return [];
  }
}

/** @param {System[]} list */
function keep(list) {
  try {
    localStorage.setItem(KEY, JSON.stringify(list.slice(0, MOST)));
    return true;
  } catch {
    return false;
  }
}

const save = document.querySelector("button[data-save-system]");
if (save instanceof HTMLButtonElement) {
  save.hidden = false;
  save.addEventListener("click", () => {
    const { saveSystem: address = "", name = "", class: className = "", day = "", saved = "" } = save.dataset;
    const others = kept().filter((each) => each.address !== address);
    if (keep([{ name, address, class: className, day }, ...others])) save.textContent = saved;
  });
}

const place = document.querySelector("[data-systems]");
if (place instanceof HTMLElement) show(place);

/** @param {HTMLElement} list */
function show(list) {
  const systems = kept();
  list.hidden = false;
  const empty = list.querySelector("[data-systems-empty]");
  const table = list.querySelector("table");
  if (empty instanceof HTMLElement) empty.hidden = systems.length > 0;
  if (table instanceof HTMLElement) table.hidden = systems.length === 0;
  list.querySelector("tbody")?.replaceChildren(...systems.map(row));
}

/** @param {System} system */
function row(system) {
  const line = document.createElement("tr");
  const link = document.createElement("a");
  link.href = system.address;
  link.textContent = system.name;
  const first = document.createElement("td");
  first.append(link);
  const cells = [system.class, system.day].map((text) => {
    const cell = document.createElement("td");
    cell.textContent = text;
    return cell;
  });
  line.append(first, ...cells);
  return line;
}

document.querySelector("[data-systems-clear]")?.addEventListener("click", () => {
  keep([]);
  if (place instanceof HTMLElement) show(place);
});

document.querySelector("[data-systems-csv]")?.addEventListener("click", () => {
  const lines = kept().map(({ name, class: className, day, address }) =>
    [name, className, day, new URL(address, location.href).href].map(cell).join(";"),
  );
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([`\ufeff${lines.join("\r\n")}\r\n`], { type: "text/csv" }));
  link.download = "dosah-ai.csv";
  link.click();
  URL.revokeObjectURL(link.href);
});

/**
 * A cell of a CSV file: quoted, and never a formula.
 * @param {string} text
 */
function cell(text) {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
