// Suggests firms and activities while somebody types (the combobox pattern of the ARIA Authoring Practices). Without this
// script the form leads to the same firms and activities as lists. Names come from registers: they are only set as text.

/**
 * @typedef {{ ico: string, country: string, active: boolean, match: string, untrusted: { name: string | null } }} Firm
 * @typedef {{ kind: string, words?: string[], nace: { code: string, revision: string, name: string | null } }} Activity
 */

/** Waits for a pause in typing, in milliseconds. */
const PAUSE = 250;
const MOST_FIRMS = 7;
const MOST_ACTIVITIES = 3;

for (const form of document.querySelectorAll("form[data-suggest]")) {
  if (form instanceof HTMLFormElement) suggestIn(form);
}

/** @param {HTMLFormElement} form */
function suggestIn(form) {
  const input = form.querySelector("input[type=search]");
  const box = form.querySelector(".search-box");
  if (!(input instanceof HTMLInputElement) || box === null) return;
  const texts = form.dataset;
  const list = document.createElement("div");
  const status = document.createElement("p");
  /** @type {AbortController | undefined} */
  let asking;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @type {HTMLElement[]} */
  let options = [];
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
    close();
    if (input.value.trim().length >= 3 && !isRefused) timer = setTimeout(ask, PAUSE);
  });
  input.addEventListener("keydown", onKey);
  input.addEventListener("blur", close);
  // A press must not take the focus from the field before the click arrives.
  list.addEventListener("pointerdown", (event) => event.preventDefault());

  async function ask() {
    asking = new AbortController();
    const { signal } = asking;
    const q = input instanceof HTMLInputElement ? input.value.trim() : "";
    const [firms, activities] = await Promise.all([
      answer(texts.suggest, texts.country, q, signal),
      answer(texts.suggestActivities, texts.country ?? texts.activityCountry, q, signal),
    ]);
    if (!signal.aborted) show(firms, activities);
  }

  /**
   * @param {string | undefined} path
   * @param {string | undefined} country
   * @param {string} q
   * @param {AbortSignal} signal
   */
  async function answer(path, country, q, signal) {
    const query = new URLSearchParams({ q, locale: texts.locale ?? "sk", ...(country ? { country } : {}) });
    try {
      const response = await fetch(`${path}?${query}`, { signal });
      // Over the limit: the form still works, so there are simply no suggestions for now.
      if (response.status === 429) isRefused = true;
      return response.ok ? await response.json() : undefined;
    } catch {
      return undefined;
    }
  }

  /**
   * @param {{ results: Firm[], incomplete?: unknown[] } | undefined} found
   * @param {{ hits: Activity[] } | undefined} meant
   */
  function show(found, meant) {
    if (found === undefined && meant === undefined) return;
    const firms = (found?.results ?? []).slice(0, MOST_FIRMS).map(firmOption);
    const hits = (meant?.hits ?? []).filter(({ kind }) => kind === "activity" || kind === "code");
    const activities = hits.slice(0, MOST_ACTIVITIES).map(activityOption);
    options = [...firms, ...activities];
    options.forEach((item, index) => {
      item.id = `${list.id}-${index}`;
    });
    list.replaceChildren(...group(texts.firms, firms), ...group(texts.activities, activities));
    const count = options.length;
    const form = new Intl.PluralRules(texts.locale).select(count);
    const pattern = form === "one" ? texts.one : form === "few" ? texts.few : texts.other;
    // A register that did not answer has not said that there is no such firm.
    const none = ((found?.incomplete ?? []).length > 0 ? texts.incomplete : texts.none) ?? "";
    status.textContent = count === 0 ? none : (pattern ?? "#").replace("#", String(count));
    setActive(-1);
    setOpen(count > 0);
  }

  /**
   * @param {string | undefined} label
   * @param {HTMLElement[]} items
   */
  function group(label, items) {
    if (items.length === 0) return [];
    const element = document.createElement("div");
    const heading = document.createElement("p");
    element.setAttribute("role", "group");
    element.setAttribute("aria-label", label ?? "");
    heading.className = "meta";
    heading.setAttribute("aria-hidden", "true");
    heading.textContent = label ?? "";
    element.append(heading, ...items);
    return [element];
  }

  /** @param {Firm} firm */
  function firmOption({ ico, country, active: isActive, match, untrusted }) {
    const name = (untrusted.name ?? "").replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, " ").trim() || (texts.nameless ?? "");
    const more = [`${country} ${ico}`, isActive ? "" : texts.ceased, match === "similar" ? texts.similar : ""];
    return option(`/${texts.locale}/firma/${country.toLowerCase()}/${ico}`, name, more);
  }

  /** @param {Activity} activity */
  function activityOption({ words, nace }) {
    const name = words?.join(", ") ?? nace.name ?? nace.code;
    const country = texts.country ?? texts.activityCountry;
    const query = new URLSearchParams(
      country ? { country, code: nace.code, rev: nace.revision } : { find: words?.[0] ?? nace.code },
    );
    return option(`/${texts.locale}/what-if?${query}`, name, [`NACE ${nace.code.replace(/^(..)(.)/, "$1.$2")}`]);
  }

  /**
   * @param {string} href
   * @param {string} name
   * @param {(string | undefined)[]} more
   */
  function option(href, name, more) {
    const item = document.createElement("div");
    const own = document.createElement("bdi");
    const beside = document.createElement("span");
    item.setAttribute("role", "option");
    item.setAttribute("aria-selected", "false");
    item.dataset.href = href;
    own.textContent = name;
    beside.className = "meta number";
    beside.textContent = more.filter(Boolean).join(" · ");
    item.append(own, " ", beside);
    item.addEventListener("click", () => location.assign(href));
    return item;
  }

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    const last = options.length - 1;
    if (list.hidden) return;
    if (event.key === "Escape") close();
    else if (event.key === "ArrowDown") setActive(active >= last ? 0 : active + 1);
    else if (event.key === "ArrowUp") setActive(active <= 0 ? last : active - 1);
    else if (event.key === "Enter" && active >= 0) location.assign(options[active]?.dataset.href ?? "");
    else return;
    event.preventDefault();
  }

  /** @param {number} index */
  function setActive(index) {
    active = index;
    options.forEach((item, position) => {
      item.setAttribute("aria-selected", String(position === index));
    });
    const item = options[index];
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
}
