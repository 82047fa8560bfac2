import { type LimitState, rateLimitHeaders } from "../../capabilities/calling/rate-limit-headers.ts";
import type { Locale, Localized } from "../../core/locale.ts";
import type { Problem, ProblemCode } from "../../core/problem.ts";
import type { Reply } from "../sending/reply.ts";

/** What only HTTP can get wrong; everything else is a problem of the capability. */
type TransportCode = "method_not_allowed" | "body_timeout" | "body_too_large" | "unsupported_media_type";

export type RestCode = ProblemCode | TransportCode;

/** A problem as REST answers it: the text of a capability's problem, or of the transport. */
export type RestProblem = Omit<Problem, "code"> & { readonly code: RestCode };

/** The HTTP status of every code (docs/connect.md#problems). */
export const STATUS = {
  invalid_arguments: 400,
  unauthorized: 401,
  forbidden: 403,
  domain_not_verified: 403,
  session_required: 403,
  not_found: 404,
  method_not_allowed: 405,
  body_timeout: 408,
  opted_out: 409,
  changed_meanwhile: 412,
  version_required: 428,
  organization_required: 400,
  ico_taken: 409,
  profile_published: 409,
  slug_taken: 409,
  slug_reserved: 409,
  budget_full: 409,
  queue_full: 503,
  not_text: 400,
  too_many_rows: 400,
  plan_stale: 409,
  removes_many: 409,
  body_too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  budget_used: 429,
  internal: 500,
  source_unavailable: 503,
} as const satisfies Record<RestCode, number>;

/** The title says what kind of problem it is, whatever the case. */
export const TITLES: Readonly<Record<RestCode, Localized>> = {
  invalid_arguments: { sk: "Neplatné parametre", cs: "Neplatné parametry", en: "Invalid parameters" },
  unauthorized: { sk: "Chýba platný kľúč", cs: "Chybí platný klíč", en: "No valid key" },
  forbidden: { sk: "Chýba oprávnenie", cs: "Chybí oprávnění", en: "Not allowed" },
  domain_not_verified: {
    sk: "Vlastníctvo domény nie je overené",
    cs: "Vlastnictví domény není ověřeno",
    en: "Ownership of the domain is not proved",
  },
  opted_out: {
    sk: "Vlastník domény skenovanie odmietol",
    cs: "Vlastník domény skenování odmítl",
    en: "The owner of the domain refused scans",
  },
  version_required: { sk: "Chýba verzia", cs: "Chybí verze", en: "Version needed" },
  organization_required: { sk: "Chýba organizácia", cs: "Chybí organizace", en: "Organization needed" },
  ico_taken: { sk: "IČO už má profil", cs: "IČO už má profil", en: "Number taken" },
  profile_published: { sk: "Profil je zverejnený", cs: "Profil je zveřejněný", en: "Profile is published" },
  slug_taken: { sk: "Adresa je obsadená", cs: "Adresa je obsazená", en: "Address taken" },
  budget_used: { sk: "Dnes sa minulo", cs: "Dnes je vyčerpáno", en: "Used up for today" },
  budget_full: { sk: "Miesto je plné", cs: "Místo je plné", en: "Full" },
  slug_reserved: { sk: "Adresa je vyhradená", cs: "Adresa je vyhrazená", en: "Address reserved" },
  queue_full: { sk: "Čaká veľa kontrol", cs: "Čeká mnoho kontrol", en: "Many checks are waiting" },
  not_text: { sk: "Nie je to text", cs: "Není to text", en: "Not a text" },
  plan_stale: { sk: "Náhľad už neplatí", cs: "Náhled už neplatí", en: "The preview is out of date" },
  removes_many: { sk: "Treba potvrdiť", cs: "Je třeba potvrdit", en: "To be confirmed" },
  too_many_rows: { sk: "Priveľa riadkov", cs: "Příliš mnoho řádků", en: "Too many rows" },
  changed_meanwhile: { sk: "Medzitým zmenené", cs: "Mezitím změněno", en: "Changed meanwhile" },
  session_required: { sk: "Treba sa prihlásiť", cs: "Je třeba se přihlásit", en: "Sign-in needed" },
  not_found: { sk: "Nenájdené", cs: "Nenalezeno", en: "Not found" },
  method_not_allowed: { sk: "Nepovolená metóda", cs: "Nepovolená metoda", en: "Method not allowed" },
  body_timeout: { sk: "Telo požiadavky neprišlo včas", cs: "Tělo požadavku nepřišlo včas", en: "Body too slow" },
  body_too_large: { sk: "Príliš veľké telo požiadavky", cs: "Příliš velké tělo požadavku", en: "Body too large" },
  unsupported_media_type: {
    sk: "Nepodporovaný typ obsahu",
    cs: "Nepodporovaný typ obsahu",
    en: "Unsupported media type",
  },
  rate_limited: { sk: "Limit je vyčerpaný", cs: "Limit je vyčerpán", en: "Limit used up" },
  internal: { sk: "Vnútorná chyba", cs: "Vnitřní chyba", en: "Internal error" },
  source_unavailable: { sk: "Zdroj nie je dostupný", cs: "Zdroj není dostupný", en: "Source unavailable" },
};

/** The body of an error answer, RFC 9457 with our own members (docs/specification.md, `errors.rest-shape`). */
export interface ProblemDocument {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: RestCode;
  readonly nextStep: string;
  readonly reason?: string | undefined;
  readonly field?: string;
  readonly retryAfter?: number;
  readonly budget?: string;
  readonly limit?: number;
  readonly used?: number;
  readonly subject?: string;
  readonly organizations?: readonly string[];
}

/** Writes a problem in one language; `type` leads to its explanation in the API documentation. */
export function problemDocument(problem: RestProblem, locale: Locale, baseUrl: string): ProblemDocument {
  const { code, reason, message, nextStep, field, retryAfter, budget, organizations } = problem;
  return {
    type: `${baseUrl}/docs/api#problem-${code}`,
    title: TITLES[code][locale],
    status: STATUS[code],
    detail: message[locale],
    code,
    nextStep: nextStep[locale],
    reason,
    ...(field === undefined ? {} : { field }),
    ...(retryAfter === undefined ? {} : { retryAfter }),
    ...(organizations === undefined ? {} : { organizations }),
    ...budget,
  };
}

/** The answer to a call without an answer. `limits` are the counts it ran into. */
export function problemReply(
  problem: RestProblem,
  locale: Locale,
  baseUrl: string,
  headers: Readonly<Record<string, string>>,
  limits: readonly LimitState[] = [],
): Reply {
  const document = problemDocument(problem, locale, baseUrl);
  const { status, retryAfter } = document;
  return {
    status,
    body: JSON.stringify(document),
    headers: {
      "Content-Type": "application/problem+json",
      "Content-Language": locale,
      "Cache-Control": "no-store",
      Vary: "Accept-Language",
      ...headers,
      ...rateLimitHeaders(limits),
      ...(retryAfter === undefined ? {} : { "Retry-After": String(retryAfter) }),
      ...(headers.Vary === undefined ? {} : { Vary: `${headers.Vary}, Accept-Language` }),
      ...(problem.scope === undefined ? {} : { "WWW-Authenticate": scopeChallenge(problem.scope, baseUrl) }),
      ...(status === 401 ? { "WWW-Authenticate": "Bearer" } : {}),
    },
  };
}

/** Lets an application that signs in ask for what it lacks (RFC 6750, RFC 9728). */
function scopeChallenge(scope: string, baseUrl: string): string {
  const metadata = `${baseUrl}/.well-known/oauth-protected-resource/api/v1`;
  return `Bearer error="insufficient_scope", scope="${scope}", resource_metadata="${metadata}"`;
}
