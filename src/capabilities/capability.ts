import type { z } from "zod";
import type { Country } from "../core/country.ts";
import type { Day } from "../core/day.ts";
import type { Ico } from "../core/ico.ts";
import type { KeyScope } from "../core/key-scope.ts";
import type { Locale, Localized } from "../core/locale.ts";
import type { Role } from "../core/role.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import type { Lookup, RegisterHolding, SearchOutcome, SnapshotHealth, StatRow } from "../sources/registers/register.ts";
import type { AuditEvent } from "../state/audit-log.ts";
import type { OrganizationStore } from "../state/organization-store.ts";
import type { OwnOrganization } from "../state/organizations.ts";
import type { PersonStore } from "../state/person-store.ts";
import type { OperatorAccounts } from "./accounts/operator-accounts.ts";
import type { Right } from "./calling/rights.ts";
import type { Feed } from "./feed/feed.ts";
import type { PublishedFile } from "./opendata/published-file.ts";
import type { StateOperations } from "./operation/operations.ts";
import type { FetchOutcome, FetchRequest } from "./registers/register-fetch-schema.ts";
import type { ImportOutcome, ImportRequest } from "./registers/register-import-schema.ts";

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
  /** Public address of this Dosah, without a slash at the end. */
  readonly baseUrl: string;
  today(): Day;
  /** Returns the text when every citation in it is confirmed, else `null` (logged and counted). */
  confirm(text: string): string | null;
}

/** What only the operator's own machine offers. */
export interface OperatorServices {
  /** Reads a register file into the snapshot. */
  importRegister(request: ImportRequest): Promise<ImportOutcome>;
  /** Downloads the files of registers and imports what changed. */
  fetchRegisters(request: FetchRequest): Promise<FetchOutcome>;
  /** The state database as a whole; likewise. */
  readonly state: StateOperations;
  /** People, organizations, keys and the audit log. */
  readonly accounts: OperatorAccounts;
}

/** Who may call a capability. It types what `run` gets. */
export type Access = "public" | "person" | "organization" | "operator";

/** `write`: it changes data, in one transaction with its audit entry. */
export type Effect = "read" | "write";

/** What a capability of a person runs on. */
export interface PersonContext extends Services {
  readonly person: { readonly accountId: string };
  readonly store: PersonStore;
}

/** What a capability of an organization runs on: there is no way from here to another organization. */
export interface OrganizationContext extends Services {
  readonly person: { readonly accountId: string };
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
  readonly person: PersonContext;
  readonly organization: OrganizationContext;
  readonly operator: OperatorContext;
}

/** A change that is under way, in its transaction. */
export interface Change<Store> {
  readonly store: Store;
  /** Writes the audit entry. A change without one is undone: that is a mistake of ours. */
  record(
    action: AuditEvent["action"],
    target: NonNullable<AuditEvent["target"]>,
    details?: AuditEvent["details"],
  ): Promise<void>;
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

/** How REST offers a capability. */
export interface RestOffer<Answer> {
  readonly method: "GET" | "POST";
  readonly path: string;
  /** Rows of `limits.yaml`; empty: no limit. */
  readonly limits: readonly string[];
  /** Public parameter name -> argument name, where they differ (`q` -> `query`). */
  readonly rename?: Readonly<Record<string, string>>;
  /** The arguments this offer takes; default: all of the capability's. */
  readonly only?: readonly string[];
  /** The shortened answer, and its schema for OpenAPI; default: the whole answer. */
  readonly view?: { readonly schema: z.ZodType; readonly of: (answer: Answer) => unknown };
  /** The answer as a file with a version and a checksum of its own; default: the answer as JSON. */
  readonly file?: { readonly mediaType: string; readonly of: (answer: Answer) => PublishedFile };
  /** Seconds a shared cache may keep the answer; default: not at all. */
  readonly maxAge?: number;
}

/** How MCP offers a capability. */
export interface McpOffer<Answer> {
  readonly limits: readonly string[];
  /** True when the answer rests on sources outside Dosah. */
  readonly openWorld: boolean;
  /** One line in our own words and numbers; never anything from `untrusted`. */
  readonly summary: (answer: Answer, locale: Locale) => string;
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
  /** What a key must have; default: `read`. */
  readonly scope?: KeyScope;
  readonly input: Input;
  readonly output: Output;
  readonly mcp?: McpOffer<z.output<Output>>;
  readonly rest?: readonly RestOffer<z.output<Output>>[];
  /** Rows of `limits.yaml` that a page counts when it calls this. */
  readonly web?: { readonly limits: readonly string[] };
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
