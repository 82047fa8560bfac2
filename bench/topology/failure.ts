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
