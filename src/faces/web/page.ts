import type { Child } from "hono/jsx";
import type { z } from "zod";
import type { PasskeyQuestion } from "../../capabilities/accounts/passkey-challenge.ts";
import type { WaysLeft } from "../../capabilities/accounts/ways.ts";
import type { Capability, ToolCapability } from "../../capabilities/capability.ts";
import type { LawLinking } from "../../capabilities/law/law-linking.ts";
import type { RuleSet } from "../../capabilities/law/rule-set.ts";
import type { OrganizationHeadAnswer } from "../../capabilities/organizations/organization-head.ts";
import type { RowSubject } from "../../core/cost.ts";
import type { Day } from "../../core/day.ts";
import type { Locale } from "../../core/locale.ts";
import type { Operator } from "../../core/operator.ts";
import type { Assets } from "./assets.ts";
import type { OpenApiDocument } from "./docs/openapi-document.ts";
import type { Done } from "./done/done.ts";
import type { PictureName } from "./pictures/pictures.ts";

/** One row of the limits table as the pages print it; the operator's overrides are already in it. */
export interface LimitRow {
  readonly name: string;
  readonly perMinute?: number | undefined;
  readonly perHour?: number | undefined;
  readonly perDay?: number | undefined;
  readonly steps?: boolean | undefined;
  /** By whom it counts. */
  readonly subject?: RowSubject | undefined;
  /** What the row counts: `tool NAME`, `METHOD /path` or `pages`. */
  readonly counts: readonly string[];
}

/** What every page of one running Dosah shares. */
export interface Site {
  /** Public address, without a slash at the end. */
  readonly baseUrl: string;
  readonly version: string;
  /** What every page says to the browser. */
  readonly headers: Readonly<Record<string, string>>;
  readonly assets: Assets;
  /** The tools of MCP, in the order of the documentation. */
  readonly tools: readonly ToolCapability[];
  readonly limits: readonly LimitRow[];
  readonly openapi: () => OpenApiDocument;
  readonly signIn: SignInWays;
  /** A mail server takes mails; else they lie in the outbox, where the operator alone reads them. */
  readonly isMailSet: boolean;
  /** Agents may sign in: the operator did not switch it off. */
  readonly agentsSignIn: boolean;
  /** Where citations lead. */
  readonly lawLinking: LawLinking;
  readonly rules: RuleSet;
  /** The day in Slovakia and Czechia. Pages that are the same for everybody are made anew with it. */
  readonly today: () => Day;
  /** Who runs this installation. */
  readonly operator: Operator;
  /** Where to report a weakness; `null`: not set. */
  readonly securityContact: string | null;
  /** How many days entries of the audit log are kept. */
  readonly auditDays: number;
}

/** How people get into an account here, as the operator decided. */
export interface SignInWays {
  /** With a password; else by the identity provider and passkeys only. */
  readonly password: boolean;
  readonly registration: "open" | "invitation" | "closed";
  /** Name of the operator's identity provider; `null` without one. */
  readonly provider: string | null;
}

/** The person in front of a private page. */
export interface SignedIn {
  readonly accountId: string;
  /** Foreign text. */
  readonly name: string;
  /** Foreign text. */
  readonly email: string;
  readonly locale: Locale;
  /** They showed the password or a second factor within the last 15 minutes. */
  readonly isRecent: boolean;
  /** The operator demands a second factor, and the person has none yet. */
  readonly mustSetUp: boolean;
  /** What they see after a reset of the password, until they dismiss it; `null` where there is nothing. */
  readonly waysLeft: WaysLeft | null;
  /** Asks their browser for a passkey, where they have one, in the place of a password; `null` without one. */
  readonly askForPasskey: (() => PasskeyQuestion) | null;
  /** Every form of this session carries it as `csrf`. */
  readonly csrf: string;
}

/** One question to a page. */
export interface PageRequest {
  readonly locale: Locale;
  /** Path below the language, without a slash at the end: `` for the start page, `/search`. */
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly site: Site;
  /** Who is signed in. On the pages of the public half nobody looks, so nobody is. */
  readonly person?: SignedIn | null;
  /** What was done before the page is shown. */
  readonly done?: Done | null;
  /** The organization of the address, for the frame of a private page. */
  readonly organization?: { readonly head: OrganizationHeadAnswer | null };
  /**
   * Calls a capability in process, counted for this visitor, in the language of the page.
   * @throws ServiceError when there is no answer.
   */
  ask<Input extends z.ZodType, Answer>(
    capability: Capability<Input, Answer>,
    args: Readonly<Record<string, unknown>>,
  ): Promise<Answer>;
}

/** The scripts a page may ask for; every page works without them. */
export type ScriptName = "ai-systems" | "copy" | "suggest" | "questionnaire" | "passkey" | "autosave" | "radar";

/** The same content in another format, for readers that look for it in the head of the page. */
export interface PageFeed {
  readonly type: string;
  readonly title: string;
  /** Address within this site. */
  readonly href: string;
}

/** What a page answers; the layout goes around it. */
export interface PageAnswer {
  readonly status?: 200 | 400 | 403 | 404 | 409 | 410 | 413 | 415 | 429 | 500 | 503;
  /** For the window title, without the name of the service. */
  readonly title: string;
  /** One sentence in our own words, for search engines; never foreign text. */
  readonly description?: string;
  /** What a preview of the link says; default: title and description of a page that is indexed. */
  readonly preview?: { readonly title: string; readonly description: string };
  /** The picture of that preview; default: that of the start page. */
  readonly picture?: PictureName;
  /** The page as linked data (schema.org). */
  readonly jsonLd?: Readonly<Record<string, unknown>>;
  readonly body: Child;
  /** alarm: a frame with nothing to lose the way in, and a light style sheet of its own. */
  readonly frame?: "alarm";
  readonly scripts?: readonly ScriptName[];
  readonly feeds?: readonly PageFeed[];
  readonly headers?: Readonly<Record<string, string>>;
  /** False for pages about one firm and for errors: search engines leave them alone. */
  readonly isIndexed?: boolean;
  /** The page itself says what was done before it. */
  readonly saysDone?: true;
  /** It shows a secret, such as that of an authenticator app: it is never compressed (docs/decisions/compression.md). */
  readonly holdsSecret?: true;
}

/** A page: reads the request, asks capabilities, answers with its content or a whole response (a redirect, a file). */
export type Page = (request: PageRequest) => PageAnswer | Response | Promise<PageAnswer | Response>;
