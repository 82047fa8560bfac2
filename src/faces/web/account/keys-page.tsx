import { randomUUID } from "node:crypto";
import type { AnswerOf } from "../../../capabilities/capability.ts";
import type { ownKeyIssue } from "../../../capabilities/keys/own-key-issue.ts";
import { ownKeys } from "../../../capabilities/keys/own-keys.ts";
import { KEY_SCOPES, type KeyScope } from "../../../core/key-scope.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { formatDay, formatInstant } from "../../../core/text.ts";
import { ConfirmField, FormErrors, PostForm, SubmitButton, TextField } from "../components/form.tsx";
import { SecretField } from "../components/secret-field.tsx";
import type { PageAnswer, SignedIn } from "../page.ts";
import { href, paths, privatePaths, redirectTo } from "../paths.ts";
import type { PrivateRequest } from "../private-page.ts";

const text = {
  title: { sk: "Kľúče API", cs: "Klíče API", en: "API keys" },
  lead: {
    sk: "Kľúčom dovolíte agentovi alebo programu čítať to, čo vidíte vy: vo všetkých organizáciách, ktorých ste členom, a len kým ním ste.",
    cs: "Klíčem dovolíte agentovi nebo programu číst to, co vidíte vy: ve všech organizacích, jejichž jste členem, a jen dokud jím jste.",
    en: "A key lets an agent or a program read what you see: in every organization of which you are a member, for as long as you are one.",
  },
  connect: { sk: "Ako pripojiť agenta", cs: "Jak připojit agenta", en: "How to connect an agent" },
  yours: { sk: "Platné kľúče", cs: "Platné klíče", en: "Valid keys" },
  none: { sk: "Zatiaľ nemáte žiadny kľúč.", cs: "Zatím nemáte žádný klíč.", en: "You have no key yet." },
  created: { sk: "Vytvorený", cs: "Vytvořen", en: "Created" },
  used: { sk: "naposledy použitý", cs: "naposledy použit", en: "last used" },
  never: { sk: "ešte nepoužitý", cs: "ještě nepoužit", en: "not used yet" },
  expires: { sk: "platí do", cs: "platí do", en: "valid until" },
  forever: { sk: "bez konca platnosti", cs: "bez konce platnosti", en: "no end" },
  revoke: { sk: "Zrušiť", cs: "Zrušit", en: "Revoke" },
  create: { sk: "Nový kľúč", cs: "Nový klíč", en: "New key" },
  name: { sk: "Názov", cs: "Název", en: "Name" },
  nameHelp: {
    sk: "Podľa názvu ho neskôr spoznáte, napríklad „Claude na notebooku“.",
    cs: "Podle názvu ho později poznáte, například „Claude na notebooku“.",
    en: "You will know it by this later, for example “Claude on my laptop”.",
  },
  scopes: { sk: "Čo smie", cs: "Co smí", en: "What it may do" },
  always: { sk: "vždy", cs: "vždy", en: "always" },
  lastDay: {
    sk: "Posledný deň platnosti (nepovinné)",
    cs: "Poslední den platnosti (nepovinné)",
    en: "Last day of validity (optional)",
  },
  issue: { sk: "Vytvoriť kľúč", cs: "Vytvořit klíč", en: "Create the key" },
  issued: { sk: "Kľúč je vytvorený", cs: "Klíč je vytvořen", en: "The key is created" },
  onlyOnce: {
    sk: "Skopírujte si ho teraz: znova sa nezobrazí. Kto ho má, číta to, čo vy.",
    cs: "Zkopírujte si ho teď: znovu se nezobrazí. Kdo ho má, čte to, co vy.",
    en: "Copy it now: it is not shown again. Whoever has it reads what you read.",
  },
  key: { sk: "Kľúč API", cs: "Klíč API", en: "API key" },
  back: { sk: "Späť na kľúče", cs: "Zpět na klíče", en: "Back to the keys" },
} satisfies Record<string, Localized>;

const scopeTexts: Readonly<Record<KeyScope, Localized>> = {
  read: { sk: "čítať", cs: "číst", en: "read" },
  "scan:write": { sk: "spúšťať skeny domén", cs: "spouštět skeny domén", en: "start domain scans" },
  "trust:write": {
    sk: "upravovať návrh profilu dodávateľa",
    cs: "upravovat návrh profilu dodavatele",
    en: "edit the draft of the supplier profile",
  },
};

type Key = AnswerOf<typeof ownKeys>["keys"][number];

/** The keys of the person, and the form that issues one. */
export async function keysPage(request: PrivateRequest<SignedIn>): Promise<PageAnswer> {
  const { locale, form, refusal, ask } = request;
  const { keys } = await ask(ownKeys, {});
  const once = refusal === null || form.get("once") === "" ? randomUUID() : form.get("once");
  return {
    title: text.title[locale],
    isIndexed: false,
    body: (
      <>
        <section class="opening">
          <FormErrors request={request} />
          <h1>{text.title[locale]}</h1>
          <p class="prose lead">{text.lead[locale]}</p>
          <p>
            <a href={href(locale, paths.docsAgents)}>{text.connect[locale]}</a>
          </p>
        </section>
        <section class="section" aria-labelledby="keys">
          <h2 id="keys">{text.yours[locale]}</h2>
          {keys.length === 0 ? (
            <p class="prose">{text.none[locale]}</p>
          ) : (
            <ul class="rows">
              {keys.map((key) => (
                <KeyRow request={request} item={key} />
              ))}
            </ul>
          )}
        </section>
        <section class="section" aria-labelledby="create">
          <h2 id="create">{text.create[locale]}</h2>
          <PostForm request={request} path={privatePaths.keys}>
            <input type="hidden" name="once" value={once} />
            <TextField
              request={request}
              name="name"
              label={text.name[locale]}
              help={text.nameHelp[locale]}
              autocomplete="off"
            />
            <fieldset class="choice">
              <legend>{text.scopes[locale]}</legend>
              {KEY_SCOPES.map((scope) => (
                <label for={idOf(scope)}>
                  <input
                    id={idOf(scope)}
                    type="checkbox"
                    name="scopes"
                    value={scope}
                    checked={scope === "read" || form.getAll("scopes").includes(scope)}
                    disabled={scope === "read"}
                  />
                  {scopeTexts[scope][locale]}
                  {scope === "read" ? ` (${text.always[locale]})` : ""}
                </label>
              ))}
            </fieldset>
            <TextField request={request} name="expires" label={text.lastDay[locale]} type="date" isRequired={false} />
            <ConfirmField request={request} />
            <SubmitButton label={text.issue[locale]} />
          </PostForm>
        </section>
      </>
    ),
  };
}

function idOf(scope: KeyScope): string {
  return `scope-${scope.replace(":", "-")}`;
}

function KeyRow({ request, item: key }: { request: PrivateRequest; item: Key }) {
  const { locale } = request;
  const { id, tail, scopes, createdAt, expiresAt, lastUsedAt, untrusted } = key;
  return (
    <li class="row" id={id}>
      <p class="row-name">
        <bdi>{untrusted.name}</bdi> <code>…{tail}</code>
      </p>
      <p class="meta">
        {[
          `${text.created[locale]} ${formatDay(createdAt.slice(0, 10), locale)}`,
          lastUsedAt === null ? text.never[locale] : `${text.used[locale]} ${formatInstant(lastUsedAt, locale)}`,
          expiresAt === null ? text.forever[locale] : `${text.expires[locale]} ${lastDay(expiresAt, locale)}`,
          scopes.map((scope) => scopeTexts[scope][locale]).join(", "),
        ].join("\u00a0· ")}
      </p>
      <PostForm request={request} path={`${privatePaths.keys}/${id}/revoke`} isInline>
        <button type="submit" class="button is-quiet" aria-label={`${text.revoke[locale]}: ${untrusted.name}`}>
          {text.revoke[locale]}
        </button>
      </PostForm>
    </li>
  );
}

/** The day before the first instant at which it no longer works. */
function lastDay(expiresAt: string, locale: Locale): string {
  return formatDay(new Date(Date.parse(expiresAt) - 1).toISOString().slice(0, 10), locale);
}

/** A key that was issued just now, shown once; the same form sent again leads to the list. */
export function keyIssuedPage(
  { locale }: PrivateRequest,
  { issued }: AnswerOf<typeof ownKeyIssue>,
): PageAnswer | Response {
  if (issued === null) return redirectTo(href(locale, privatePaths.keys), 303);
  return {
    title: text.issued[locale],
    isIndexed: false,
    scripts: ["copy"],
    body: (
      <section class="opening">
        <h1>{text.issued[locale]}</h1>
        <p class="prose lead">{text.onlyOnce[locale]}</p>
        <SecretField id="api-key" label={text.key[locale]} secret={issued.key} hook="data-api-key" locale={locale} />
        <p>
          <a href={href(locale, paths.docsAgents)}>{text.connect[locale]}</a>
        </p>
        <p>
          <a href={href(locale, privatePaths.keys)}>{text.back[locale]}</a>
        </p>
      </section>
    ),
  };
}
