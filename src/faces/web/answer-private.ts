import type { Context } from "hono";
import { isSignInRecent } from "../../capabilities/accounts/confirm-person.ts";
import { mailLinkOpen } from "../../capabilities/accounts/mail-link.ts";
import type { PasskeyQuestion } from "../../capabilities/accounts/passkey-challenge.ts";
import { readWaysLeft } from "../../capabilities/accounts/ways.ts";
import type { RowCounting, RowKeys } from "../../capabilities/calling/count-rows.ts";
import type { Caller, HalfSignedIn, Identify, Principal } from "../../capabilities/calling/principal.ts";
import { type FaceLog, problemOf } from "../../capabilities/calling/problem-of.ts";
import { REFUSALS, Refused, refusalWords } from "../../capabilities/calling/refusal.ts";
import { asOutage } from "../../capabilities/calling/state-outage.ts";
import { type OrganizationHeadAnswer, organizationHead } from "../../capabilities/organizations/organization-head.ts";
import type { Coding } from "../../core/content-coding.ts";
import { partsOf, type Rows, rowsOf, UPLOAD } from "../../core/cost.ts";
import type { Locale } from "../../core/locale.ts";
import { type Problem, type ProblemCode, ServiceError } from "../../core/problem.ts";
import type { Sealing } from "../../identity/sealing.ts";
import { csrfTokenOf, equalInConstantTime, hashToken, maskedToken, unmaskedToken } from "../../identity/token.ts";
import { browserName } from "./browser-name.ts";
import type { Document } from "./document.ts";
import { doneOf, openDone, sealDone } from "./done/done.ts";
import { isLocalRequest } from "./local-request.ts";
import { SWITCH_PARAMETER } from "./organizations/organization-switcher.tsx";
import type { PageAnswer, PageRequest, SignedIn } from "./page.ts";
import { href, privatePaths, redirectTo } from "./paths.ts";
import type { Form, FormRoute, PageFault, PrivatePage, PrivateRequest, PrivateRoute, Refusal } from "./private-page.ts";
import { outagePage } from "./problem/outage-page.tsx";
import { problemPage } from "./problem/problem-page.tsx";
import { comesFromHere, EMPTY_FORM, isUpload, readForm } from "./read-form.ts";
import { render } from "./render.tsx";
import {
  cookieIn,
  doneCookie,
  doneCookieIn,
  knownBrowserCookie,
  knownBrowserIn,
  mailLinkCookie,
  mailLinkIn,
  sessionCookie,
  sessionTokenIn,
} from "./session-cookie.ts";

/** What private pages need from the service. */
export interface PrivateAnswerOptions {
  readonly identify: Identify;
  readonly counting: RowCounting;
  readonly clientAddress: (context: Context) => string | null;
  readonly baseUrl: string;
  readonly log: FaceLog;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Asks the browser of a person for a passkey. */
  readonly passkeyQuestion: (accountId: string) => PasskeyQuestion;
  /** Seals what a form did for the page that follows. */
  readonly sealing: Pick<Sealing, "seal" | "open">;
  /** Makes the request of a page for a caller. */
  readonly requestOf: (context: Context, locale: Locale, caller: Caller) => PageRequest;
  /** The response of a document, and one whose body is sent as it is. */
  readonly sent: (context: Context, document: Document, codings: readonly Coding[]) => Promise<Response>;
  readonly asItIs: (response: Response) => Response;
}

/** The cookies that an answer sets; `null` takes one out. */
interface SetCookies {
  token?: string | null;
  knownBrowser?: string | null;
  mailLink?: string;
  done?: string | null;
  /** The name that the new cookie of what was done is to hold. */
  gone?: string;
}

/** Where a known browser counts, and where the accounts that it knows grow by one. */
const KNOWN_BROWSER_PATHS: readonly string[] = [
  privatePaths.signIn,
  privatePaths.signInCode,
  privatePaths.reset,
  privatePaths.oidcReturn,
];

/** What a request of nobody counts in, whatever it asks for: it was looked up whose it is. */
const NOBODY: Rows = ["web_page"];

/** A page whose access was checked before. */
type AnyPage = PrivatePage<SignedIn | null>;

/**
 * Answers a request for a private page. The order of the checks is fixed: origin, session, rows that count each request,
 * media type, size, CSRF. Then the call checks membership, role, input and the other rows. The session is read once, and
 * only here.
 */
export function createPrivateAnswer(options: PrivateAnswerOptions) {
  const { identify, counting, baseUrl, log, now, passkeyQuestion, sealing } = options;

  return async (context: Context, locale: Locale, route: PrivateRoute): Promise<Response> => {
    const caller: Caller = {
      address: options.clientAddress(context),
      via: "web",
      sessionToken: sessionTokenIn(context.req.header("Cookie"), baseUrl),
      agent: browserName(context.req.header("User-Agent")),
      knownBrowser: KNOWN_BROWSER_PATHS.includes(route.path)
        ? knownBrowserIn(context.req.header("Cookie"), baseUrl)
        : undefined,
    };
    const cookies: SetCookies = {};
    const cookieHeader = context.req.header("Cookie");
    const isLocal = isLocalRequest({
      host: context.req.header("Host"),
      forwardedHost: context.req.header("X-Forwarded-Host"),
      remoteAddress: context.env?.incoming?.socket?.remoteAddress,
    });
    const isForm = context.req.method === "POST";
    const sealedDone = doneCookieIn(context.req.header("Cookie"), baseUrl);
    // The next page says it, and no page after that.
    if (sealedDone !== undefined && !isForm) cookies.done = null;
    const query = new URL(context.req.url).searchParams;
    const base = {
      ...options.requestOf(context, locale, caller),
      person: null as SignedIn | null,
      organization: { head: null as OrganizationHeadAnswer | null },
      form: EMPTY_FORM,
      refusal: null as Refusal | null,
      done: isForm ? null : openDone(query, sealedDone, sealing, now()),
      readCookie: (name: string) => cookieIn(context.req.header("Cookie"), name, baseUrl),
      readHeader: (name: string) => context.req.header(name),
      setSession: (token: string | null) => {
        cookies.token = token;
      },
      setMailLink: (sealed: string | null) => {
        if (isLocal && sealed !== null) cookies.mailLink = sealed;
      },
      mailLink: async (sealed: string | null = mailLinkIn(cookieHeader, baseUrl) ?? null) =>
        isLocal && sealed !== null ? (await base.ask(mailLinkOpen, { sealed })).link : null,
      setGone: (name: string) => {
        cookies.gone = name;
      },
      setKnownBrowser: (sealed: string | null) => {
        cookies.knownBrowser = sealed;
      },
    };
    let request: PrivateRequest = base;
    const shown = (page: PageAnswer) => {
      // What is shown once, such as a key, is the answer to a form; the way into an account has tokens in its addresses.
      const mayHoldSecret = context.req.method !== "GET" || route.who !== "signed_in" || page.holdsSecret === true;
      codings = mayHoldSecret ? [] : ["gzip"];
      return render(request, page, request.path === context.req.path);
    };
    let codings: readonly Coding[] = [];
    let answer: Response | Document;
    try {
      if (isForm && route.form?.isFromAnywhere !== true && !comesFromHere(context.req.raw.headers, baseUrl)) {
        answer = await shown(refuseForeign(request));
      } else {
        const principal = await identify(caller);
        request = { ...base, person: personOf(principal, route) };
        if ("session" in principal && principal.session?.isRenewed) cookies.token = principal.session.token;
        const keys: RowKeys = {
          address: caller.address,
          person: "accountId" in principal ? principal.accountId : undefined,
          share: base.params.token === undefined ? undefined : hashToken(base.params.token),
        };
        const { first, further } = partsOf(rowsOf((isForm ? route.form?.cost : undefined) ?? route.cost));
        await counting.count(keys.person === undefined && !first.includes("share_use") ? NOBODY : first, keys);
        const result = isForm
          ? await submitted(context, request, route, principal, { ...caller, keys, cookies })
          : (redirectFor(request, route, principal) ??
            (await counted(further, keys, async () => pageOf(route)(request))));
        if (!(result instanceof Response) && result.status !== 404) await readHead(request);
        answer = result instanceof Response ? result : await shown(withPasskey(request, result));
      }
    } catch (thrown) {
      answer = await shown(failed(request, thrown));
    }
    const { token, knownBrowser, mailLink, done } = cookies;
    const lines = [
      ...(token === undefined ? [] : [sessionCookie(token, baseUrl)]),
      ...(knownBrowser === undefined ? [] : [knownBrowserCookie(knownBrowser, baseUrl)]),
      ...(mailLink === undefined ? [] : [mailLinkCookie(mailLink, baseUrl)]),
      ...(done === undefined ? [] : [doneCookie(done, baseUrl)]),
    ];
    if (answer instanceof Response) return options.asItIs(privately(answer, lines));
    const headers: Record<string, string> = { ...answer.headers, ...PRIVATE };
    const sent = await options.sent(context, { ...answer, headers }, codings);
    for (const line of lines) sent.headers.append("Set-Cookie", line);
    return sent;
  };

  /** Counts a file that was let through: what is no file in the end is given back. */
  async function counted(
    rows: readonly string[],
    keys: RowKeys,
    make: () => ReturnType<AnyPage>,
  ): Promise<PageAnswer | Response> {
    if (rows.length === 0) return make();
    await counting.count(rows, keys);
    let isFile = false;
    try {
      const made = await make();
      isFile = made instanceof Response && made.ok;
      return made;
    } finally {
      if (!isFile) await counting.giveBack(rows, keys);
    }
  }

  async function submitted(
    context: Context,
    request: PrivateRequest,
    route: PrivateRoute,
    principal: Principal,
    { sessionToken = "", keys, cookies }: Caller & { readonly keys: RowKeys; readonly cookies: SetCookies },
  ): Promise<PageAnswer | Response> {
    const { form: formRoute } = route;
    if (formRoute === undefined) return problemPage(request, { code: "not_found" });
    // Without a session the body stays unread: it may hold megabytes.
    const redirect = redirectFor(request, route, principal);
    if (redirect !== undefined && request.person === null) return redirect;
    const isOurs = (csrf: string) => equalInConstantTime(unmaskedToken(csrf), csrfTokenOf(sessionToken));
    // A stranger's file is refused before a byte of it is read.
    if (request.person !== null && isUpload(context.req.raw, formRoute)) {
      await refuseField(formRoute, request);
      await counting.count(UPLOAD, keys);
    }
    const read = await readForm(context.req.raw, formRoute, isOurs);
    if (read.kind === "foreign") return { ...refuseForeign(request), headers: { Connection: "close" } };
    if (read.kind !== "read" && read.kind !== "other_fields") {
      return { ...unreadable(request), status: UNREAD_STATUS[read.kind] };
    }
    const { person } = request;
    // A form of somebody who is signed in must come from a page of that very session. The page was made with the token
    // that the browser sends along; `person` has the next one already where this very request replaces it.
    const needsCsrf = person !== null && formRoute.isOpen !== true;
    if (needsCsrf && !isOurs(read.csrf)) return refuseForeign(request);
    if (redirect !== undefined) return redirect;
    if (read.kind !== "read") {
      if (route.who !== "anybody") await refuseField(formRoute, request);
      return unreadable(request);
    }
    const sent = { ...request, form: read.form };
    try {
      const answer = await formOf(formRoute)(sent);
      const code = answer instanceof Response && person !== null ? doneOf(answer) : undefined;
      // Who ends the session comes to a public page, which reads no cookie.
      if (code !== undefined && cookies.token !== null) {
        cookies.done = sealDone({ code, by: formRoute.capability.name, name: cookies.gone ?? null }, sealing, now());
      }
      return answer;
    } catch (thrown) {
      const refusal = refusalOf(thrown, request.locale);
      const shownOn = (formRoute.shownOn ?? route.page) as AnyPage | undefined;
      if (refusal === undefined || shownOn === undefined) throw thrown;
      const again = await shownOn({ ...sent, form: withoutSecrets(read.form), refusal });
      if (again instanceof Response) return again;
      const retry = refusal.retryAfter === undefined ? {} : { "Retry-After": String(refusal.retryAfter) };
      // A page that does not exist says so, whatever was sent to it.
      const status = again.status === 404 ? 404 : refusal.status;
      return { ...again, status, headers: { ...again.headers, ...retry } };
    }
  }

  /** Who is on the way to the second factor is known only there. */
  function personOf(principal: Principal, route: PrivateRoute): SignedIn | null {
    if (!("session" in principal) || principal.session === undefined) return null;
    if (principal.kind !== "person" && !isOpenTo(principal.kind, route)) return null;
    const { accountId, session } = principal;
    const { name, email, locale } = session;
    return {
      accountId,
      name,
      email,
      locale,
      mustSetUp: principal.kind === "set_up",
      isRecent: isSignInRecent(session, now()),
      // Only once they are in: on the way to the second factor nothing but that is to be read.
      waysLeft: principal.kind === "person" && session.waysLeft !== null ? readWaysLeft(session.waysLeft) : null,
      askForPasskey: session.hasPasskey ? () => passkeyQuestion(accountId) : null,
      csrf: maskedToken(csrfTokenOf(session.token)),
    };
  }

  function refuseForeign(request: PrivateRequest<SignedIn | null>): PageAnswer {
    log.warn({ account: request.person?.accountId ?? null, rule: "form", target: "page" }, "access_refused");
    return foreign(request);
  }

  function failed(request: PageRequest, thrown: unknown): PageAnswer {
    const problem = problemOf(asOutage(thrown), `page ${withoutToken(request.path)}`, log);
    if (problem.code === "source_unavailable") return outagePage(request, problem);
    if (!(thrown instanceof Refused)) return problemPage(request, problem);
    const { code } = thrown.faults[0];
    return problemPage(request, problem, { code, message: problem.message[request.locale] });
  }
}

/** Keeps what is private out of every cache. Never `no-referrer`: with it browsers send `Origin: null`, and every form fails. */
const PRIVATE = { "Cache-Control": "no-store", "Referrer-Policy": "same-origin", "X-Robots-Tag": "noindex" } as const;

/**
 * Keeps a private answer out of every cache, and new cookies in the browser. What programs read at a secret address says
 * itself for how long they keep it.
 */
function privately(response: Response, cookies: readonly string[]): Response {
  const saysItself = response.headers.get("Cache-Control")?.startsWith("private, max-age=") === true;
  for (const [name, value] of Object.entries(PRIVATE)) {
    if (!saysItself || !response.headers.has(name)) response.headers.set(name, value);
  }
  for (const cookie of cookies) response.headers.append("Set-Cookie", cookie);
  return response;
}

/** Reads what the head of a page below an organization shows. */
async function readHead({ params, query, person, organization, ask }: PrivateRequest): Promise<void> {
  const { organizationId } = params;
  if (organizationId === undefined || person === null) return;
  const filter = [...(query.get(SWITCH_PARAMETER) ?? "")].slice(0, 120).join("");
  organization.head = await ask(organizationHead, { organizationId, filter }).catch((thrown: unknown) => {
    // Who has just left it sees the page of that without a head.
    if (thrown instanceof ServiceError) return null;
    throw thrown;
  });
}

/** The button of a passkey, which takes the place of a typed password, is all that needs a script. */
function withPasskey({ person }: PrivateRequest, page: PageAnswer): PageAnswer {
  if (person === null || person.askForPasskey === null) return page;
  return { ...page, scripts: [...new Set([...(page.scripts ?? []), "passkey" as const])] };
}

/**
 * Redirects visitors who may not see the page; `undefined`: they may. Who has not shown the second factor, or must set one
 * up, comes to the way there from every page of people who are signed in.
 */
function redirectFor(request: PrivateRequest, route: PrivateRoute, principal: Principal): Response | undefined {
  const { locale, path, query } = request;
  const { who } = route;
  if (who === "anybody" && route.path !== privatePaths.oidc) return undefined;
  if (principal.kind === "challenged" || principal.kind === "set_up") {
    if (isOpenTo(principal.kind, route)) return undefined;
    const way = principal.kind === "challenged" ? privatePaths.signInCode : privatePaths.twoFactor;
    return redirectTo(href(locale, way), 303);
  }
  if (who === "anybody") return undefined;
  if (who === "challenged") {
    return redirectTo(
      href(locale, principal.kind === "person" ? privatePaths.organizations : privatePaths.signIn),
      303,
    );
  }
  if (principal.kind === "person") return undefined;
  // A form cannot be sent again after the sign-in: the redirect names its page, or the account.
  const search = query.size === 0 ? "" : `?${query}`;
  const next = route.page === undefined ? href(locale, privatePaths.account) : `${href(locale, path)}${search}`;
  return redirectTo(href(locale, privatePaths.signIn, { next }), 303);
}

function isOpenTo(kind: HalfSignedIn, { path, who }: PrivateRoute): boolean {
  if (kind === "challenged") return who === "challenged";
  return path.startsWith(privatePaths.twoFactor) || path.startsWith(privatePaths.passkeys);
}

/** `redirectFor` has already checked access; hence the cast. */
function pageOf({ page }: PrivateRoute): AnyPage {
  return (page as AnyPage | undefined) ?? ((request) => problemPage(request, { code: "not_found" }));
}

function formOf({ submit }: FormRoute): AnyPage {
  return submit as AnyPage;
}

/** The path for the log, without tokens that would open the address. */
function withoutToken(path: string): string {
  return path.replace(/^\/(invitations|calendar|supplier-requests|trust-requests|unsubscribe)\/.*/, "/$1/…");
}

function foreign(request: PageRequest): PageAnswer {
  const message = REFUSALS.form_foreign[request.locale];
  return problemPage(request, { code: "forbidden" }, { code: "form_foreign", message });
}

/** The status of a form that could not be read. */
const UNREAD_STATUS = { other_type: 415, not_text: 400, too_large: 413, broken_off: 400 } as const;

function unreadable(request: PageRequest): PageAnswer {
  return problemPage(request, { code: "invalid_arguments" });
}

/**
 * A field that the form does not have goes to the capability as an argument that it does not have: it refuses the caller
 * first, then the argument.
 * @throws ServiceError why the caller may not send this form, whatever is in it
 */
async function refuseField({ capability }: FormRoute, { ask, params }: PrivateRequest): Promise<void> {
  try {
    // No argument begins with `?`.
    await ask(capability, { ...params, "?": "" });
  } catch (thrown) {
    if (thrown instanceof ServiceError && thrown.problem.code === "invalid_arguments") return;
    throw thrown;
  }
  throw new Error(`${capability.name} takes arguments that it does not have.`);
}

/** What is wrong with a form that can be shown again; `undefined` for everything that is no fault of the form. */
function refusalOf(thrown: unknown, locale: Locale): Refusal | undefined {
  if (!(thrown instanceof ServiceError)) return undefined;
  const { problem } = thrown;
  if (thrown instanceof Refused) {
    const { retryAfter } = problem;
    const faults = thrown.faults.map((fault) => ({
      code: fault.code,
      field: fault.field,
      message: refusalWords(fault, retryAfter)[locale],
      link: fault.link,
    }));
    return { status: statusOf(problem), faults, retryAfter, budget: problem.budget?.budget };
  }
  if (problem.code === "rate_limited") {
    const { retryAfter } = problem;
    const message = refusalWords({ code: "too_many_attempts" }, retryAfter)[locale];
    return {
      status: 429,
      faults: [{ code: "too_many_attempts", message }],
      retryAfter,
      budget: problem.budget?.budget,
    };
  }
  const { code } = problem;
  const status = REFUSED_WITH[code];
  if (status === undefined || !isShownCode(code)) return undefined;
  const message = `${problem.message[locale]} ${problem.nextStep[locale]}`;
  return { status, faults: [{ code, field: problem.field, message }], retryAfter: problem.retryAfter };
}

/** Problems of a form that are shown on it, with their status. */
const REFUSED_WITH: Partial<Record<ProblemCode, Refusal["status"]>> = {
  invalid_arguments: 400,
  domain_not_verified: 403,
  opted_out: 409,
  queue_full: 503,
};

function isShownCode(code: ProblemCode): code is ProblemCode & PageFault["code"] {
  return code in REFUSED_WITH;
}

/** Valid input that conflicts with a change of somebody else. */
const CONFLICTS: readonly string[] = [
  "changed_meanwhile",
  "ico_taken",
  "profile_published",
  "slug_taken",
  "slug_reserved",
  "budget_full",
  "plan_stale",
  "removes_many",
];

function statusOf({ code }: Problem): Refusal["status"] {
  if (code === "forbidden") return 403;
  if (CONFLICTS.includes(code)) return 409;
  return code === "rate_limited" || code === "budget_used" ? 429 : 400;
}

/** Passwords and codes are typed anew. */
const SECRET_FIELDS: readonly string[] = ["password", "current", "code", "credential"];

function withoutSecrets(form: Form): Form {
  return {
    get: (name) => (SECRET_FIELDS.includes(name) ? "" : form.get(name)),
    getAll: (name) => (SECRET_FIELDS.includes(name) ? [] : form.getAll(name)),
    has: form.has,
    names: form.names,
    file: form.file,
  };
}
