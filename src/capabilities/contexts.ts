import type { Country } from "../core/country.ts";
import type { Day } from "../core/day.ts";
import type { Ico } from "../core/ico.ts";
import type { Locale } from "../core/locale.ts";
import type { Role } from "../core/role.ts";
import type { ScanProfile } from "../core/scan-checks.ts";
import type { PdfMaker } from "../documents/pdf/pdf-maker.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import type { Outbox } from "../mail/outbox.ts";
import type { HostName } from "../outbound/guarded/host-name.ts";
import type { ScanProgress } from "../scanner/collect/collect.ts";
import type { Observation } from "../scanner/observation.ts";
import type {
  Lookup,
  RegisterHolding,
  SearchOutcome,
  SizeRow,
  SnapshotHealth,
  StatRow,
} from "../sources/registers/register.ts";
import type { AuditEvent } from "../state/audit-log.ts";
import type { OrganizationStore } from "../state/organization-store.ts";
import type { OwnOrganization } from "../state/organizations.ts";
import type { PersonStore } from "../state/person-store.ts";
import type { StateDatabase } from "../state/state-database.ts";
import type { Accounts } from "./accounts/accounts.ts";
import type { OperatorAccounts } from "./accounts/operator-accounts.ts";
import type { NewMail } from "./accounts/queue-mail.ts";
import type { Charge } from "./calling/charge.ts";
import type { BrowserSession } from "./calling/principal.ts";
import type { Feed } from "./feed/feed.ts";
import type { Finding } from "./operation/doctor-texts.ts";
import type { Installation, ProgramVersion, StateOperations, StatusReport } from "./operation/operations.ts";
import type { FetchOutcome, FetchRequest } from "./registers/register-fetch-schema.ts";
import type { ImportOutcome, ImportRequest } from "./registers/register-import-schema.ts";
import type { PublishOutcome, PublishRequest } from "./registers/register-publish-schema.ts";
import type { DomainScans } from "./scans/domain-scans.ts";
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
  /** False for a file of the layout before: a search of it finds no town, former name, typing error or order of words. */
  readonly hasWordIndex: boolean;
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
  /** The same from the register file alone: no live register is asked. */
  findStored(ico: Ico, country: Country): Promise<Lookup>;
  search(query: string, country: Country | undefined, limit: number): Promise<SearchOutcome>;
  /** Likewise from the register file alone. */
  searchStored(query: string, country: Country | undefined, limit: number): Promise<SearchOutcome>;
  stats(): readonly StatRow[];
  /** `null`: the register file is older than these counts. */
  sizes(): readonly SizeRow[] | null;
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
  /** What the settings lead to. */
  installation(): Installation;
  /** How the installation fares. */
  status(): Promise<StatusReport>;
  /** Which program this is. */
  version(): ProgramVersion;
  /** People, organizations, keys and the audit log. */
  readonly accounts: OperatorAccounts;
  /** The mails that take no mail server. */
  readonly outbox: Outbox;
  /** Sends a mail at once. @returns where it went @throws MailNotTaken */
  sendTestMail(to: string, locale: Locale): Promise<"server" | "outbox">;
  readonly scans: OperatorScans;
  /** The comparison of watched firms with the register file. */
  readonly watch: OperatorWatch;
}

/** What became of a comparison of the watched firms with the register file. */
export interface Watched {
  /** `idle`: this file and these rules were worked through; `older`: a newer file was; `held`: too much changes at once. */
  readonly outcome: "done" | "idle" | "older" | "held";
  readonly changed: number;
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
  /** What the browser keeps of the accounts that signed in from it, sealed; where there is none, nothing. */
  readonly knownBrowser?: string | undefined;
}

/** A change of accounts that is under way, in its transaction. */
export interface VisitorChange {
  readonly tx: StateDatabase;
  /** The session that this browser had, for what starts another one in its place; else `null`. */
  readonly former: string | null;
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
  /**
   * `work` may run again, so it has no effect but its change. Where the caller has a session, it must still be open,
   * unless another one takes its place.
   */
  change<T>(work: (change: VisitorChange) => Promise<T>): Promise<T>;
}

/** The person behind a call. */
export interface Person {
  readonly accountId: string;
  /** The browser that it comes from; with a key there is none. */
  readonly session?: BrowserSession | undefined;
  /** The key that it comes with; with a session there is none. */
  readonly keyId?: string | undefined;
  /** The connection that it comes by. */
  readonly connectionId?: string | undefined;
  /** Whose chosen organizations count; left out: all that the person is a member of. */
  readonly reach?: string | undefined;
  /** The counted address; `null` for the operator on the machine itself. */
  readonly address?: string | null;
  /** /24 or /48 of it: all that is kept. */
  readonly ipPrefix?: string | null;
  /** What the browser keeps of the accounts that signed in from it, sealed; only the code page has it. */
  readonly knownBrowser?: string | undefined;
  /** Set where the operator acts through this person; `actorId` then stands in the audit log, `null`: nobody. */
  readonly operator?: { readonly actorId: string | null } | undefined;
}

/** The account that did something: `null` for the operator, who has none. */
export function actorOf({ accountId, operator }: Person): string | null {
  return operator === undefined ? accountId : operator.actorId;
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
    /** The organization it happens in; default: that of the context. `null`: it is the person's own affair. */
    orgId?: string | null,
  ): Promise<void>;
  /** Puts a mail on the list of those to be sent, with the change that causes it. */
  mail(mail: NewMail): Promise<void>;
  /**
   * Charges the account that is charged for the organization, or the person. Called before `record`.
   * @throws Refused `budget_used`, `budget_full`
   */
  readonly charge: Charge;
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

/** The watch of firms, for the operator. */
interface OperatorWatch {
  status(): Promise<{ state: string; snapshot: string; ruleSet: string; changed: number }>;
  run(): Promise<Watched>;
  /** Lets a held register file be told. @returns false where none is held */
  release(): Promise<boolean>;
  /** Leaves a held register file aside. @returns false where none is held */
  discard(): Promise<boolean>;
}

/** The domain scan on the operator's own machine. */
interface OperatorScans {
  /** Looks at a domain here and keeps nothing. */
  look(target: HostName, profile: ScanProfile, onProgress?: (progress: ScanProgress) => void): Promise<Observation>;
  /** Runs a scan of an organization here, unless somebody else does. */
  runNow(scanId: string): Promise<void>;
}
