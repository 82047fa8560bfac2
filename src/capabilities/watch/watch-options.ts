import type { StateDatabase } from "../../state/state-database.ts";
import type { Services } from "../contexts.ts";

/** What a run needs. */
export interface WatchOptions {
  readonly state: StateDatabase;
  readonly services: Services;
  /** Percent of the watched firms of a country that may change at once. */
  readonly massChange: number;
  readonly now: () => number;
  readonly signal: AbortSignal;
  /** So many firms are looked at and written in one transaction. */
  readonly atOnce?: number;
}
