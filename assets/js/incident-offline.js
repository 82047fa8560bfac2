// The clock of an incident in a file that is kept: it counts in the browser, loads nothing and sends nothing. The table of
// steps stands in the data block of the page. Times are counted anew here, not with the code of the server.
/**
 * @typedef {{ hours?: number, days?: number, months?: number }} Add
 * @typedef {{
 *   id: string, regimes: string[] | null, when: string | null, condition: string | null, isVoluntary: boolean,
 *   after: string | null, title: string, counted: string, period: { from: string, add: Add } | null,
 *   where: string | null, url: string | null, fallback: string[], citation: string,
 * }} Step
 * @typedef {{ id: string, name: string, recipient: string | null, which: string | null, remark: string | null }} Regime
 * @typedef {{ zone: string, voluntary: string, regimes: Regime[], steps: Step[] }} CountryRules
 * @typedef {{
 *   locale: string, country: string, countries: Record<string, CountryRules>, craRemark: string,
 *   words: Record<"left" | "over" | "unneeded" | "missing" | "future", string>,
 * }} Data
 * @typedef {{
 *   country: string, regime: string, significant: string, personalData: boolean, cra: string | null,
 *   instants: Record<string, number>,
 * }} Facts
 * @typedef {{ step: Step, due: number | null, state: string }} Timed
 */
(() => {
  const MINUTE = 60_000;
  const HOUR = 60 * MINUTE;
  const DAY = 24 * HOUR;
  /** Behind every instant. */
  const LAST = Number.POSITIVE_INFINITY;

  /**
   * What the clocks of a zone show at an instant, as if it were UTC.
   * @param {number} at
   * @param {string} zone
   */
  function shown(at, zone) {
    /** @type {Record<string, number>} */
    const parts = {};
    const format = new Intl.DateTimeFormat("en-GB", {
      timeZone: zone,
      hourCycle: "h23",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
    });
    for (const { type, value } of format.formatToParts(at)) parts[type] = Number(value);
    const { year = 0, month = 1, day, hour, minute } = parts;
    return Date.UTC(year, month - 1, day, hour, minute);
  }

  /**
   * The instants at which the clocks show a local minute: none, one or two.
   * @param {number} local
   * @param {string} zone
   */
  function instantsAt(local, zone) {
    const offsets = [local - DAY, local + DAY].map((at) => shown(at, zone) - at);
    return [...new Set(offsets)]
      .map((offset) => local - offset)
      .filter((at) => shown(at, zone) === local)
      .sort((a, b) => a - b);
  }

  /**
   * An instant so much later; days and months keep the time of day on the clocks of the zone.
   * @param {number} at
   * @param {Add} add
   * @param {string} zone
   */
  function later(at, add, zone) {
    if (add.hours !== undefined) return at + add.hours * HOUR;
    const clock = new Date(shown(at, zone));
    const seconds = at % MINUTE;
    const months = add.months ?? 0;
    const lastOfMonth = new Date(Date.UTC(clock.getUTCFullYear(), clock.getUTCMonth() + months + 1, 0)).getUTCDate();
    let local = Date.UTC(
      clock.getUTCFullYear(),
      clock.getUTCMonth() + months,
      Math.min(clock.getUTCDate(), months === 0 ? 31 : lastOfMonth) + (add.days ?? 0),
      clock.getUTCHours(),
      clock.getUTCMinutes(),
    );
    let [found] = instantsAt(local, zone);
    const isShown = found !== undefined;
    for (; found === undefined; [found] = instantsAt(local, zone)) local += MINUTE;
    return isShown ? found + seconds : found;
  }

  /**
   * @param {Step} step
   * @param {number | null} due
   * @param {Facts} facts
   * @param {number} now
   */
  function stateOf(step, due, facts, now) {
    const from = step.period?.from;
    const isUnneeded = step.condition === "significant" && facts.significant === "no";
    if (isUnneeded) return "not_needed";
    if (due === null) return step.isVoluntary ? "voluntary" : "waiting";
    if (from === "found" && facts.instants.notified !== undefined) return "not_needed";
    if (from === "craKnown" && facts.instants.craNotified !== undefined) return "not_needed";
    if (step.condition === "significant" && from === "found" && facts.significant === "unknown") return "depends";
    return due < now ? "overdue" : "due";
  }

  /**
   * The rules of a country.
   * @param {Data} data
   * @param {string} country
   */
  function rulesOf(data, country) {
    const rules = data.countries[country];
    if (rules === undefined) throw new Error(country);
    return rules;
  }

  /**
   * The steps in the order of time. Instants are milliseconds.
   * @param {Data} data
   * @param {Facts} facts
   * @param {number} now
   * @returns {Timed[]}
   */
  function clockOf(data, facts, now) {
    const { steps, zone } = rulesOf(data, facts.country);
    const { found = 0 } = facts.instants;
    /** @type {Record<string, number>} */
    const instants = { personalDataKnown: found, craKnown: found, ...facts.instants };
    const known = { ...facts, instants };
    const timed = steps
      .filter(({ regimes, when }) => {
        if (when === "personalData") return facts.personalData;
        return when === null ? regimes?.includes(facts.regime) : facts.cra === when;
      })
      .map((step) => {
        const start = step.period === null ? undefined : instants[step.period.from];
        const isUnneeded = step.condition === "significant" && facts.significant === "no";
        const due =
          step.period === null || start === undefined || isUnneeded ? null : later(start, step.period.add, zone);
        return { step, due, state: stateOf(step, due, known, now) };
      });
    /** @param {string} id */
    const dueOf = (id) => timed.find(({ step }) => step.id === id)?.due ?? null;
    /** @param {Timed} timed */
    const placeOf = ({ step, due }) => due ?? (step.after === null ? null : dueOf(step.after)) ?? LAST;
    return timed.sort((a, b) => (placeOf(a) === placeOf(b) ? 0 : placeOf(a) - placeOf(b)));
  }

  // A test compares it with the service.
  Object.assign(globalThis, { dosahClock: { clockOf } });
  if (typeof document === "undefined") return;

  /** @type {Data} */
  const data = JSON.parse(of("data").textContent ?? "");
  const { words, locale } = data;

  /** @param {string} id */
  function of(id) {
    const found = document.getElementById(id);
    if (found === null) throw new Error(id);
    return found;
  }

  /**
   * A control of the form.
   * @param {string} id
   */
  function control(id) {
    const found = of(id);
    if (!(found instanceof HTMLInputElement || found instanceof HTMLSelectElement)) throw new Error(id);
    return found;
  }

  /**
   * @param {string} name
   * @param {string} text
   * @param {string} [className]
   */
  function element(name, text, className) {
    const made = document.createElement(name);
    made.textContent = text;
    if (className !== undefined) made.className = className;
    return made;
  }

  /**
   * @param {string} address
   * @param {string} text
   */
  function link(address, text) {
    const made = document.createElement("a");
    made.textContent = text;
    made.href = address;
    return made;
  }

  /**
   * @param {number} at
   * @param {string} zone
   */
  function inWords(at, zone) {
    return new Intl.DateTimeFormat(locale === "en" ? "en-GB" : locale, {
      timeZone: zone,
      weekday: "long",
      day: "numeric",
      month: "long",
      year: "numeric",
      hour: "2-digit",
      minute: "2-digit",
      timeZoneName: "short",
    }).format(at);
  }

  /**
   * @param {number} due
   * @param {number} now
   */
  function remaining(due, now) {
    const minutes = Math.floor(Math.abs(due - now) / MINUTE);
    const time = `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
    return (due < now ? words.over : words.left).replace("{time}", time);
  }

  /**
   * The instant of a field; `undefined` while it is empty, `null` where the clocks never showed it.
   * @param {string} id
   * @param {string} zone
   */
  function instantOf(id, zone) {
    const typed = control(id).value;
    if (typed === "") return undefined;
    const instants = instantsAt(Date.parse(`${typed}Z`), zone);
    if (instants.length === 2) of("fold-row").hidden = false;
    return instants.at(control("fold").value === "second" ? -1 : 0) ?? null;
  }

  /**
   * @param {Timed} timed
   * @param {string} zone
   * @param {string | null} recipient
   * @param {number} now
   */
  function itemOf({ step, due, state }, zone, recipient, now) {
    const item = element("li", "");
    item.dataset.step = step.id;
    item.dataset.state = state;
    item.append(element("strong", step.title));
    if (due !== null) {
      item.dataset.due = new Date(due).toISOString();
      item.append(element("div", inWords(due, zone)));
      if (state !== "not_needed") item.append(element("div", remaining(due, now), "left"));
    }
    if (state === "not_needed") item.append(element("div", words.unneeded));
    item.append(element("div", step.counted));
    const where = element("div", [step.when === null ? recipient : null, step.where].filter(Boolean).join(": "));
    if (step.url !== null) where.append(" ", link(step.url, new URL(step.url).host));
    for (const mail of step.fallback) where.append(" ", link(`mailto:${mail}`, mail));
    item.append(where, element("small", step.citation));
    return item;
  }

  function draw() {
    const now = Date.now();
    const country = control("country").value;
    const { zone, regimes, voluntary } = rulesOf(data, country);
    of("fold-row").hidden = true;
    of("significant-row").hidden = country === "SK";
    of("fix-row").hidden = control("cra").value !== "vulnerability";
    of("cra-notified-row").hidden = control("cra").value !== "incident";
    /** @type {Record<string, number>} */
    const instants = {};
    let isWrong = false;
    for (const [start, id] of [
      ["found", "found"],
      ["notified", "notified"],
      ["resolved", "resolved"],
      ["craFix", "fix"],
      ["craNotified", "cra-notified"],
    ]) {
      const at = instantOf(String(id), zone);
      if (at === null) isWrong = true;
      else if (at !== undefined) instants[String(start)] = at;
    }
    const { found } = instants;
    const isAhead = found !== undefined && found > now + 5 * MINUTE;
    of("wrong").textContent = isWrong ? words.missing : isAhead ? words.future : "";
    if (isWrong || found === undefined) return of("steps").replaceChildren();
    const facts = {
      country,
      regime: control("regime").value,
      significant: control("significant").value,
      personalData: /** @type {HTMLInputElement} */ (control("personal")).checked,
      cra: control("cra").value || null,
      instants,
    };
    const own = regimes.find(({ id }) => id === facts.regime);
    of("which").textContent = [own?.which, own?.remark, facts.cra === null ? null : data.craRemark]
      .filter(Boolean)
      .join(" ");
    of("voluntary").textContent = voluntary;
    const items = clockOf(data, facts, now).map((timed) => itemOf(timed, zone, own?.recipient ?? null, now));
    return of("steps").replaceChildren(...items);
  }

  /** The regimes of the chosen country. */
  function offerRegimes() {
    const options = rulesOf(data, control("country").value).regimes.map(({ id, name }) => new Option(name, id));
    of("regime").replaceChildren(...options);
  }

  control("country").value = data.country;
  offerRegimes();
  control("found").value = new Date(shown(Date.now(), rulesOf(data, data.country).zone)).toISOString().slice(0, 16);
  of("country").addEventListener("input", offerRegimes);
  for (const field of document.querySelectorAll("input,select")) field.addEventListener("input", draw);
  of("print").addEventListener("click", () => print());
  draw();
  setInterval(draw, 30_000);
})();
