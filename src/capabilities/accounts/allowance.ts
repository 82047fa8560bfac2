import type { Row } from "../../core/cost.ts";
import { LimitReached } from "../calling/limit-reached.ts";
import type { Accounts } from "./accounts.ts";

/**
 * Counts something that may be done so often, in rows of `limits.yaml`.
 * @param rows one row, or a list that is made once
 * @param key an id, or a keyed hash of what must not be kept
 * @param amount so many at once, all of them or none
 * @throws LimitReached with the true wait
 */
export async function useAllowance(
  { allowance, log }: Accounts,
  rows: Row | readonly Row[],
  key: string,
  amount = 1,
): Promise<void> {
  const decision = await allowance.take(typeof rows === "string" ? [rows] : rows, key, amount);
  if (decision.allowed) return;
  log.warn({ limit: decision.refusedBy }, "what was asked for is refused: its row is used up");
  throw new LimitReached(decision.refusedBy, decision.retryAfter, decision.states);
}
