import type { z } from "zod";
import type { Locale } from "../core/locale.ts";
import type { ProblemCode } from "../core/problem.ts";
import type { PublishedFile } from "./opendata/published-file.ts";

/** An answer as a face shows it, by what was asked, and its schema. */
export interface View<Answer, Args> {
  readonly schema: z.ZodType;
  readonly of: (answer: Answer, args: Args) => unknown;
}

/** How REST offers a capability. */
export interface RestOffer<Answer, Args = unknown> {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly path: string;
  /** Rows of `limits.yaml`; empty: no limit. */
  readonly limits: readonly string[];
  /** Public parameter name -> argument name, where they differ (`q` -> `query`). */
  readonly rename?: Readonly<Record<string, string>>;
  /** The arguments this offer takes; default: all of the capability's. */
  readonly only?: readonly string[];
  /** The shortened answer, and its schema for OpenAPI; default: the whole answer. */
  readonly view?: View<Answer, Args>;
  /** The answer as a file with a version and a checksum of its own; default: the answer as JSON. */
  readonly file?: { readonly mediaType: string; readonly of: (answer: Answer) => PublishedFile };
  /** How an answer that is no plain 200 is sent: the statuses there are, and which this one has, with an address. */
  readonly outcome?: {
    readonly statuses: readonly number[];
    readonly of: (answer: Answer) => { readonly status: number; readonly location?: string };
  };
  /** Arguments that a PUT takes from the query, beside its body. */
  readonly inQuery?: readonly string[];
  /**
   * The answer has a version, which is its `ETag`. With `argument`, the version that `If-Match` names is passed on under
   * that name; it is none of the public parameters.
   */
  readonly version?: { readonly of: (answer: Answer) => number; readonly argument?: string };
  /** Problems beyond those that every offer of its kind has. */
  readonly problems?: readonly ProblemCode[];
  /**
   * Seconds a browser may keep the answer; shared caches keep it longer, see `publicCaching`. It tells nobody what his
   * limit leaves him, since the next one may get the same. Default: nobody keeps it.
   */
  readonly maxAge?: number;
}

/**
 * How a page offers a capability as a form. The fields of the form are the arguments that the path does not give, without
 * `locale` and without those that no text can carry.
 */
export interface FormOffer<Answer> {
  /** Where the form is sent, below the language; `:name` gives the argument of that name. */
  readonly path: string;
  /** The path of the page on which a refused form is shown again; default: the nearest page that `path` stands under. */
  readonly shownOn?: string;
  /**
   * Where the form leads, below the language; `:name` stands for an argument or a field of the answer. Without it the pages
   * have one that shows the answer.
   */
  readonly leadsTo?: string | ((answer: Answer) => string);
  /** What becomes of the session of this browser: a token replaces it, `null` ends it, `undefined` leaves it. */
  readonly session?: (answer: Answer) => string | null | undefined;
  /** A form on the way into an account: it needs no secret of a session. */
  readonly isOpen?: boolean;
  /** The form carries a file of at most so many bytes. */
  readonly mostFileBytes?: number;
}

/** How MCP offers a capability. */
export interface McpOffer<Answer, Args = unknown> {
  readonly limits: readonly string[];
  /** Default: the whole answer. */
  readonly view?: View<Answer, Args>;
  /** True when the answer rests on sources outside Dosah. */
  readonly openWorld: boolean;
  /** One line in our own words and numbers; never anything from `untrusted`. */
  readonly summary: (answer: Answer, locale: Locale) => string;
}
