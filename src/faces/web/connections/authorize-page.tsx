import type { Context, Hono } from "hono";
import { LimitReached } from "../../../capabilities/calling/limit-reached.ts";
import type { Authorized, AuthorizeFault } from "../../../capabilities/connections/authorize.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import type { PageAnswer } from "../page.ts";
import { href, redirectTo } from "../paths.ts";
import { cookieIn, hostCookie } from "../session-cookie.ts";
import { CONNECT_COOKIE, CONNECT_SECONDS, connectPath } from "./connect-cookie.ts";

const FAULTS: Readonly<Record<AuthorizeFault, Localized>> = {
  client_unknown: {
    sk: "Túto aplikáciu nepoznáme. Začnite pripojenie znova v nej.",
    cs: "Tuto aplikaci neznáme. Začněte připojení znovu v ní.",
    en: "We do not know this application. Start connecting again from there.",
  },
  client_document: {
    sk: "Aplikácia o sebe zverejňuje údaje, ktoré sa nedajú prečítať.",
    cs: "Aplikace o sobě zveřejňuje údaje, které nelze přečíst.",
    en: "What the application publishes about itself cannot be read.",
  },
  redirect_unknown: {
    sk: "Adresa, na ktorú by sme vás vrátili, k aplikácii nepatrí. Nepokračujte.",
    cs: "Adresa, na kterou bychom vás vrátili, k aplikaci nepatří. Nepokračujte.",
    en: "The address we would send you back to does not belong to the application. Do not go on.",
  },
  request_invalid: {
    sk: "Požiadavka je chybná. Začnite pripojenie znova v aplikácii.",
    cs: "Požadavek je chybný. Začněte připojení znovu v aplikaci.",
    en: "The request is not valid. Start connecting again from the application.",
  },
};

const text = {
  title: { sk: "Pripojenie sa nedá začať", cs: "Připojení nelze začít", en: "The connection cannot begin" },
  host: { sk: "Aplikácia:", cs: "Aplikace:", en: "Application:" },
} satisfies Record<string, Localized>;

/** Why a person who was sent here is sent nowhere else. No text of the application but its host. */
export function authorizeFaultPage(locale: Locale, fault: AuthorizeFault, host: string | null): PageAnswer {
  return {
    status: 400,
    title: text.title[locale],
    isIndexed: false,
    headers: { "Cache-Control": "no-store", "Referrer-Policy": "no-referrer" },
    body: (
      <section class="opening">
        <div class="error-summary" role="alert" data-error={fault}>
          <p>{FAULTS[fault][locale]}</p>
        </div>
        <h1>{text.title[locale]}</h1>
        {host === null ? null : (
          <p>
            {text.host[locale]} <code class="breakable">{host}</code>
          </p>
        )}
      </section>
    ),
  };
}

/** What the endpoint needs of the pages. */
export interface AuthorizeRoute {
  readonly baseUrl: string;
  readonly authorize: (request: {
    readonly search: string;
    readonly address: string | null;
    readonly browser: string | undefined;
  }) => Promise<Authorized>;
  readonly clientAddress: (context: Context) => string | null;
  /** Counts a request before its work. @throws LimitReached */
  readonly count: (address: string) => Promise<unknown>;
  readonly localeOf: (context: Context) => Locale;
  readonly show: (context: Context, page: PageAnswer) => Promise<Response>;
  readonly asItIs: (response: Response) => Response;
  readonly refuse: (thrown: unknown) => Response;
}

/** The one endpoint of agents that a person sees: it leads to the page of consent, or says why not. */
export function addAuthorize(app: Hono, route: AuthorizeRoute): void {
  const { baseUrl, authorize, clientAddress, count, localeOf, show, asItIs, refuse } = route;
  app.all("/oauth/authorize", async (context) => {
    const { method } = context.req;
    if (method !== "GET") return asItIs(new Response(null, { status: 405, headers: { Allow: "GET" } }));
    const address = clientAddress(context);
    try {
      if (address !== null) await count(address);
      const [, search = ""] = /^[^?]*\?(.*)$/s.exec(context.req.url) ?? [];
      const browser = cookieIn(context.req.header("Cookie"), CONNECT_COOKIE, baseUrl);
      const outcome = await authorize({ search: search.split("#", 1)[0] ?? "", address, browser });
      if (outcome.kind === "page")
        return await show(context, authorizeFaultPage(localeOf(context), outcome.fault, outcome.host));
      if (outcome.kind === "redirect") {
        return asItIs(new Response(null, { status: 303, headers: { ...PRIVATE, Location: outcome.to } }));
      }
      const answer = redirectTo(href(outcome.locale ?? localeOf(context), connectPath(outcome.id)), 303);
      answer.headers.set("Cache-Control", "no-store");
      answer.headers.append("Set-Cookie", hostCookie(CONNECT_COOKIE, outcome.browser, CONNECT_SECONDS, baseUrl));
      return asItIs(answer);
    } catch (thrown) {
      if (!(thrown instanceof LimitReached)) throw thrown;
      return asItIs(refuse(thrown));
    }
  });
}

const PRIVATE = { "Cache-Control": "no-store", "Referrer-Policy": "no-referrer" } as const;
