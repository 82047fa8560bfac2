import type { AnswerOf } from "../../../capabilities/capability.ts";
import { connectionDecide } from "../../../capabilities/connections/connection-decide.ts";
import { type ConnectWarning, connectionRequest } from "../../../capabilities/connections/connection-request.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { ConfirmField, errorOf, FormErrors, PostForm } from "../components/form.tsx";
import { Choice } from "../components/form-field.tsx";
import type { PageAnswer, SignedIn } from "../page.ts";
import { href, privatePaths } from "../paths.ts";
import type { FormRoute, PrivateRequest } from "../private-page.ts";
import { CONNECT_COOKIE, connectPath } from "./connect-cookie.ts";
import { clientName, RESOURCE_TEXTS, SCOPE_TEXTS } from "./connection-texts.ts";

const text = {
  title: { sk: "Pripojiť aplikáciu", cs: "Připojit aplikaci", en: "Connect an application" },
  who: { sk: "Kto žiada", cs: "Kdo žádá", en: "Who asks" },
  document: { sk: "Podľa adresy", cs: "Podle adresy", en: "By the address" },
  registered: {
    sk: "aplikácia sa zaregistrovala sama",
    cs: "aplikace se zaregistrovala sama",
    en: "registered itself",
  },
  operator: { sk: "zapísal ju prevádzkovateľ", cs: "zapsal ji provozovatel", en: "entered by the operator" },
  known: { sk: "túto aplikáciu poznáme", cs: "tuto aplikaci známe", en: "we know this application" },
  unknown: { sk: "túto aplikáciu nepoznáme", cs: "tuto aplikaci neznáme", en: "we do not know this application" },
  where: { sk: "Kam pošleme odpoveď", cs: "Kam pošleme odpověď", en: "Where the answer goes" },
  program: { sk: "program na tomto počítači", cs: "program na tomto počítači", en: "a program on this computer" },
  app: { sk: "aplikácia v tomto zariadení", cs: "aplikace v tomto zařízení", en: "an app on this device" },
  as: { sk: "Za koho", cs: "Za koho", en: "As whom" },
  notYou: { sk: "nie ste to vy? odhláste sa", cs: "nejste to vy? odhlaste se", en: "not you? sign out" },
  what: { sk: "Čo bude smieť", cs: "Co bude smět", en: "What it may do" },
  through: { sk: "Cez", cs: "Přes", en: "Through" },
  always: { sk: "vždy", cs: "vždy", en: "always" },
  which: { sk: "Ktoré organizácie", cs: "Které organizace", en: "Which organizations" },
  chosen: { sk: "vybrané", cs: "vybrané", en: "the chosen ones" },
  all: {
    sk: "všetky, aj tie, do ktorých vstúpite neskôr",
    cs: "všechny, i ty, do kterých vstoupíte později",
    en: "all, also those that you join later",
  },
  none: {
    sk: "Zatiaľ nie ste v žiadnej organizácii. S voľbou „všetky“ uvidí tie, do ktorých vstúpite.",
    cs: "Zatím nejste v žádné organizaci. S volbou „všechny“ uvidí ty, do kterých vstoupíte.",
    en: "You are in no organization yet. With “all” it sees those that you join.",
  },
  howLong: {
    sk: "Pripojenie platí najviac rok a skončí, keď sa 30 dní nepoužije. Ukončiť ho môžete kedykoľvek:",
    cs: "Připojení platí nejvýše rok a skončí, když se 30 dní nepoužije. Ukončit ho můžete kdykoli:",
    en: "The connection holds for a year at most and ends when it is not used for 30 days. You can end it at any time:",
  },
  place: { sk: "Účet, Pripojené aplikácie", cs: "Účet, Připojené aplikace", en: "Account, Connected applications" },
  before: {
    sk: "Túto aplikáciu ste už pripojili. Vaša doterajšia voľba je predvyplnená.",
    cs: "Tuto aplikaci jste už připojili. Vaše dosavadní volba je předvyplněná.",
    en: "You connected this application before. What you chose then is filled in.",
  },
  allow: { sk: "Povoliť", cs: "Povolit", en: "Allow" },
  deny: { sk: "Zamietnuť", cs: "Zamítnout", en: "Deny" },
} satisfies Record<string, Localized>;

const WARNINGS: Readonly<Record<ConnectWarning, Localized>> = {
  unknown_client: {
    sk: "Názov si aplikácia zvolila sama. Povoľte ju len vtedy, keď ste pripojenie práve začali vy.",
    cs: "Název si aplikace zvolila sama. Povolte ji jen tehdy, když jste připojení právě začali vy.",
    en: "The application chose its name itself. Allow it only if you have just started connecting it.",
  },
  loopback: {
    sk: "Túto stránku mohol otvoriť ktorýkoľvek program na vašom počítači.",
    cs: "Tuto stránku mohl otevřít kterýkoli program na vašem počítači.",
    en: "Any program on your computer could have opened this page.",
  },
  app_scheme: {
    sk: "Odpoveď dostane aplikácia v zariadení, ktorá si prisvojila túto adresu.",
    cs: "Odpověď dostane aplikace v zařízení, která si přisvojila tuto adresu.",
    en: "The answer goes to whichever app on this device has claimed this address.",
  },
  new_client: {
    sk: "Aplikácia sa zaregistrovala pred chvíľou.",
    cs: "Aplikace se zaregistrovala před chvílí.",
    en: "The application registered a moment ago.",
  },
};

type Asked = AnswerOf<typeof connectionRequest>;

/** The page of consent: who asks, where the answer goes, as whom, what it would open. Always shown. */
export async function connectPage(request: PrivateRequest<SignedIn>): Promise<PageAnswer> {
  const { locale, ask, params, readCookie, site, form, refusal, person } = request;
  const requestId = params.requestId ?? "";
  const asked = await ask(connectionRequest, { requestId, browser: readCookie(CONNECT_COOKIE) ?? "" });
  const { client, organizations } = asked;
  const isTyped = refusal !== null;
  const reach = isTyped ? form.get("reach") || "chosen" : asked.reach;
  const chosen = isTyped
    ? form.getAll("organization")
    : organizations.filter(({ isTicked }) => isTicked).map(({ id }) => id);
  return {
    title: text.title[locale],
    isIndexed: false,
    headers: {
      // Browsers apply the rule to the redirect after the form too.
      "Content-Security-Policy": (site.headers["Content-Security-Policy"] ?? "").replace(
        "form-action 'self'",
        `form-action 'self' ${asked.formTarget}`,
      ),
    },
    body: (
      <>
        <section class="opening">
          <FormErrors request={request} />
          <h1>{text.title[locale]}</h1>
          <Who client={client} locale={locale} />
          {asked.warnings.length === 0 ? null : (
            <ul class="warnings">
              {asked.warnings.map((warning) => (
                <li data-warning={warning}>{WARNINGS[warning][locale]}</li>
              ))}
            </ul>
          )}
          <h2>{text.where[locale]}</h2>
          <p class="breakable" data-return="">
            {returnText(asked.returnTo, locale)}
          </p>
          <h2>{text.as[locale]}</h2>
          <p>
            <strong class="breakable" data-account="">
              <bdi>{person.email}</bdi>
            </strong>
          </p>
          <PostForm request={request} path={privatePaths.signOut} isInline>
            <button type="submit" class="link-button">
              {text.notYou[locale]}
            </button>
          </PostForm>
          {asked.isAllowedBefore ? <p class="prose">{text.before[locale]}</p> : null}
        </section>
        <section class="section">
          <PostForm request={request} path={connectPath(requestId)}>
            <Scopes asked={asked} request={request} />
            <Choice
              legend={text.which[locale]}
              name="reach"
              options={[
                { value: "chosen", name: text.chosen[locale] },
                { value: "all", name: text.all[locale] },
              ]}
              values={[reach]}
            />
            {organizations.length === 0 ? (
              <p class="prose">{text.none[locale]}</p>
            ) : (
              <Choice
                legend={text.chosen[locale]}
                name="organization"
                isSeveral
                error={errorOf(refusal, "organization")}
                options={organizations.map(({ id, untrusted }) => ({ value: id, name: untrusted.name }))}
                values={chosen}
              />
            )}
            {asked.isRecentNeeded ? <ConfirmField request={request} /> : null}
            <p class="prose">
              {text.howLong[locale]} {text.place[locale]} (<code>{href(locale, privatePaths.connections)}</code>).
            </p>
            <div class="decision">
              <button type="submit" class="button" name="decision" value="deny">
                {text.deny[locale]}
              </button>
              <button type="submit" class="button" name="decision" value="allow">
                {text.allow[locale]}
              </button>
            </div>
          </PostForm>
        </section>
      </>
    ),
  };
}

function Who({ client, locale }: { client: Asked["client"]; locale: Locale }) {
  const { host, kind, knownAs, untrusted } = client;
  return (
    <>
      <h2>{text.who[locale]}</h2>
      <p class="client-name" data-client="">
        <strong class="breakable">
          <bdi>{clientName(knownAs, untrusted.name, locale)}</bdi>
        </strong>
      </p>
      <p>
        <span class="breakable" data-client-host="">
          {host ?? (kind === "operator" ? text.operator[locale] : text.registered[locale])}
        </span>
        {", "}
        <span data-client-known={knownAs === null ? "no" : "yes"}>
          {knownAs === null ? text.unknown[locale] : text.known[locale]}
        </span>
      </p>
    </>
  );
}

function Scopes({ asked, request }: { asked: Asked; request: PrivateRequest<SignedIn> }) {
  const { locale, form, refusal } = request;
  return (
    <fieldset class="choice">
      <legend>{text.what[locale]}</legend>
      <p class="help">
        {text.through[locale]}: {RESOURCE_TEXTS[asked.resource][locale]}
      </p>
      {asked.scopes.map(({ scope, isFixed, isTicked }) => (
        <label for={`scope-${scope.replace(":", "-")}`} data-scope={scope}>
          <input
            id={`scope-${scope.replace(":", "-")}`}
            type="checkbox"
            name="scopes"
            value={scope}
            checked={isFixed || (refusal === null ? isTicked : form.getAll("scopes").includes(scope))}
            disabled={isFixed}
          />
          {SCOPE_TEXTS[scope][locale]}
          {isFixed ? ` (${text.always[locale]})` : ""}
        </label>
      ))}
    </fieldset>
  );
}

function returnText({ kind, host }: Asked["returnTo"], locale: Locale): string {
  if (kind === "web") return host ?? "";
  return kind === "loopback" ? text.program[locale] : text.app[locale];
}

/** Sends the decision, and the browser to where the application waits. */
export const connectForm: FormRoute<SignedIn> = {
  cost: { rows: ["person_write"] },
  capability: connectionDecide,
  fields: ["decision", "scopes", "reach", "organization", "current"],
  repeated: ["scopes", "organization"],
  submit: async ({ ask, params, form, readCookie }) => {
    const { to } = await ask(connectionDecide, {
      requestId: params.requestId ?? "",
      browser: readCookie(CONNECT_COOKIE) ?? "",
      decision: form.get("decision"),
      scopes: form.getAll("scopes"),
      ...(form.has("reach") ? { reach: form.get("reach") } : {}),
      organization: form.getAll("organization"),
      current: form.get("current"),
    });
    return new Response(null, { status: 303, headers: { Location: to } });
  },
};
