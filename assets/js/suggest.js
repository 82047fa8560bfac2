// Suggests firms while a name is typed (the combobox pattern of the ARIA Authoring Practices). Without this script
// the form leads to the same firms as a list. Names come from registers: they are only ever set as text.

/**
 * @typedef {{ ico: string, country: string, active: boolean, untrusted: { name: string | null } }} Suggestion
 */

/** Waits for a pause in typing; the interface allows 120 questions a minute. */
const PAUSE = 250;

for (const form of document.querySelectorAll("form[data-suggest]")) {
  if (form instanceof HTMLFormElement) suggestIn(form);
}

/** @param {HTMLFormElement} form */
function suggestIn(form) {
  const input = form.querySelector("input[type=search]");
  const box = form.querySelector(".search-box");
  if (!(input instanceof HTMLInputElement) || box === null) return;
  const texts = form.dataset;
  const list = document.createElement("ul");
  const status = document.createElement("p");
  /** @type {AbortController | undefined} */
  let asking;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let active = -1;
  let isRefused = false;

  list.id = `${input.id}-suggestions`;
  list.className = "suggestions";
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", texts.suggestions ?? "");
  list.hidden = true;
  status.className = "visually-hidden";
  status.setAttribute("role", "status");
  box.append(list, status);
  input.setAttribute("role", "combobox");
  input.setAttribute("aria-autocomplete", "list");
  input.setAttribute("aria-controls", list.id);
  input.setAttribute("aria-expanded", "false");

  input.addEventListener("input", () => {
    clearTimeout(timer);
    asking?.abort();
    if (input.value.trim().length < 3 || isRefused) close();
    else timer = setTimeout(ask, PAUSE);
  });
  input.addEventListener("keydown", onKey);
  input.addEventListener("blur", close);
  // A press must not take the focus from the field before the click arrives.
  list.addEventListener("pointerdown", (event) => event.preventDefault());

  async function ask() {
    asking = new AbortController();
    const query = new URLSearchParams({ q: input instanceof HTMLInputElement ? input.value.trim() : "" });
    if (texts.country) query.set("country", texts.country);
    query.set("locale", texts.locale ?? "sk");
    try {
      const response = await fetch(`${texts.suggest}?${query}`, { signal: asking.signal });
      // Over the limit: the form still works, so there are simply no suggestions for now.
      if (response.status === 429) isRefused = true;
      if (response.ok) show(await response.json());
      else close();
    } catch {
      close();
    }
  }

  /** @param {{ results: Suggestion[], incomplete?: unknown[] }} answer */
  function show({ results, incomplete = [] }) {
    list.replaceChildren(...results.map(option));
    const count = results.length;
    const form = new Intl.PluralRules(texts.locale).select(count);
    const pattern = form === "one" ? texts.one : form === "few" ? texts.few : texts.other;
    // A register that did not answer has not said that there is no such firm.
    const none = (incomplete.length > 0 ? texts.incomplete : texts.none) ?? "";
    status.textContent = count === 0 ? none : (pattern ?? "#").replace("#", String(count));
    setActive(-1);
    setOpen(count > 0);
  }

  /**
   * @param {Suggestion} suggestion
   * @param {number} index
   */
  function option({ ico, country, active: isActive, untrusted }, index) {
    const item = document.createElement("li");
    const name = document.createElement("bdi");
    const number = document.createElement("span");
    item.id = `${list.id}-${index}`;
    item.setAttribute("role", "option");
    item.setAttribute("aria-selected", "false");
    item.dataset.href = `/${texts.locale}/firma/${country.toLowerCase()}/${ico}`;
    name.textContent =
      (untrusted.name ?? "").replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, " ").trim() || (texts.nameless ?? "");
    number.className = "meta number";
    number.textContent = `${country} ${ico}${isActive ? "" : ` · ${texts.ceased}`}`;
    item.append(name, " ", number);
    item.addEventListener("click", () => open(item));
    return item;
  }

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    const last = list.children.length - 1;
    if (event.key === "Escape" && !list.hidden) close();
    else if (list.hidden || last < 0) return;
    else if (event.key === "ArrowDown") setActive(active >= last ? 0 : active + 1);
    else if (event.key === "ArrowUp") setActive(active <= 0 ? last : active - 1);
    else if (event.key === "Enter" && active >= 0) open(list.children[active]);
    else return;
    event.preventDefault();
  }

  /** @param {number} index */
  function setActive(index) {
    active = index;
    [...list.children].forEach((item, position) => {
      item.setAttribute("aria-selected", String(position === index));
    });
    const item = list.children[index];
    if (item === undefined) input?.removeAttribute("aria-activedescendant");
    else {
      input?.setAttribute("aria-activedescendant", item.id);
      item.scrollIntoView({ block: "nearest" });
    }
  }

  /** @param {boolean} isOpen */
  function setOpen(isOpen) {
    list.hidden = !isOpen;
    input?.setAttribute("aria-expanded", String(isOpen));
  }

  function close() {
    clearTimeout(timer);
    asking?.abort();
    setActive(-1);
    setOpen(false);
  }

  /** @param {Element | undefined} item */
  function open(item) {
    const target = item instanceof HTMLElement ? item.dataset.href : undefined;
    if (target !== undefined) location.assign(target);
  }
}
