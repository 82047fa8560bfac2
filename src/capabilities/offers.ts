import type { z } from "zod";
import type { Cost } from "../core/cost.ts";
import type { DoneCode } from "../core/done-code.ts";
import type { Locale } from "../core/locale.ts";
import type { ProblemCode } from "../core/problem.ts";
import type { PublishedFile } from "./opendata/published-file.ts";

/** An answer as a face shows it, by what was asked, and its schema. */
export interface View<Answer, Args> {
  readonly schema: z.ZodType;
  of(answer: Answer, args: Args): unknown;
}

/** How REST offers a capability. */
export interface RestOffer<Answer, Args = unknown> {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: string;
  readonly cost: Cost;
  /** Public parameter name -> argument name, where they differ (`q` -> `query`). */
  readonly rename?: Readonly<Record<string, string>>;
  /** The arguments this offer takes; default: all of the capability's. */
  readonly only?: readonly string[];
  /** The shortened answer, and its schema for OpenAPI; default: the whole answer. */
  readonly view?: View<Answer, Args>;
  /** The answer as a file with a version and a checksum of its own; default: the answer as JSON. */
  readonly file?: { readonly mediaType: string; of(answer: Answer): PublishedFile };
  /** How an answer that is no plain 200 is sent: the statuses there are, and which this one has, with an address. */
  readonly outcome?: {
    readonly statuses: readonly number[];
    of(answer: Answer): { readonly status: number; readonly location?: string };
  };
  /** Arguments that a PUT takes from the query, beside its body. */
  readonly inQuery?: readonly string[];
  /**
   * The answer has a version, which is its `ETag`. With `argument`, the version that `If-Match` names is passed on under
   * that name; it is none of the public parameters.
   */
  readonly version?: { of(answer: Answer): number; readonly argument?: string };
  /**
   * A body may be larger than others; `text` is the argument that a body of `text/csv` or `text/plain` gives, as bytes, the
   * other parameters then stand in the query.
   */
  readonly body?: { readonly mostBytes: number; readonly text?: string };
  /**
   * Other forms of the answer than JSON: which one the argument says, else `Accept`. `of` gives no file for JSON.
   */
  readonly forms?: {
    readonly argument: string;
    readonly types: Readonly<Record<string, string>>;
    /** Under which name it is saved, without its ending. */
    readonly name: string;
  } & FormsOf<Answer, Args>;
  /** Problems beyond those that every offer of its kind has. */
  readonly problems?: readonly ProblemCode[];
  /**
   * Seconds a browser may keep the answer; shared caches keep it longer, see `publicCaching`. Such an answer names no
   * remaining limit: a cache gives it to other callers too. Default: nobody keeps it.
   */
  readonly maxAge?: number;
}

interface FormsOf<Answer, Args> {
  of(answer: Answer, args: Args): { readonly content: string | Uint8Array } | undefined;
}

/** Reads an answer. As a method it fits where the answer is not known, in the list of all capabilities. */
type Reading<Answer, Result> = { of(answer: Answer): Result }["of"];

/**
 * How a page offers a capability as a form. The fields of the form are the arguments that the path does not give, without
 * `locale` and without those that no text can carry.
 */
export interface FormOffer<Answer> {
  readonly cost: Cost;
  /** Where the form is sent, below the language; `:name` gives the argument of that name. */
  readonly path: string;
  /** The path of the page on which a refused form is shown again; default: the nearest page that `path` stands under. */
  readonly shownOn?: string;
  /**
   * Where the form leads, below the language; `:name` stands for an argument or a field of the answer. Without it the pages
   * have one that shows the answer.
   */
  readonly leadsTo?: string | Reading<Answer, string>;
  /** What the page that the form leads to says was done; `null`: nothing was changed. A form on the way into an account may leave it out. */
  readonly done?: DoneCode | Reading<Answer, DoneCode | null>;
  /** The name of what the form ended, foreign text that is fit to be shown: the next page says it. */
  gone?(answer: Answer): string | null;
  /** What becomes of the session of this browser: a token replaces it, `null` ends it, `undefined` leaves it. */
  session?(answer: Answer): string | null | undefined;
  /** The link of the mail that it sent, sealed (`mailLinkFor`), for the page that it leads to. */
  mailLink?(answer: Answer): string | null;
  /** A form on the way into an account: it needs no secret of a session. */
  readonly isOpen?: boolean;
  /** The form carries a file of at most so many bytes. */
  readonly mostFileBytes?: number;
}

export type FileFormat = "csv" | "docx" | "ics" | "json" | "pdf" | "xlsx";

/**
 * How the pages offer a capability as files, one for each format at `path.format`. The argument `format` says which; the
 * others come from the path and the query. The answer has the file as `content`.
 */
export interface FileOffer {
  readonly cost: Cost;
  /** Below the language; `:name` gives the argument of that name. */
  readonly path: string;
  readonly formats: readonly FileFormat[];
  /** Under which name the file is saved, without its ending; `:name` stands for an argument. ASCII only. */
  readonly name: string | ((format: FileFormat) => string);
  /** Media types that say more than those of the formats. */
  readonly mediaTypes?: Partial<Readonly<Record<FileFormat, string>>>;
}

/** How MCP offers a capability. */
export interface McpOffer<Answer, Args = unknown> {
  /** Every call counts in `mcp_endpoint` besides. */
  readonly cost: Cost;
  /** Default: the whole answer. */
  readonly view?: View<Answer, Args>;
  /** True when the answer rests on sources outside Dosah. */
  readonly openWorld: boolean;
  /** One line in our own words and numbers; never anything from `untrusted`. */
  summary(answer: Answer, locale: Locale): string;
}

/** The name of an argument; any text where the arguments are not known. */
export type NameIn<Args> = unknown extends Args ? string : keyof Args & string;

/** How the command line offers a capability. Its options are arguments, by their names in kebab case. */
export interface CliOffer<Answer, Args = unknown, Name extends string = NameIn<Args>> {
  /** The words that select it: `domain add`. */
  readonly words: string;
  readonly help: string;
  /** Arguments that stand without a name, in their order. */
  readonly positionals?: readonly NameIn<Args>[];
  /** So many words at most make the last positional, joined by blanks; default: one. */
  readonly mostWords?: number;
  /** Arguments that are options, in the order of the usage; default: all others. */
  readonly options?: readonly NameIn<Args>[];
  /** Options that must be there although the schema can do without them. */
  readonly required?: readonly NameIn<Args>[];
  /** Names of options that are not those of the arguments. */
  readonly rename?: Readonly<Partial<Record<Name | "email", string>>>;
  /** What stands for a value in the usage, where the schema does not tell. */
  readonly values?: Readonly<Partial<Record<Name, string>>>;
  /** The options of the usage, where they exclude each other. */
  readonly usage?: string;
  /** Arguments that every call of the command has. */
  readonly fixed?: Readonly<Partial<Args>>;
  /** Arguments that are the text of the file that their option names. */
  readonly files?: readonly NameIn<Args>[];
  /** The argument that is one line of standard input, and the option that says so. */
  readonly standardInput?: { readonly argument: Name; readonly option: string };
  /** Demands `--yes`: what the command deletes is gone for good. */
  readonly isFinal?: boolean;
  /** What the command needs of the state; default: a public one works without it, every other needs it. */
  readonly state?: "begins" | "registers" | "optional";
  /** The command works although the service cannot start: no file or database is opened for it. */
  readonly opensNothing?: true;
  /** Acts as the person of `--email`; a capability of a person always does. */
  readonly actsAsMember?: boolean;
  /** What `--json` prints; default: the whole answer. */
  json?(answer: Answer, args: Args): unknown;
  /** What people read. Foreign text in it is cleaned. */
  lines(answer: Answer, locale: Locale, args: Args): readonly string[];
  /** What people read on standard error. */
  err?(answer: Answer, locale: Locale): readonly string[];
  /** The exit code, where the answer is no success. */
  exit?(answer: Answer): number | undefined;
}
