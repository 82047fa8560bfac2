// Makes and uses passkeys. Everything else of these pages works without a script.

const known = window.PublicKeyCredential?.parseCreationOptionsFromJSON !== undefined;

// A passkey is all that such a form sends: it appears, and asks the browser when it is sent.
for (const field of document.querySelectorAll("input[data-passkey-create], input[data-passkey-get]")) {
  if (!(field instanceof HTMLInputElement) || field.form === null || !known) continue;
  const { form } = field;
  const { passkeyCreate, passkeyGet } = field.dataset;
  const button = form.querySelector("button[data-passkey-use]");
  if (button instanceof HTMLButtonElement) {
    // Beside a code: the button alone asks the browser.
    button.hidden = false;
    button.addEventListener("click", async () => {
      field.value = (await use(passkeyGet)) ?? "";
      if (field.value !== "") form.submit();
    });
    continue;
  }
  form.hidden = false;
  form.addEventListener("submit", async (event) => {
    if (field.value !== "") return;
    event.preventDefault();
    const credential = passkeyCreate === undefined ? await use(passkeyGet) : await make(passkeyCreate);
    if (credential === undefined) return;
    field.value = credential;
    form.submit();
  });
}

// In the place of a password: the answer goes into the field above the button.
for (const button of document.querySelectorAll("button[data-passkey-confirm]")) {
  if (!(button instanceof HTMLButtonElement) || button.form === null || !known) continue;
  const { form } = button;
  const { passkeyConfirm, challenge } = button.dataset;
  button.hidden = false;
  button.addEventListener("click", async () => {
    const current = form.elements.namedItem("current");
    const credential = await use(passkeyConfirm);
    if (credential === undefined || !(current instanceof HTMLInputElement)) return;
    current.value = JSON.stringify({ credential, challenge });
    form.requestSubmit();
  });
}

/** @param {string | undefined} options */
function use(options) {
  return answerOf(() =>
    navigator.credentials.get({
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(JSON.parse(options ?? "{}")),
    }),
  );
}

/** @param {string} options */
function make(options) {
  return answerOf(() =>
    navigator.credentials.create({
      publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(JSON.parse(options)),
    }),
  );
}

/** @param {() => Promise<Credential | null>} ask */
async function answerOf(ask) {
  try {
    const credential = await ask();
    return credential instanceof PublicKeyCredential ? JSON.stringify(credential.toJSON()) : undefined;
  } catch {
    // The person closed the window of the browser, or has no passkey for this site: the page stays as it is.
    return undefined;
  }
}
