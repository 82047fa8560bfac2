import type { KeyScope } from "../../core/key-scope.ts";
import type { Locale } from "../../core/locale.ts";
import { OAUTH_SCOPES } from "../../core/oauth.ts";
import type { Problem } from "../../core/problem.ts";
import type { FirstCount } from "../../limits/limiter.ts";
import type { SessionStage } from "../../state/sessions.ts";
import type { Entry } from "../accounts/may-enter.ts";

/** Through which face a call came; it stands in the audit log. */
export type Via = "web" | "mcp" | "rest" | "cli";

/** Who calls, as a face knows it before anything is looked up. One object per request. */
export interface Caller {
  /** The counted address, or `null` for the operator on the machine itself, who is not counted. */
  readonly address: string | null;
  readonly via?: Via;
  /** The value of the `Authorization` header; pages never pass it. */
  readonly authorization?: string | undefined;
  /** For which resource the credential must have been issued; keys are for all. Default: that of `via`. */
  readonly resource?: "mcp_account";
  /** Whose count it is where the address says nothing: the person behind a hosted client. */
  readonly countedAs?: string;
  /** The value of the session cookie; only pages pass it. */
  readonly sessionToken?: string | undefined;
  /** The person as whom the operator acts; only the command line names one. */
  readonly email?: string;
  /** The cookie of a known browser; only the pages of the sign-in and of the reset pass it. */
  readonly knownBrowser?: string | undefined;
  /** Name of the browser, for the list of sessions. */
  readonly agent?: string;
  /** What the face counted for this request, whose decision may still be under way: what the call counts comes after it. */
  readonly counted?: FirstCount | undefined;
}

/** A signed-in browser, as a page and the capabilities that it calls see it. Instants in milliseconds since 1970. */
export interface BrowserSession {
  /** SHA-256 of the token: the key of the row. */
  readonly hash: string;
  /** The token itself: the browser's own, or the one that takes its place. */
  readonly token: string;
  /** The token is new: the browser must get it. */
  readonly isRenewed: boolean;
  readonly accountId: string;
  readonly startedAt: number;
  /** When the person last showed the password or a second factor. */
  readonly authenticatedAt: number;
  readonly expiresAt: number;
  readonly locale: Locale;
  /** The person can confirm what they do with a passkey. */
  readonly hasPasskey: boolean;
  /** The person can answer a challenge with a code of an app. */
  readonly hasApp: boolean;
  /** `second_factor`: the sign-in is not complete; a complete one that is challenged later keeps its end. */
  readonly stage: SessionStage;
  /** What it opens. */
  readonly entry: Entry;
  /** Name of the browser. */
  readonly agent: string;
  /** What a reset of the password ended and left, as JSON; `null` where there is nothing to show. */
  readonly waysLeft: string | null;
  readonly activeOrganizationId: string | null;
  /** Foreign text. */
  readonly email: string;
  /** Foreign text. */
  readonly name: string;
  /** Foreign text; `null` without an organization. */
  readonly activeOrganizationName: string | null;
}

/** Who it turned out to be. */
export type Principal =
  | { readonly kind: "nobody" }
  | { readonly kind: "operator" }
  | {
      readonly kind: "person";
      readonly accountId: string;
      /** What the key may do; `null` for a signed-in person, who may do what the role allows. */
      readonly scopes: readonly KeyScope[] | null;
      /** With a key there is none. */
      readonly session?: BrowserSession;
      /** The row of the key; with a session there is none. */
      readonly keyId?: string;
      /** The connection of an agent that the person signed in to. */
      readonly connectionId?: string;
      /** Whose chosen organizations count; left out: all that the person is a member of. */
      readonly reach?: string;
    }
  /**
   * `challenged`: the second factor is not shown yet; `set_up`: the person has none, and the operator demands one.
   * Nothing is open to them but the pages of the second factor.
   */
  | { readonly kind: HalfSignedIn; readonly accountId: string; readonly session: BrowserSession };

/** How far somebody has come who may not enter yet. */
export type HalfSignedIn = "challenged" | "set_up";

/**
 * Finds out who calls. A key that is misspelt, unknown, expired, revoked or of a disabled account is nobody's; the
 * difference is never shown.
 * @throws StateError where it cannot be found out: that is an outage, not a wrong key.
 */
export type Identify = (caller: Caller) => Promise<Principal>;

export const NOBODY: Principal = { kind: "nobody" };

/** Without a private half no key is valid; the operator is whoever sits at the machine. */
export const identifyNobody: Identify = async ({ address }) => (address === null ? { kind: "operator" } : NOBODY);

/** Finds out at most once for each request, however often it is asked. */
export function oncePerCaller(identify: Identify): Identify {
  const known = new WeakMap<Caller, Promise<Principal>>();
  return (caller) => {
    const asked = known.get(caller) ?? identify(caller);
    known.set(caller, asked);
    return asked;
  };
}

/** The answer to a call that needs a person and has none. */
export const keyNeeded: Problem = {
  code: "unauthorized",
  message: {
    sk: "Toto volanie potrebuje platný kľúč API.",
    cs: "Toto volání potřebuje platný klíč API.",
    en: "This call needs a valid API key.",
  },
  nextStep: {
    sk: "Vytvorte si kľúč v nastaveniach účtu a pošlite ho v hlavičke Authorization: Bearer <kľúč>.",
    cs: "Vytvořte si klíč v nastavení účtu a pošlete ho v hlavičce Authorization: Bearer <klíč>.",
    en: "Create a key in the account settings and send it in the header Authorization: Bearer <key>.",
  },
};

/** The answer to a key that lacks what the call needs. */
export function scopeNeeded(scope: KeyScope): Problem {
  return {
    code: "forbidden",
    message: {
      sk: `Tento kľúč API nemá oprávnenie ${scope}.`,
      cs: `Tento klíč API nemá oprávnění ${scope}.`,
      en: `This API key does not have the scope ${scope}.`,
    },
    nextStep: {
      sk: `Vytvorte kľúč s oprávnením ${scope}.`,
      cs: `Vytvořte klíč s oprávněním ${scope}.`,
      en: `Create a key with the scope ${scope}.`,
    },
  };
}

/**
 * The answer to a connection that lacks what the call needs. A new authorization may ask for it, but for what keys alone
 * may do.
 */
export function connectionScopeNeeded(scope: KeyScope): Problem {
  if (!OAUTH_SCOPES.some((each) => each === scope)) return scopeNeeded(scope);
  return {
    code: "forbidden",
    scope,
    message: {
      sk: `Toto pripojenie nemá oprávnenie ${scope}.`,
      cs: `Toto připojení nemá oprávnění ${scope}.`,
      en: `This connection does not have the scope ${scope}.`,
    },
    nextStep: {
      sk: `Pripojte aplikáciu znova a povoľte jej ${scope}.`,
      cs: `Připojte aplikaci znovu a povolte jí ${scope}.`,
      en: `Connect the application again and allow it ${scope}.`,
    },
  };
}

/** The answer to a call that names no organization, by a connection that reaches none. */
export const noOrganizationReached: Problem = {
  code: "not_found",
  message: {
    sk: "Toto pripojenie nedosahuje na žiadnu vašu organizáciu.",
    cs: "Toto připojení nedosáhne na žádnou vaši organizaci.",
    en: "This connection reaches none of your organizations.",
  },
  nextStep: {
    sk: "Pripojte aplikáciu znova a vyberte organizácie.",
    cs: "Připojte aplikaci znovu a vyberte organizace.",
    en: "Connect the application again and choose organizations.",
  },
};

/** The answer to a key none of whose chosen organizations is there any more. */
export const noOrganizationOfKey: Problem = {
  code: "not_found",
  message: {
    sk: "Tento kľúč nedosahuje na žiadnu vašu organizáciu.",
    cs: "Tento klíč nedosáhne na žádnou vaši organizaci.",
    en: "This key reaches none of your organizations.",
  },
  nextStep: {
    sk: "Vydajte nový kľúč a vyberte organizácie.",
    cs: "Vydejte nový klíč a vyberte organizace.",
    en: "Issue a new key and choose organizations.",
  },
};

/** The answer to a key where only a signed-in browser will do. */
export const sessionNeeded: Problem = {
  code: "session_required",
  message: {
    sk: "Toto sa dá urobiť len po prihlásení na stránke, nie s kľúčom API.",
    cs: "Toto lze udělat jen po přihlášení na stránce, ne s klíčem API.",
    en: "This needs a person who is signed in to the pages; an API key does not do.",
  },
  nextStep: {
    sk: "Prihláste sa na stránke a urobte to tam.",
    cs: "Přihlaste se na stránce a udělejte to tam.",
    en: "Sign in on the website and do it there.",
  },
};

/** The answer to somebody whose role is not enough. */
export const roleNeeded: Problem = {
  code: "forbidden",
  message: {
    sk: "Na toto vaša rola nestačí.",
    cs: "Na to vaše role nestačí.",
    en: "Your role does not allow this.",
  },
  nextStep: {
    sk: "Požiadajte vlastníka alebo správcu.",
    cs: "Požádejte vlastníka nebo správce.",
    en: "Ask an owner or an administrator.",
  },
};

/**
 * The answer to an organization, scan or entry that does not exist and to one that is not the caller's: always these
 * bytes, without the id.
 */
export const notYours: Problem = {
  code: "not_found",
  message: {
    sk: "Nič také nemáte.",
    cs: "Nic takového nemáte.",
    en: "You have no such thing.",
  },
  nextStep: {
    sk: "Zoznam svojich organizácií dostanete z my_organizations, zoznam skenov z my_scans.",
    cs: "Seznam svých organizací dostanete z my_organizations, seznam skenů z my_scans.",
    en: "my_organizations lists your organizations, my_scans your scans.",
  },
};

/** The answer to a change by key or connection that names no organization where several are in reach. */
export function organizationRequired(ids: readonly string[]): Problem {
  return {
    code: "organization_required",
    field: "organizationId",
    organizations: ids,
    message: {
      sk: "Uveďte organizationId: máte viac organizácií.",
      cs: "Uveďte organizationId: máte více organizací.",
      en: "Name organizationId: you have several organizations.",
    },
    nextStep: {
      sk: "Vyberte jednu z organizations a pošlite volanie znova.",
      cs: "Vyberte jednu z organizations a pošlete volání znovu.",
      en: "Choose one of organizations and send the call again.",
    },
  };
}

/** The answer to a call that names no organization, from somebody who has none. */
export const noOrganization: Problem = {
  code: "not_found",
  message: {
    sk: "Nie ste členom žiadnej organizácie.",
    cs: "Nejste členem žádné organizace.",
    en: "You are not a member of any organization.",
  },
  nextStep: {
    sk: "Založte organizáciu alebo prijmite pozvánku.",
    cs: "Založte organizaci nebo přijměte pozvánku.",
    en: "Create an organization or accept an invitation.",
  },
};
