import { randomUUID } from "node:crypto";
import type { AnswerOf } from "../../../capabilities/capability.ts";
import type { ownKeyIssue } from "../../../capabilities/keys/own-key-issue.ts";
import { ownKeys } from "../../../capabilities/keys/own-keys.ts";
import { KEY_SCOPES, type KeyScope } from "../../../core/key-scope.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { formatDay, formatInstant } from "../../../core/text.ts";
import { ConfirmField, errorOf, FormErrors, PostForm, SubmitButton, TextField } from "../components/form.tsx";
import { Choice } from "../components/form-field.tsx";
import { SecretField } from "../components/secret-field.tsx";
import type { PageAnswer, SignedIn } from "../page.ts";
import { href, paths, privatePaths, redirectTo } from "../paths.ts";
import type { PrivateRequest } from "../private-page.ts";
import { QuestionLink } from "../questions/question-page.tsx";

const text = {
  title: { sk: "Kľúče API", cs: "Klíče API", en: "API keys" },
  lead: {
    sk: "Kľúčom dovolíte agentovi alebo programu čítať to, čo vidíte vy: v organizáciách, ktoré vyberiete, a len kým ste ich členom.",
    cs: "Klíčem dovolíte agentovi nebo programu číst to, co vidíte vy: v organizacích, které vyberete, a jen dokud jste jejich členem.",
    en: "A key lets an agent or a program read what you see: in the organizations that you choose, for as long as you are their member.",
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
  lastDay: { sk: "Posledný deň platnosti", cs: "Poslední den platnosti", en: "Last day of validity" },
  atMost: { sk: "Najneskôr", cs: "Nejpozději", en: "At the latest" },
  which: { sk: "Ktoré organizácie", cs: "Které organizace", en: "Which organizations" },
  all: {
    sk: "všetky, aj tie, do ktorých vstúpite neskôr",
    cs: "všechny, i ty, do kterých vstoupíte později",
    en: "all of them, also those that you join later",
  },
  these: { sk: "Vybrané organizácie", cs: "Vybrané organizace", en: "The chosen organizations" },
  chosen: { sk: "vybrané", cs: "vybrané", en: "the chosen ones" },
  reachAll: { sk: "všetky organizácie", cs: "všechny organizace", en: "all organizations" },
  reachNone: { sk: "žiadna organizácia", cs: "žádná organizace", en: "no organization" },
  recent: {
    sk: "Kľúč možno vytvoriť bez ďalšieho potvrdenia do",
    cs: "Klíč lze vytvořit bez dalšího potvrzení do",
    en: "A key can be created without another confirmation until",
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
  "watch:write": { sk: "meniť zoznamy firiem", cs: "měnit seznamy firem", en: "change lists of firms" },
  "organization:write": {
    sk: "zakladať organizácie a meniť značky",
    cs: "zakládat organizace a měnit štítky",
    en: "create organizations and change tags",
  },
  "scan:write": { sk: "spúšťať skeny domén", cs: "spouštět skeny domén", en: "start domain scans" },
  "trust:write": {
    sk: "upravovať návrh profilu dodávateľa",
    cs: "upravovat návrh profilu dodavatele",
    en: "edit the draft of the supplier profile",
  },
  "register:write": {
    sk: "meniť záznamy evidencie povinností",
    cs: "měnit záznamy evidence povinností",
    en: "change entries of the obligation register",
  },
};

type Key = AnswerOf<typeof ownKeys>["keys"][number];

/** The keys of the person, and the form that issues one. */
export async function keysPage(request: PrivateRequest<SignedIn>): Promise<PageAnswer> {
  const { locale, form, refusal, ask } = request;
  const { keys, organizations, usualEnd, lastEnd, recentUntil } = await ask(ownKeys, {});
  const isRecent = request.person.isRecent && recentUntil !== null;
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
                <KeyRow locale={locale} item={key} />
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
            <TextField
              request={request}
              name="expires"
              label={text.lastDay[locale]}
              help={`${text.atMost[locale]} ${formatDay(lastEnd, locale)}.`}
              type="date"
              value={usualEnd}
              isRequired={false}
            />
            {organizations.length === 0 ? null : (
              <>
                <Choice
                  legend={text.which[locale]}
                  name="reach"
                  options={[
                    { value: "all", name: text.all[locale] },
                    { value: "chosen", name: text.chosen[locale] },
                  ]}
                  values={[form.get("reach") || "all"]}
                />
                <Choice
                  legend={text.these[locale]}
                  name="organization"
                  isSeveral
                  error={errorOf(refusal, "organization")}
                  options={organizations.map(({ id, untrusted }) => ({ value: id, name: untrusted.name }))}
                  values={form.getAll("organization")}
                />
              </>
            )}
            {isRecent ? (
              <p class="meta">
                {text.recent[locale]} <time datetime={recentUntil}>{formatInstant(recentUntil, locale)}</time>.
              </p>
            ) : null}
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

function KeyRow({ locale, item: key }: { locale: Locale; item: Key }) {
  const { id, tail, scopes, createdAt, expiresAt, lastUsedAt, reach, organizations, untrusted } = key;
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
      <p class="meta">
        {reach === "all" ? text.reachAll[locale] : organizations.length === 0 ? text.reachNone[locale] : null}
        {organizations.map(({ untrusted: { name } }, at) => (
          <>
            {at === 0 ? "" : ", "}
            <bdi>{name}</bdi>
          </>
        ))}
      </p>
      <QuestionLink
        locale={locale}
        path={`${privatePaths.keys}/${id}/revoke`}
        label={text.revoke[locale]}
        name={untrusted.name}
      />
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
  if (issued === null) return redirectTo(href(locale, privatePaths.keys, { done: "created" }), 303);
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
