// Keeps a copy of the answers in this browser and counts them as they are given. The answers themselves stand in the
// address of the page: without this script the questionnaire works all the same, only nothing is kept.

const KEY = "questionnaire";
const SETS_KEY = "questionnaire-sets";
/** The most letters of a reason in own words. */
const MOST_WORDS = 200;
/** More sets than anybody needs; the oldest gives way. */
const MOST_SETS = 30;
const LETTERS = new Map([
  ["yes", "y"],
  ["partial", "p"],
  ["no", "n"],
  ["not_applicable", "x"],
]);

const root = document.querySelector("[data-questionnaire]");
if (root instanceof HTMLElement) start(root);

/** @param {HTMLElement} root */
function start(root) {
  const areas = (root.dataset.questionnaire ?? "").split(" ");
  const here = pick(new URLSearchParams(location.search));
  const kept = pick(new URLSearchParams(load()));
  const isOther = kept.answers !== "" && kept.answers !== here.answers;

  // A visit without answers goes on where the last one ended.
  if (isOther && here.answers === "") {
    location.replace(addressOf({ ...kept, mode: here.mode ?? kept.mode, regime: here.regime ?? kept.regime }));
    return;
  }
  let mayKeep = !isOther;
  if (isOther) offer();
  else if (here.answers !== "") keep();

  document.querySelector("form.questions")?.addEventListener("change", onAnswer);
  for (const link of root.querySelectorAll("[data-clear]")) {
    link.addEventListener("click", () => store(""));
  }

  /**
   * The parameters of an address that belong to the questionnaire: the areas in their order, each a row of letters, and
   * the reasons of answers that say that a question does not concern the visitor.
   * @param {URLSearchParams} query
   */
  function pick(query) {
    const answers = new URLSearchParams();
    for (const area of areas) {
      const letters = query.get(area) ?? "";
      if (/^[ypnx-]{1,99}$/.test(letters)) answers.set(area, letters);
    }
    // Why a question does not concern the visitor: its code, and own words beside "other".
    for (const [name, value] of query) {
      if (!/^n\.[a-z_]{1,40}-\d{2}(\.text)?$/.test(name) || value === "" || value.length > MOST_WORDS) continue;
      if (isNotApplicable(answers, name.split(".")[1] ?? "")) answers.set(name, value);
    }
    const mode = query.get("mode");
    const regime = query.get("regime") ?? "";
    return {
      answers: answers.toString(),
      mode: mode === "quick" || mode === "extended" ? mode : undefined,
      regime: /^[a-z]{3,9}$/.test(regime) ? regime : undefined,
    };
  }

  /** @param {{ answers: string, mode: string | undefined, regime: string | undefined }} sheet */
  function queryOf({ answers, mode, regime }) {
    return `mode=${mode ?? "quick"}${regime === undefined ? "" : `&regime=${regime}`}&${answers}`;
  }

  /** @param {{ answers: string, mode: string | undefined, regime: string | undefined }} sheet */
  function addressOf(sheet) {
    return `${location.pathname}?${queryOf(sheet)}${location.hash}`;
  }

  /** The browser holds other answers than this address: both are kept until the visitor chooses. */
  function offer() {
    const bar = root.querySelector(".kept-others");
    const show = root.querySelector("[data-show-kept]");
    if (!(bar instanceof HTMLElement) || !(show instanceof HTMLAnchorElement)) return;
    show.href = addressOf(kept);
    bar.hidden = false;
    root.querySelector("[data-keep-these]")?.addEventListener("click", () => {
      mayKeep = true;
      bar.hidden = true;
      keep();
    });
  }

  /** @param {Event} event */
  function onAnswer(event) {
    const radio = event.target;
    if (radio instanceof HTMLSelectElement || (radio instanceof HTMLInputElement && radio.type === "text")) {
      if (radio.name.startsWith("n.")) onReason(radio);
      return;
    }
    if (!(radio instanceof HTMLInputElement) || radio.type !== "radio") return;
    const area = radio.name.slice(0, -3);
    const place = Number(radio.name.slice(-2)) - 1;
    const query = new URLSearchParams(location.search);
    const letters = [...(query.get(area) ?? "").padEnd(place + 1, "-")];
    letters[place] = LETTERS.get(radio.value) ?? "-";
    query.set(area, letters.join(""));
    // A reason that was chosen before stands in its field still.
    for (const field of document.querySelectorAll(`[data-reason="${radio.name}"] :is(select, input)`)) {
      if (field instanceof HTMLSelectElement || field instanceof HTMLInputElement) query.set(field.name, field.value);
    }
    follow(query);
    count();
  }

  /** @param {HTMLSelectElement | HTMLInputElement} field of a reason */
  function onReason(field) {
    const query = new URLSearchParams(location.search);
    query.set(field.name, field.value.trim());
    follow(query);
  }

  /**
   * The address follows what was given, so that a reload or another language shows the same.
   * @param {URLSearchParams} query
   */
  function follow(query) {
    history.replaceState(null, "", addressOf(pick(query)));
    for (const link of document.querySelectorAll(".languages a")) {
      if (link instanceof HTMLAnchorElement) link.search = location.search;
    }
    keep();
  }

  showSets();
  root.querySelector("[data-set-form]")?.addEventListener("submit", (event) => {
    event.preventDefault();
    const field = root.querySelector("#set-name");
    if (!(field instanceof HTMLInputElement) || field.value.trim() === "") return;
    const name = field.value.trim();
    const query = queryOf(pick(new URLSearchParams(location.search)));
    storeSets([{ name, query }, ...loadSets().filter((set) => set.name !== name)].slice(0, MOST_SETS));
    field.value = "";
    showSets();
  });

  /** The saved sets: each opens with its answers, whatever page of the questionnaire is open. */
  function showSets() {
    const box = root.querySelector("[data-sets]");
    const list = root.querySelector("[data-set-list]");
    if (!(box instanceof HTMLElement) || list === null) return;
    const sets = loadSets();
    list.replaceChildren(
      ...sets.map(({ name, query }) => {
        const item = document.createElement("li");
        const link = document.createElement("a");
        const remove = document.createElement("button");
        const sheet = pick(new URLSearchParams(query));
        link.href = addressOf(sheet);
        link.textContent = name;
        // What is opened is what the browser keeps from then on.
        link.addEventListener("click", () => store(queryOf(sheet)));
        remove.type = "button";
        remove.className = "button is-quiet";
        remove.textContent = box.dataset.remove ?? "";
        remove.setAttribute("aria-label", `${box.dataset.remove ?? ""}: ${name}`);
        remove.addEventListener("click", () => {
          storeSets(loadSets().filter((set) => set.name !== name));
          showSets();
        });
        item.append(link, " ", remove);
        return item;
      }),
    );
    box.hidden = sets.length === 0 && root.querySelector("[data-set-form]") === null;
  }

  function count() {
    const line = root.querySelector("[data-answered]");
    const bar = line?.querySelector("progress");
    const words = line?.querySelector("[data-pattern]");
    if (!(bar instanceof HTMLProgressElement) || !(words instanceof HTMLElement)) return;
    const answered = root.querySelectorAll("form.questions input[type=radio]:checked").length;
    bar.value = answered;
    words.textContent = (words.dataset.pattern ?? "#").replace("#", String(answered));
  }

  function keep() {
    if (mayKeep) store(location.search.slice(1));
  }
}

/**
 * True where the letters of the areas say that a question does not concern the visitor.
 * @param {URLSearchParams} answers
 * @param {string} id
 */
function isNotApplicable(answers, id) {
  return answers.get(id.slice(0, -3))?.charAt(Number(id.slice(-2)) - 1) === "x";
}

/** @returns {{ name: string, query: string }[]} */
function loadSets() {
  try {
    const sets = JSON.parse(localStorage.getItem(SETS_KEY) ?? "[]");
    if (!Array.isArray(sets)) return [];
    return sets.filter((set) => typeof set?.name === "string" && typeof set?.query === "string");
  } catch {
    // Storage may be forbidden, or hold something else.
    return [];
  }
}

/** @param {{ name: string, query: string }[]} sets */
function storeSets(sets) {
  try {
    localStorage.setItem(SETS_KEY, JSON.stringify(sets));
  } catch {
    // Storage may be forbidden or full; the answers still stand in the address.
  }
}

function load() {
  try {
    return localStorage.getItem(KEY) ?? "";
  } catch {
    // Storage may be forbidden; then nothing is kept.
    return "";
  }
}

/** @param {string} answers */
function store(answers) {
  try {
    if (answers === "") localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, answers);
  } catch {
    // Storage may be forbidden; the answers still stand in the address.
  }
}
