import { passkeyList } from "../../../capabilities/accounts/passkeys.ts";
import type { Localized } from "../../../core/locale.ts";
import { formatInstant } from "../../../core/text.ts";
import { ConfirmField, FormErrors, PostForm, SubmitButton, TextField } from "../components/form.tsx";
import type { PageAnswer, SignedIn } from "../page.ts";
import { privatePaths } from "../paths.ts";
import type { PrivateRequest } from "../private-page.ts";
import { QuestionLink } from "../questions/question-page.tsx";

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

/** The passkeys of the person, and the form for another one: the one thing here that needs a script. */
export async function passkeysPage(request: PrivateRequest<SignedIn>): Promise<PageAnswer> {
  const { locale, ask } = request;
  const { passkeys, options, challenge } = await ask(passkeyList, {});
  return {
    title: text.title[locale],
    isIndexed: false,
    scripts: ["passkey"],
    body: (
      <>
        <section class="opening">
          <FormErrors request={request} />
          <h1>{text.title[locale]}</h1>
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
                <QuestionLink
                  locale={locale}
                  path={`${privatePaths.passkeys}/${id}/remove`}
                  label={text.remove[locale]}
                  name={untrusted.name}
                />
              </li>
            ))}
          </ul>
        </section>
        <section class="section" id="add">
          <h2>{text.add[locale]}</h2>
          <p class="prose without-script">{text.needsScript[locale]}</p>
          <div class="by-script">
            <PostForm request={request} path={privatePaths.passkeys}>
              <input type="hidden" name="challenge" value={challenge} />
              <input type="hidden" name="credential" value="" data-passkey-create={options} />
              <TextField
                request={request}
                name="name"
                label={text.name[locale]}
                help={text.nameHelp[locale]}
                autocomplete="off"
              />
              <ConfirmField request={request} />
              <SubmitButton label={text.add[locale]} />
            </PostForm>
          </div>
        </section>
      </>
    ),
  };
}
