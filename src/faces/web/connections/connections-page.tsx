import type { AnswerOf } from "../../../capabilities/capability.ts";
import { ownConnections } from "../../../capabilities/connections/own-connections.ts";
import type { Localized } from "../../../core/locale.ts";
import { formatDay, formatInstant } from "../../../core/text.ts";
import { FormErrors, PostForm, SubmitButton } from "../components/form.tsx";
import type { PageAnswer, SignedIn } from "../page.ts";
import { href, paths, privatePaths } from "../paths.ts";
import type { PrivateRequest } from "../private-page.ts";
import { problemPage } from "../problem/problem-page.tsx";
import { clientName, RESOURCE_TEXTS, SCOPE_TEXTS } from "./connection-texts.ts";

const text = {
  title: { sk: "Pripojené aplikácie", cs: "Připojené aplikace", en: "Connected applications" },
  lead: {
    sk: "Agenti a aplikácie, ktorým ste povolili čítať to, čo vidíte vy. Smú len to, čo smiete práve teraz aj vy.",
    cs: "Agenti a aplikace, kterým jste povolili číst to, co vidíte vy. Smějí jen to, co právě teď smíte i vy.",
    en: "Agents and applications that you allowed to read what you see. They may never do more than you may at that moment.",
  },
  how: { sk: "Ako pripojiť agenta", cs: "Jak připojit agenta", en: "How to connect an agent" },
  none: {
    sk: "Zatiaľ nie je pripojená žiadna aplikácia.",
    cs: "Zatím není připojena žádná aplikace.",
    en: "No application is connected yet.",
  },
  since: { sk: "od", cs: "od", en: "since" },
  used: { sk: "naposledy", cs: "naposledy", en: "last used" },
  never: { sk: "ešte nepoužité", cs: "ještě nepoužito", en: "not used yet" },
  all: { sk: "všetky organizácie", cs: "všechny organizace", en: "all organizations" },
  noOrganization: { sk: "žiadna organizácia", cs: "žádná organizace", en: "no organization" },
  readsOnly: { sk: "len číta", cs: "jen čte", en: "reads only" },
  end: { sk: "Ukončiť", cs: "Ukončit", en: "End" },
  question: { sk: "Ukončiť pripojenie?", cs: "Ukončit připojení?", en: "End the connection?" },
  goes: {
    sk: "Aplikácia hneď stratí prístup a jej tokeny prestanú platiť. Znova ju pripojíte len novým povolením.",
    cs: "Aplikace hned ztratí přístup a její tokeny přestanou platit. Znovu ji připojíte jen novým povolením.",
    en: "The application loses access at once and its tokens no longer work. Only a new consent connects it again.",
  },
  stays: {
    sk: "Čo si aplikácia dovtedy prečítala, zostáva u nej.",
    cs: "Co si aplikace do té doby přečetla, zůstává u ní.",
    en: "What the application has read until then stays with it.",
  },
  back: {
    sk: "Späť na pripojené aplikácie",
    cs: "Zpět na připojené aplikace",
    en: "Back to the connected applications",
  },
} satisfies Record<string, Localized>;

type Shown = AnswerOf<typeof ownConnections>["connections"][number];

/** What the person connected, and how to end each. */
export async function connectionsPage(request: PrivateRequest<SignedIn>): Promise<PageAnswer> {
  const { locale, ask } = request;
  const { connections } = await ask(ownConnections, {});
  return {
    title: text.title[locale],
    isIndexed: false,
    body: (
      <section class="opening">
        <FormErrors request={request} />
        <h1>{text.title[locale]}</h1>
        <p class="prose lead">{text.lead[locale]}</p>
        <p>
          <a href={href(locale, paths.docsAgents)}>{text.how[locale]}</a>
        </p>
        {connections.length === 0 ? (
          <p class="prose">{text.none[locale]}</p>
        ) : (
          <ul class="rows">
            {connections.map((connection) => (
              <li class="row" data-connection={connection.id}>
                <Facts request={request} connection={connection} />
                <p>
                  <a class="button is-quiet" href={href(locale, `${privatePaths.connections}/${connection.id}/revoke`)}>
                    {text.end[locale]}
                  </a>
                </p>
              </li>
            ))}
          </ul>
        )}
      </section>
    ),
  };
}

function Facts({ request: { locale }, connection }: { request: PrivateRequest; connection: Shown }) {
  const { host, knownAs, untrusted, resource, scopes, reach, organizations } = connection;
  const { createdAt, lastUsedAt, lastUsedPrefix } = connection;
  const writes = scopes.filter((scope) => scope !== "read");
  const names = organizations.map((each) => each.untrusted.name).join(", ");
  return (
    <>
      <p class="row-name">
        <bdi class="breakable">{clientName(knownAs, untrusted.name, locale)}</bdi> <code class="breakable">{host}</code>
      </p>
      <p class="meta">
        {RESOURCE_TEXTS[resource][locale]}
        {", "}
        {writes.length === 0 ? text.readsOnly[locale] : writes.map((scope) => SCOPE_TEXTS[scope][locale]).join(", ")}
      </p>
      <p class="meta">
        <bdi class="breakable">{reach === "all" ? text.all[locale] : names || text.noOrganization[locale]}</bdi>
      </p>
      <p class="meta">
        {text.since[locale]} {formatDay(createdAt.slice(0, 10), locale)}
        {", "}
        {lastUsedAt === null
          ? text.never[locale]
          : `${text.used[locale]} ${formatInstant(lastUsedAt, locale)}${lastUsedPrefix === null ? "" : ` (${lastUsedPrefix})`}`}
      </p>
    </>
  );
}

/** Asks before a connection ends. */
export async function connectionEndPage(request: PrivateRequest<SignedIn>): Promise<PageAnswer> {
  const { locale, ask, params } = request;
  const { connections } = await ask(ownConnections, {});
  const connection = connections.find(({ id }) => id === params.connectionId);
  if (connection === undefined) return problemPage(request, { code: "not_found" });
  return {
    title: text.question[locale],
    isIndexed: false,
    body: (
      <section class="opening" data-question="revoke">
        <FormErrors request={request} />
        <h1>{text.question[locale]}</h1>
        <Facts request={request} connection={connection} />
        <p class="prose">{text.goes[locale]}</p>
        <p class="prose">{text.stays[locale]}</p>
        <PostForm request={request} path={`${privatePaths.connections}/${connection.id}/revoke`}>
          <SubmitButton label={text.end[locale]} isFinal />
        </PostForm>
        <p>
          <a href={href(locale, privatePaths.connections)}>{text.back[locale]}</a>
        </p>
      </section>
    ),
  };
}
