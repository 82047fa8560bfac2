/** Through which face a call came. */
export type Face = "mcp" | "rest" | "web" | "cli";

/** A call that got no answer that its caller can use. */
export interface Failure {
  readonly face: Face;
  /** What was asked, without what a caller typed. */
  readonly what: string;
  /** Whether it needs the state: an account, a key, a register, a trust profile. */
  readonly isPrivate: boolean;
  /** Whether it was to change something. */
  readonly isWrite: boolean;
  /** HTTP status; `null` where the connection broke. */
  readonly status: number | null;
  /** Whether it said when to come again. */
  readonly hasRetryAfter: boolean;
  /** `performance.now()` when it was sent and when it failed. */
  readonly from: number;
  readonly to: number;
  readonly cause: string;
}

/** A time for which PostgreSQL itself gave no answer, by `performance.now()`. */
export interface Outage {
  readonly from: number;
  /** `Infinity` until it answers again. */
  to: number;
}

/** A state that is away for so long is waited for, and nothing fails. */
const WAITED_MS = 3_000;
/** Once the server is back, whoever needs it is served again after this time at the latest. */
const BACK_MS = 5_000;

/** Who needs the state learns when to come again, and nobody else notices. */
export const saysWhenToCome = ({ isPrivate, status, hasRetryAfter }: Failure): boolean =>
  isPrivate && status === 503 && hasRetryAfter;

/**
 * Whether a failure is one that callers may notice of PostgreSQL being down: it was away for longer than it is waited
 * for, the caller learned when to come again, after that wait, and had called before everything had to be well again.
 */
function isOfOutage(failure: Failure, outages: readonly Outage[]): boolean {
  if (!saysWhenToCome(failure)) return false;
  // Two connections break one after the other: a caller may have been waited for before the outage was noticed here.
  const isWaitedFor = failure.to - failure.from >= WAITED_MS;
  return outages.some(
    ({ from, to }) =>
      to - from > WAITED_MS &&
      (failure.to >= from + WAITED_MS || (isWaitedFor && failure.to >= from)) &&
      failure.from <= to + BACK_MS,
  );
}

/** What a fault of the topology may do to callers while it lasts. */
export interface Allowance {
  /** Which failures may be seen. */
  readonly allows: (failure: Failure) => boolean;
  /** So many of them at most. */
  readonly most: number;
}

/** A fault, from the moment it begins until everything is as before. */
export interface FaultPeriod extends Allowance {
  readonly name: string;
  readonly from: number;
  to: number;
}

/** What was seen, for the report. */
export interface Findings {
  /** Answered calls by face. */
  readonly calls: Readonly<Record<Face, number>>;
  /** Answers that differ from what is true. */
  readonly wrong: readonly string[];
  /** Failures outside a fault, or of a kind or number that the fault does not allow. */
  readonly notAllowed: readonly string[];
  /** Failures that the fault table allows, by fault. */
  readonly allowed: Readonly<Record<string, number>>;
  /** For how long PostgreSQL was away each time. */
  readonly outagesMs: readonly number[];
  /** The longest wait for an answer over HTTP. */
  readonly slowestMs: number;
}

/** Notes every call of the load and judges the failed ones by the faults. */
export interface Ledger {
  answered(face: Face, ms: number): void;
  failed(failure: Failure): void;
  wrong(what: string): void;
  begin(name: string, allowance: Allowance): FaultPeriod;
  /** When PostgreSQL was away, by its own word, whatever the fault was. */
  readonly outages: Outage[];
  findings(): Findings;
}

/** The name under which the failures of such a time are counted. */
const OUTAGE = "PostgreSQL was away for more than 3 s";

export function createLedger(): Ledger {
  const calls: Record<Face, number> = { mcp: 0, rest: 0, web: 0, cli: 0 };
  const wrong: string[] = [];
  const failures: Failure[] = [];
  const periods: FaultPeriod[] = [];
  const outages: Outage[] = [];
  let slowestMs = 0;
  return {
    outages,
    answered: (face, ms) => {
      calls[face]++;
      // A command is a process that starts first.
      if (face !== "cli") slowestMs = Math.max(slowestMs, ms);
    },
    failed: (failure) => void failures.push(failure),
    wrong: (what) => void wrong.push(what),
    begin: (name, allowance) => {
      const period = { name, ...allowance, from: performance.now(), to: Number.POSITIVE_INFINITY };
      periods.push(period);
      return period;
    },
    findings: () => {
      const allowed: Record<string, number> = {};
      const notAllowed: string[] = [];
      const left = new Map(periods.map((period) => [period, period.most]));
      for (const failure of failures) {
        if (isOfOutage(failure, outages)) {
          allowed[OUTAGE] = (allowed[OUTAGE] ?? 0) + 1;
          continue;
        }
        // What was sent before a fault ended may fail after it; what was sent later may not.
        const during = periods.filter(({ from, to }) => failure.to >= from && failure.from <= to);
        const period = during.find((each) => each.allows(failure) && (left.get(each) ?? 0) > 0);
        if (period === undefined) {
          notAllowed.push(`${during.map(({ name }) => name).join(", ") || "calm"}: ${describeFailure(failure)}`);
          continue;
        }
        left.set(period, (left.get(period) ?? 0) - 1);
        allowed[period.name] = (allowed[period.name] ?? 0) + 1;
      }
      const outagesMs = outages.map(({ from, to }) => Math.round(to - from));
      return { calls, wrong, notAllowed, allowed, outagesMs, slowestMs: Math.round(slowestMs) };
    },
  };
}

function describeFailure({ face, what, status, cause, from, to }: Failure): string {
  return `${face} ${what}: ${status ?? "no answer"} after ${Math.round(to - from)} ms ${cause}`.trimEnd();
}
