import type { Offers } from "./calls.ts";
import type { Complaint } from "./judge.ts";

/** What the process of the run asks the process that serves. */
export type ToServer =
  | { readonly kind: "in_process"; readonly seed: number; readonly count: number }
  | { readonly kind: "memory" }
  | { readonly kind: "stop" };

/** Memory after garbage collection, in bytes. */
export interface Memory {
  readonly heap: number;
  readonly rss: number;
}

/** One answer that was wrong, with what repeats it. */
export interface Finding {
  readonly complaint: Complaint | "hang" | "thrown";
  readonly call: string;
  readonly answer: string;
}

/** Answers counted by face and status, and what was wrong. */
export interface CallCounts {
  readonly statuses: Readonly<Record<string, number>>;
  readonly findings: readonly Finding[];
}

/** What the process that serves answers. */
export type FromServer =
  | { readonly kind: "listening"; readonly port: number; readonly offers: Offers }
  | ({ readonly kind: "done" } & CallCounts)
  | ({ readonly kind: "memory"; readonly failuresLogged: readonly string[] } & Memory);
