// Makes and uses passkeys. Everything else of these pages works without a script.

const known = window.PublicKeyCredential?.parseCreationOptionsFromJSON !== undefined;

for (const field of document.querySelectorAll("input[data-passkey-create], input[data-passkey-get]")) {
  if (!(field instanceof HTMLInputElement) || field.form === null || !known) continue;
  const { form } = field;
  const { passkeyCreate, passkeyGet } = field.dataset;
  form.hidden = false;
  form.addEventListener("submit", async (event) => {
    if (field.value !== "") return;
    event.preventDefault();
    try {
      const credential =
        passkeyCreate === undefined
          ? await navigator.credentials.get({
              publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(JSON.parse(passkeyGet ?? "{}")),
            })
          : await navigator.credentials.create({
              publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(JSON.parse(passkeyCreate)),
            });
      if (credential instanceof PublicKeyCredential) field.value = JSON.stringify(credential.toJSON());
    } catch {
      // The person closed the window of the browser, or has no passkey for this site: the page stays as it is.
      return;
    }
    form.submit();
  });
}
