// Saves each answer of a questionnaire as it is chosen. Without this script the buttons of the form save the same.

const form = document.querySelector("form[data-autosave]");
const live = document.querySelector("[data-saved]");
if (form instanceof HTMLFormElement && live instanceof HTMLElement) start(form, live);

/**
 * @param {HTMLFormElement} form
 * @param {HTMLElement} live
 */
function start(form, live) {
  /** What is not stored yet, by question. @type {Map<string, URLSearchParams>} */
  const waiting = new Map();
  /** What the page showed of each question, or stored since. @type {Map<string, string>} */
  const seen = new Map();
  for (const input of form.querySelectorAll("input[type=radio]:checked")) {
    if (input instanceof HTMLInputElement) seen.set(input.name, input.value);
  }
  let isSending = false;

  form.addEventListener("change", ({ target }) => {
    if (target instanceof HTMLInputElement && target.type === "radio") add(target.name, "answer", target.value);
    if (target instanceof HTMLTextAreaElement && target.name.startsWith("note.")) {
      add(target.name.slice("note.".length), "note", target.value);
    }
  });
  form.addEventListener("submit", () => waiting.clear());
  addEventListener("online", () => void send());
  addEventListener("beforeunload", (event) => {
    if (waiting.size > 0) event.preventDefault();
  });

  /**
   * @param {string} question
   * @param {"answer" | "note"} name
   * @param {string} value
   */
  function add(question, name, value) {
    const body = waiting.get(question) ?? new URLSearchParams({ question, seen: seen.get(question) ?? "" });
    body.set(name, value);
    waiting.set(question, body);
    void send();
  }

  async function send() {
    if (isSending) return;
    isSending = true;
    try {
      for (const [question, body] of waiting) {
        const csrf = form.querySelector("input[name=csrf]");
        if (csrf instanceof HTMLInputElement) body.set("csrf", csrf.value);
        const init = { method: "POST", body: new URLSearchParams(body), headers: { Accept: "application/json" } };
        const response = await fetch(form.dataset.autosave ?? "", init);
        // What was chosen meanwhile stays on the list.
        if (waiting.get(question)?.toString() === body.toString()) waiting.delete(question);
        if (response.ok) {
          const { answer } = await response.json();
          if (body.has("answer")) seen.set(question, answer ?? "");
          const time = new Date().toLocaleTimeString(document.documentElement.lang, {
            hour: "2-digit",
            minute: "2-digit",
          });
          say((live.dataset.saved ?? "").replace("{time}", time));
        } else say(response.status === 409 ? live.dataset.elsewhere : live.dataset.refused);
      }
    } catch {
      // Kept in the page, and sent once the browser is on line again.
      say(live.dataset.offline);
    } finally {
      isSending = false;
    }
  }

  /** @param {string | undefined} message */
  function say(message) {
    live.textContent = message ?? "";
  }
}
