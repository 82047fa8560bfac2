import type { SupplierAsk } from "../../state/supplier-asks.ts";
import type { SupplierEntry } from "../../state/suppliers.ts";

/** What became of the request to a supplier, in the order in which a list counts it. */
export const ASK_STATES = [
  "none",
  "asked",
  "opened",
  "started",
  "published",
  "declined",
  "expired",
  "stopped",
] as const;

export type AskState = (typeof ASK_STATES)[number];

const DAY_MS = 86_400_000;

/** So long the link of a request leads somewhere, in milliseconds. */
export const ASK_VALID_MS = 60 * DAY_MS;

/** What became of the newest request to a supplier; `none`: nobody asked. */
export function askStateOf(
  ask: SupplierAsk | undefined,
  { revised_at }: Pick<SupplierEntry, "revised_at">,
  now: number,
): AskState {
  if (ask === undefined) return "none";
  if (ask.refused_at !== null) return "stopped";
  const isAnswered = ask.stated_slug !== null || ask.started_slug !== null;
  if (isAnswered || (revised_at !== null && revised_at >= ask.at)) return "published";
  if (ask.declined_at !== null) return "declined";
  if ((ask.expires_at ?? ask.at + ASK_VALID_MS) <= now) return "expired";
  if (ask.started_org !== null) return "started";
  return ask.opened_at === null ? "asked" : "opened";
}
