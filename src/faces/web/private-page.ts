import type { RefusalCode } from "../../capabilities/calling/refusal.ts";
import type { Capability } from "../../capabilities/capability.ts";
import type { OrganizationHeadAnswer } from "../../capabilities/organizations/organization-head.ts";
import type { Cost } from "../../core/cost.ts";
import type { Done } from "./done/done.ts";
import type { PageAnswer, PageRequest, SignedIn } from "./page.ts";

/** The fields of a form that was sent; each at most once, unless the route says that it is repeated. */
export interface Form {
  /** The value as it was sent; an empty text where the field is missing. */
  get(name: string): string;
  getAll(name: string): readonly string[];
  has(name: string): boolean;
  /** The names of what was sent, besides `csrf`. */
  names(): readonly string[];
  /** The content of a file that was sent with the form; nothing where none was chosen. */
  file(name: string): Uint8Array | undefined;
}

/** The reasons for which a form is shown again, in the language of the page. */
export interface Refusal {
  readonly status: 400 | 403 | 409 | 429 | 503;
  readonly faults: readonly PageFault[];
  /** Seconds to wait. */
  readonly retryAfter?: number | undefined;
  /** The budget or row that is used up, for `data-budget`. */
  readonly budget?: string | undefined;
}

/** One thing that is wrong with a form. */
export interface PageFault {
  /** What `data-error` says. */
  readonly code: RefusalCode | "invalid_arguments" | "domain_not_verified" | "opted_out" | "queue_full";
  readonly field?: string | undefined;
  readonly message: string;
  /** Path below the language of what the message speaks of. */
  readonly link?: string | undefined;
}

/**
 * One request for a private page. The same function shows an empty form and a refused one. After a refusal `form` holds
 * the typed values and `refusal` the reasons.
 */
export interface PrivateRequest<Who extends SignedIn | null = SignedIn | null> extends PageRequest {
  readonly person: Who;
  /** Read once the page is made, so that a page that is refused reads nothing more: components see it, pages do not. */
  readonly organization: { head: OrganizationHeadAnswer | null };
  readonly form: Form;
  readonly refusal: Refusal | null;
  readonly done: Done | null;
  /** A cookie of this host by its name. */
  readCookie(name: string): string | undefined;
  /** A header of the request. */
  readHeader(name: string): string | undefined;
  /** Puts a session into the cookie of this browser, or takes it out. */
  setSession(token: string | null): void;
  /**
   * Keeps the sealed link of a mail for the page after a form, where the request is of this very machine; `null`: there is
   * none.
   */
  setMailLink(sealed: string | null): void;
  /**
   * The link of a mail, sealed, or that of the page before; `null` but on this very machine, where there is no mail server.
   */
  mailLink(sealed?: string | null): Promise<string | null>;
  /** Names what a form ended, foreign text: the next page says it. */
  setGone(name: string): void;
  /** Puts what a browser keeps of its accounts into its cookie, or takes it out. */
  setKnownBrowser(sealed: string | null): void;
}

/** Shows a private page, or redirects. */
export type PrivatePage<Who extends SignedIn | null> = (
  request: PrivateRequest<Who>,
) => PageAnswer | Response | Promise<PageAnswer | Response>;

/** A private path with its page and its form. A path without `page` answers 404 to a GET. */
export interface PrivateRoute {
  readonly path: string;
  /** What its page costs; a form has a cost of its own. */
  readonly cost: Cost;
  /**
   * `anybody`: signed in or not; `signed_in`: other visitors are redirected to the sign-in; `challenged`: people without
   * their second factor so far.
   */
  readonly who: "anybody" | "signed_in" | "challenged";
  readonly page: PrivatePage<never> | undefined;
  readonly form: FormRoute | undefined;
  /** The path answers with a file or a redirect, never with a page. */
  readonly isFile: boolean;
  /** The path has no language in front. */
  readonly isWithoutLanguage: boolean;
  /** For a path with a parameter: an address of this page, for the tests of every page. */
  readonly example: string | undefined;
}

/** What a form that is sent to a path does. Most are offered by a capability (`offered-forms.ts`). */
export interface FormRoute<Who extends SignedIn | null = never> {
  readonly cost: Cost;
  /** What the form is for. The capability refuses a form with a field that it does not have. */
  readonly capability: Capability;
  /** Every field besides `csrf`; a form with another one is refused. */
  readonly fields: readonly string[] | ((name: string) => boolean);
  /**
   * A form on the way into an account: the browser must say that it comes from this site, and no more. Default: people
   * who are signed in send the secret of their session too, `csrf`.
   */
  readonly isOpen?: boolean;
  /** A program that shows mails sends it, too: no browser that says which site it comes from. */
  readonly isFromAnywhere?: boolean;
  /** The form carries a file (`multipart/form-data`) of at most so many bytes, in one of its fields. */
  readonly mostFileBytes?: number | undefined;
  /** The form has several texts of some thousand characters. */
  readonly isLong?: boolean;
  /** Fields that may come more than once. */
  readonly repeated?: readonly string[] | ((name: string) => boolean);
  /** Does what the form asks for. @throws ServiceError, which shows the page again with what is wrong */
  readonly submit: PrivatePage<Who>;
  /** The page that a refused form is shown on; default: the page of the path. */
  readonly shownOn?: PrivatePage<Who> | undefined;
}

const PERSON_READ: Cost = { rows: ["person_read"] };
const PERSON_FILE: Cost = { rows: ["person_read", "person_file"] };
const WEB_PAGE: Cost = { rows: ["web_page"] };
const BEARER: Cost = { rows: ["web_page", "share_use"] };

interface RouteOptions<Who extends SignedIn | null> {
  readonly page?: PrivatePage<Who>;
  readonly form?: FormRoute<Who>;
  readonly example?: string;
}

/** A page of people who are signed in. */
export function personal(path: string, { page, form, example }: RouteOptions<SignedIn>): PrivateRoute {
  return {
    path,
    cost: PERSON_READ,
    who: "signed_in",
    page,
    form,
    example,
    isFile: false,
    isWithoutLanguage: false,
  };
}

/** A page of everybody: one on the way into an account. */
export function entrance(path: string, { page, form, example }: RouteOptions<SignedIn | null>): PrivateRoute {
  return { path, cost: WEB_PAGE, who: "anybody", page, form, example, isFile: false, isWithoutLanguage: false };
}

/** A page of whoever holds a token, which its path has as `token`: counted for the token besides. */
export function bearer(path: string, { page, form, example }: RouteOptions<SignedIn | null>): PrivateRoute {
  return { path, cost: BEARER, who: "anybody", page, form, example, isFile: false, isWithoutLanguage: false };
}

/** A page of people who have shown the password and not yet the second factor. */
export function challenge(path: string, { page, form, example }: RouteOptions<SignedIn>): PrivateRoute {
  return {
    path,
    cost: PERSON_READ,
    who: "challenged",
    page,
    form,
    example,
    isFile: false,
    isWithoutLanguage: false,
  };
}

/** A file of people who are signed in. */
export function personalFile(
  path: string,
  page: PrivatePage<SignedIn>,
  { example, cost = PERSON_FILE }: { readonly example?: string; readonly cost?: Cost } = {},
): PrivateRoute {
  return {
    path,
    cost,
    who: "signed_in",
    page,
    form: undefined,
    example,
    isFile: true,
    isWithoutLanguage: false,
  };
}

/** A step on the way into an account that shows nothing, or a file of everybody, at a path without a language. */
export function step(path: string, page: PrivatePage<SignedIn | null>, example?: string): PrivateRoute {
  return {
    path,
    cost: WEB_PAGE,
    who: "anybody",
    page,
    form: undefined,
    example,
    isFile: true,
    isWithoutLanguage: true,
  };
}
