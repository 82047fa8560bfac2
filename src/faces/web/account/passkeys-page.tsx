import { passkeyList } from "../../../capabilities/accounts/passkeys.ts";
import type { Localized } from "../../../core/locale.ts";
import { formatInstant } from "../../../core/text.ts";
import { DoneNotice } from "../components/done-notice.tsx";
import { ConfirmField, FormErrors, formAt, PostForm, SubmitButton, TextField } from "../components/form.tsx";
import type { PageAnswer, SignedIn } from "../page.ts";
import { privatePaths } from "../paths.ts";
import type { PrivateRequest } from "../private-page.ts";

const text = {
  title: { sk: "Prístupové kľúče", cs: "Přístupové klíče", en: "Passkeys" },
  lead: {
    sk: "Prístupový kľúč nahradí heslo aj kód: prihlásite sa odtlačkom, tvárou alebo kódom zariadenia.",
    cs: "Přístupový klíč nahradí heslo i kód: přihlásíte se otiskem, tváří nebo kódem zařízení.",
    en: "A passkey takes the place of password and code: you sign in with your fingerprint, face or device code.",
  },
  none: { sk: "Zatiaľ žiadny nemáte.", cs: "Zatím žádný nemáte.", en: "You have none yet." },
  created: { sk: "pridaný", cs: "přidán", en: "added" },
  used: { sk: "naposledy použitý", cs: "naposledy použit", en: "last used" },
  never: { sk: "ešte nepoužitý", cs: "zatím nepoužit", en: "not used yet" },
  remove: { sk: "Odobrať", cs: "Odebrat", en: "Remove" },
  add: { sk: "Pridať prístupový kľúč", cs: "Přidat přístupový klíč", en: "Add a passkey" },
  name: { sk: "Ako ho nazvať", cs: "Jak ho pojmenovat", en: "What to call it" },
  nameHelp: { sk: "Napríklad podľa zariadenia.", cs: "Například podle zařízení.", en: "For example after the device." },
  needsScript: {
    sk: "Na pridanie treba zapnutý JavaScript a prehliadač, ktorý prístupové kľúče podporuje. Bez nich sa prihlásite heslom a kódom z aplikácie.",
    cs: "K přidání je třeba zapnutý JavaScript a prohlížeč, který přístupové klíče podporuje. Bez nich se přihlásíte heslem a kódem z aplikace.",
    en: "To add a passkey you need JavaScript and a browser that knows passkeys. A password and an authenticator app work without.",
  },
} satisfies Record<string, Localized>;

/** What was done before the page is shown, by the word in the address. */
const done: Readonly<Record<string, Localized>> = {
  added: {
    sk: "Prístupový kľúč je pridaný.",
    cs: "Přístupový klíč je přidán.",
    en: "The passkey was added.",
  },
  removed: {
    sk: "Prístupový kľúč je odobratý.",
    cs: "Přístupový klíč je odebrán.",
    en: "The passkey was removed.",
  },
};

/** The passkeys of the person, and the form for another one: the one thing here that needs a script. */
export async function passkeysPage(request: PrivateRequest<SignedIn>): Promise<PageAnswer> {
  const { locale, query, ask } = request;
  const { passkeys, options, challenge } = await ask(passkeyList, {});
  const form = { ...formAt(request, privatePaths.passkeys), prefix: "" };
  return {
    title: text.title[locale],
    isIndexed: false,
    scripts: ["passkey"],
    body: (
      <>
        <section class="opening">
          <FormErrors request={request} prefix={removedBy(request)} />
          <h1>{text.title[locale]}</h1>
          <DoneNotice query={query} texts={done} locale={locale} />
          <p class="prose lead">{text.lead[locale]}</p>
          {passkeys.length === 0 ? <p>{text.none[locale]}</p> : null}
          <ul class="entries">
            {passkeys.map(({ id, createdAt, lastUsedAt, untrusted }) => (
              <li>
                <p>
                  <strong>
                    <bdi>{untrusted.name}</bdi>
                  </strong>
                </p>
                <p class="meta">
                  {text.created[locale]} {formatInstant(createdAt, locale)},{" "}
                  {lastUsedAt === null
                    ? text.never[locale]
                    : `${text.used[locale]} ${formatInstant(lastUsedAt, locale)}`}
                </p>
                <RemoveForm request={request} id={id} />
              </li>
            ))}
          </ul>
        </section>
        <section class="section" id="add">
          <h2>{text.add[locale]}</h2>
          <p class="prose without-script">{text.needsScript[locale]}</p>
          <div class="by-script">
            <PostForm request={form} path={privatePaths.passkeys}>
              <input type="hidden" name="challenge" value={challenge} />
              <input type="hidden" name="credential" value="" data-passkey-create={options} />
              <TextField
                request={form}
                name="name"
                label={text.name[locale]}
                help={text.nameHelp[locale]}
                autocomplete="off"
              />
              <ConfirmField request={form} />
              <SubmitButton label={text.add[locale]} />
            </PostForm>
          </div>
        </section>
      </>
    ),
  };
}

/** What sets the fields of a passkey's form apart. */
const prefixOf = (id: string) => `${id}-`;

/** The prefix of the form that was sent: that of a passkey where its removal was refused. */
function removedBy({ path, params }: PrivateRequest<SignedIn>): string {
  return path.endsWith("/remove") ? prefixOf(params.id ?? "") : "";
}

/** The button that removes a passkey; with the password where the sign-in is not recent. */
function RemoveForm({ request, id }: { request: PrivateRequest<SignedIn>; id: string }) {
  const path = `${privatePaths.passkeys}/${id}/remove`;
  // Every one of these forms ends in the same word, so its fields are set apart by the id.
  const form = { ...formAt(request, path), prefix: prefixOf(id) };
  return (
    <PostForm request={form} path={path} isInline={request.person.isRecent && form.refusal === null}>
      <ConfirmField request={form} />
      <SubmitButton label={text.remove[request.locale]} isQuiet />
    </PostForm>
  );
}
