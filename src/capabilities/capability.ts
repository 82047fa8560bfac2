import type { z } from "zod";
import type { Country } from "../core/country.ts";
import type { Day } from "../core/day.ts";
import type { Ico } from "../core/ico.ts";
import type { KeyScope } from "../core/key-scope.ts";
import type { Locale, Localized } from "../core/locale.ts";
import type { ProblemCode } from "../core/problem.ts";
import type { Role } from "../core/role.ts";
import type { PdfMaker } from "../documents/pdf/pdf-maker.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import type { Outbox } from "../mail/outbox.ts";
import type { Lookup, RegisterHolding, SearchOutcome, SnapshotHealth, StatRow } from "../sources/registers/register.ts";
import type { AuditEvent } from "../state/audit-log.ts";
import type { OrganizationStore } from "../state/organization-store.ts";
import type { OwnOrganization } from "../state/organizations.ts";
import type { PersonStore } from "../state/person-store.ts";
import type { StateDatabase } from "../state/state-database.ts";
import type { Accounts } from "./accounts/accounts.ts";
import type { OperatorAccounts } from "./accounts/operator-accounts.ts";
import type { NewMail } from "./accounts/queue-mail.ts";
import type { BrowserSession, Principal } from "./calling/principal.ts";
import type { Right } from "./calling/rights.ts";
import type { Feed } from "./feed/feed.ts";
import type { PublishedFile } from "./opendata/published-file.ts";
import type { Finding } from "./operation/doctor-texts.ts";
import type { StateOperations } from "./operation/operations.ts";
import type { FetchOutcome, FetchRequest } from "./registers/register-fetch-schema.ts";
import type { ImportOutcome, ImportRequest } from "./registers/register-import-schema.ts";
import type { PublishOutcome, PublishRequest } from "./registers/register-publish-schema.ts";
import type { DomainScans } from "./scans/domain-scans.ts";
import type { OperatorScans } from "./scans/operator-scans.ts";
import type { TrustProfiles } from "./trust/trust-profiles.ts";

/** A live source as the sources page and the metrics show it. */
export interface LiveSource {
  /** Id of `knowledge/sources.yaml`. */
  readonly id: string;
  readonly breaker: string;
  readonly lastAnswerAt: string | null;
  readonly lastFailureAt: string | null;
  readonly answers: number;
  readonly failures: number;
  readonly cacheHits: number;
  readonly cacheMisses: number;
}

/** Where the file of registers in use is from, and whether fetching it succeeds. Instants in ISO 8601. */
export interface SnapshotStatus {
  /** `sample`: shipped; `import`: built on this machine; `fetch`: built on another, fetched from `SNAPSHOT_URL`. */
  readonly origin: "sample" | "import" | "fetch";
  readonly builtAt: string;
  readonly fetchedAt: string | null;
  readonly health: SnapshotHealth;
  /** Since the start; `null` where `SNAPSHOT_URL` is not set. */
  readonly fetching: {
    /** When the snapshot here was last known to be the published one. */
    readonly lastSuccessAt: string | null;
    readonly lastFailureAt: string | null;
    /** One of our own codes: `http_status`, `mismatch`, `other_version`. */
    readonly lastFailure: string | null;
    readonly failures: number;
  } | null;
}

/** The registers of both countries as a capability sees them, wherever the answer comes from. */
export interface Registers {
  /** True when live registers are asked for what the mirror does not hold, so that absence means something. */
  readonly asksLive: boolean;
  /** The state of the live registers; empty where none is asked. */
  liveSources(): readonly LiveSource[];
  find(ico: Ico, country: Country): Promise<Lookup>;
  search(query: string, country: Country | undefined, limit: number): Promise<SearchOutcome>;
  stats(): readonly StatRow[];
  holdings(): readonly RegisterHolding[];
  snapshot(): SnapshotStatus;
}

/** What a capability may use. Network, files and clock are passed in. */
export interface Services {
  readonly knowledge: Knowledge;
  readonly registers: Registers;
  readonly feed: Feed;
  readonly scans: DomainScans;
  readonly trust: TrustProfiles;
  /** Makes PDF files, in a thread of its own. */
  readonly pdf: Pick<PdfMaker, "make">;
  /** Public address of this Dosah, without a slash at the end. */
  readonly baseUrl: string;
  today(): Day;
  /** The instant of the question. */
  now(): Date;
  /** Returns the text when every citation in it is confirmed, else `null` (logged and counted). */
  confirm(text: string): string | null;
}

/** What only the operator's own machine offers. */
export interface OperatorServices {
  /** Reads a register file into the snapshot. */
  importRegister(request: ImportRequest): Promise<ImportOutcome>;
  /** Downloads the files of registers and imports what changed. */
  fetchRegisters(request: FetchRequest): Promise<FetchOutcome>;
  /** Lays the register file where other instances fetch it. */
  publishRegisters(request: PublishRequest): Promise<PublishOutcome>;
  /** The state database as a whole; likewise. */
  readonly state: StateOperations;
  /** Looks at the installation from outside and inside, and changes nothing. */
  examine(): Promise<readonly Finding[]>;
  /** People, organizations, keys and the audit log. */
  readonly accounts: OperatorAccounts;
  /** The mails that take no mail server. */
  readonly outbox: Outbox;
  readonly scans: OperatorScans;
}

/**
 * Who may call a capability. It types what `run` gets. `visitor`: whoever stands before a form of the pages, signed in
 * or not; only for what leads into an account or out of it.
 */
export type Access = "public" | "visitor" | "person" | "organization" | "operator";

/** `write`: it changes data, in one transaction with its audit entry. */
export type Effect = "read" | "write";

/** Who stands before a form. */
export interface Visitor {
  /** The counted address; `null` for the operator on the machine itself. */
  readonly address: string | null;
  /** /24 or /48 of it: all that is kept. */
  readonly ipPrefix: string | null;
  /** Name of the browser. */
  readonly agent: string;
  readonly principal: Principal;
}

/** A change of accounts that is under way, in its transaction. */
export interface VisitorChange {
  readonly tx: StateDatabase;
  /** Writes the audit entry: one for every change of an account. What only sends a mail has none. */
  record(
    event: Pick<AuditEvent, "action" | "actorId" | "target" | "details"> & { readonly orgId?: string | null },
  ): Promise<void>;
  /** Puts a mail on the list of those to be sent, with the change that causes it. */
  mail(mail: NewMail): Promise<void>;
}

/** What a capability of a visitor runs on. */
export interface VisitorContext extends Services {
  readonly accounts: Accounts;
  readonly visitor: Visitor;
  /** `work` may run again, so it has no effect but its change. */
  change<T>(work: (change: VisitorChange) => Promise<T>): Promise<T>;
}

/** The person behind a call. */
export interface Person {
  readonly accountId: string;
  /** The browser that it comes from; with a key there is none. */
  readonly session?: BrowserSession | undefined;
  /** The key that it comes with; with a session there is none. */
  readonly keyId?: string | undefined;
  /** /24 or /48 of the caller's address; `null` for the operator on the machine itself. */
  readonly ipPrefix?: string | null;
}

/** What a capability of a person runs on. */
export interface PersonContext extends Services {
  readonly person: Person;
  readonly accounts: Accounts;
  readonly store: PersonStore;
}

/** What a capability of an organization runs on: there is no way from here to another organization. */
export interface OrganizationContext extends Services {
  readonly person: Person;
  readonly accounts: Accounts;
  /** As it was when the call came; the name is foreign text. */
  readonly organization: OwnOrganization;
  readonly role: Role;
  readonly store: OrganizationStore;
}

/** What a capability of the operator runs on. */
export interface OperatorContext extends Services {
  readonly operator: OperatorServices;
}

export interface Contexts {
  readonly public: Services;
  readonly visitor: VisitorContext;
  readonly person: PersonContext;
  readonly organization: OrganizationContext;
  readonly operator: OperatorContext;
}

/**
 * A change that is under way, in its transaction. For an organization it is locked, and the membership and the right
 * were looked at again: who was removed meanwhile changes nothing.
 */
export interface Change<Store> {
  readonly store: Store;
  /** /24 or /48 of the caller's address; `null` for the operator on the machine itself. */
  readonly ipPrefix: string | null;
  /** Writes the audit entry. A change without one is undone: that is a mistake of ours. */
  record(
    action: AuditEvent["action"],
    target: NonNullable<AuditEvent["target"]>,
    details?: AuditEvent["details"],
    /** The organization it happens in; default: that of the context, and none for a person. */
    orgId?: string,
  ): Promise<void>;
  /** Puts a mail on the list of those to be sent, with the change that causes it. */
  mail(mail: NewMail): Promise<void>;
}

/** What a capability that changes data has in addition. `work` may run again, so it has no effect but its change. */
export interface Writes<Store> {
  write<T>(work: (change: Change<Store>) => Promise<T>): Promise<T>;
}

interface Stores {
  readonly person: PersonStore;
  readonly organization: OrganizationStore;
}

/** What `run` gets, by who may call and whether it changes data. */
export type ContextOf<A extends Access, E extends Effect> = Contexts[A] &
  (E extends "write" ? (A extends keyof Stores ? Writes<Stores[A]> : unknown) : unknown);

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

/** How answers are kept: as they are, from the second time that one is asked for, or as the bytes of their JSON. */
export type Keeps = "answers" | "bytes";

/** An answer, and whether it may be kept. */
export interface Made<Answer> {
  readonly answer: Answer;
  /** False where it must be made anew for the next who asks, such as one with a withheld text. */
  readonly isLasting: boolean;
}

/**
 * An answer that stands until something changes, and what that is, asked just now: what is kept is given only while it
 * rests on the same, so what was withdrawn elsewhere a moment ago is not given any more.
 */
export interface Standing<Answer> {
  /** Names the answer among those of its capability: all of the arguments that it, or what a face shows of it, depends on. */
  readonly key: string;
  /** All that it depends on besides the settings of this process: what was read for it, the knowledge, the day. */
  readonly restsOn: readonly unknown[];
  /** Makes the answer, where it is not kept. */
  make(): Promise<Made<Answer>> | Made<Answer>;
}

/** One thing Dosah can do, defined once; the faces offer it. */
export interface Capability<
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
  A extends Access = Access,
  E extends Effect = Effect,
> {
  readonly name: string;
  readonly title: Localized;
  /** For agents and the API reference, in English. */
  readonly description: string;
  /** Who may call it; it types the context that `run` gets. `operator`: on the command line of the machine itself. */
  readonly access: A;
  /** Default: `read`. */
  readonly effect?: E;
  /** For an organization: what the caller's role must include; default: `read`. */
  readonly right?: Right;
  /** A key does not do: only a signed-in browser may call it. No key manages keys, accounts or members. */
  readonly needsSession?: boolean;
  /** What a key must have; default: `read`. */
  readonly scope?: KeyScope;
  readonly input: Input;
  readonly output: Output;
  readonly mcp?: McpOffer<z.output<Output>, z.output<Input>>;
  readonly rest?: readonly RestOffer<z.output<Output>, z.output<Input>>[];
  /** Rows of `limits.yaml` that a page counts when it calls this. */
  readonly web?: { readonly limits: readonly string[] };
  /**
   * For a public capability whose answer depends only on its arguments and on these values, compared one by one. Its
   * answers are then kept from the first time, and nobody may change one.
   */
  readonly restsOn?: (services: Services) => readonly unknown[];
  /**
   * For a public capability that reads for each call what its answer rests on: `of` asks what that is now, and refuses
   * what `run` would refuse. `run` gives the same answer, made anew.
   */
  readonly standing?: {
    readonly keeps: Keeps;
    of(input: z.output<Input>, services: Services): Promise<Standing<z.output<Output>>>;
  };
  /** Refuses arguments that only the knowledge can tell wrong; before anything is counted. */
  check?(input: z.output<Input>, services: Services): void;
  run(input: z.output<Input>, context: ContextOf<A, E>): Promise<z.output<Output>> | z.output<Output>;
}

/** Checks the types of a capability and returns it unchanged. */
export function defineCapability<
  Input extends z.ZodType,
  Output extends z.ZodType,
  A extends Access,
  E extends Effect = "read",
>(capability: Capability<Input, Output, A, E>): Capability<Input, Output, A, E> {
  return capability;
}
