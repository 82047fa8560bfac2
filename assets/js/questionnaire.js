// Keeps a copy of the answers in this browser and counts them as they are given. The answers themselves stand in the
// address of the page: without this script the questionnaire works all the same, only nothing is kept.

const KEY = "questionnaire";
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
    location.replace(addressOf(kept.answers, here.mode ?? kept.mode));
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
   * The parameters of an address that belong to the questionnaire: the areas in their order, each a row of letters.
   * @param {URLSearchParams} query
   */
  function pick(query) {
    const answers = new URLSearchParams();
    for (const area of areas) {
      const letters = query.get(area) ?? "";
      if (/^[ypnx-]{1,99}$/.test(letters)) answers.set(area, letters);
    }
    const mode = query.get("mode");
    return { answers: answers.toString(), mode: mode === "quick" || mode === "extended" ? mode : undefined };
  }

  /**
   * @param {string} answers
   * @param {string | undefined} mode
   */
  function addressOf(answers, mode) {
    return `${location.pathname}?mode=${mode ?? "quick"}&${answers}${location.hash}`;
  }

  /** The browser holds other answers than this address: both are kept until the visitor chooses. */
  function offer() {
    const bar = root.querySelector(".kept-others");
    const show = root.querySelector("[data-show-kept]");
    if (!(bar instanceof HTMLElement) || !(show instanceof HTMLAnchorElement)) return;
    show.href = addressOf(kept.answers, kept.mode);
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
    if (!(radio instanceof HTMLInputElement) || radio.type !== "radio") return;
    const area = radio.name.slice(0, -3);
    const place = Number(radio.name.slice(-2)) - 1;
    const query = new URLSearchParams(location.search);
    const letters = [...(query.get(area) ?? "").padEnd(place + 1, "-")];
    letters[place] = LETTERS.get(radio.value) ?? "-";
    query.set(area, letters.join(""));
    const { answers, mode } = pick(query);
    // The address follows, so that a reload or another language shows the same.
    history.replaceState(null, "", addressOf(answers, mode));
    for (const link of document.querySelectorAll(".languages a")) {
      if (link instanceof HTMLAnchorElement) link.search = location.search;
    }
    keep();
    count();
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
