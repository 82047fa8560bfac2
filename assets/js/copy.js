// Shows the buttons that only a script can serve: copy a text, print the page.

for (const button of document.querySelectorAll("button.copy")) {
  if (!(button instanceof HTMLButtonElement) || navigator.clipboard === undefined) continue;
  const label = button.textContent ?? "";
  button.hidden = false;
  button.addEventListener("click", async () => {
    const source = document.getElementById(button.dataset.copyFrom ?? "");
    const text = button.dataset.copyValue ?? source?.textContent ?? "";
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // The browser refused: select the text, so that it can be copied by hand.
      if (source !== null) getSelection()?.selectAllChildren(source);
      return;
    }
    announce(button.dataset.copied ?? "");
    button.textContent = button.dataset.copied ?? label;
    setTimeout(() => {
      button.textContent = label;
    }, 2_000);
  });
}

for (const button of document.querySelectorAll("button[data-print]")) {
  if (!(button instanceof HTMLButtonElement)) continue;
  button.hidden = false;
  button.addEventListener("click", () => print());
}

/**
 * Tells a screen reader what a changed label shows.
 * @param {string} message
 */
function announce(message) {
  let status = document.getElementById("copy-status");
  if (status === null) {
    status = document.createElement("p");
    status.id = "copy-status";
    status.className = "visually-hidden";
    status.setAttribute("role", "status");
    document.body.append(status);
  }
  status.textContent = message;
}

/**
 * What a field of a prepared notification holds: its text, or what was typed.
 * @param {Element | null | undefined} row
 */
function heldIn(row) {
  const value = row?.querySelector("[data-value]");
  return (value instanceof HTMLInputElement ? value.value : (value?.textContent ?? "")).trim();
}

/** The fields as lines `label: value`; a missing one is an ellipsis. */
function allFields() {
  const rows = [...document.querySelectorAll("tr[data-field]")];
  return rows.map((row) => `${row.querySelector("th")?.textContent ?? ""}: ${heldIn(row) || "…"}`).join("\n");
}

for (const button of document.querySelectorAll("button[data-copy], button[data-copy-all]")) {
  if (!(button instanceof HTMLButtonElement) || navigator.clipboard === undefined) continue;
  button.hidden = false;
  button.addEventListener("click", async () => {
    const text = button.hasAttribute("data-copy-all") ? allFields() : heldIn(button.closest("tr"));
    await navigator.clipboard.writeText(text);
    announce(button.dataset.copied ?? "");
  });
}
