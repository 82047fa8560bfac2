/** What a form did, as the address of the next page says it: `?done=removed`. */
export const DONE_CODES = [
  "saved",
  "created",
  "accepted",
  "declined",
  "firm_changed",
  "left",
  "removed",
  "withdrawn",
  "revoked",
  "ended",
  "deleted",
  "done",
  "undone",
  "snoozed",
  "assigned",
  "bulk",
  "imported",
  "held",
  "granted",
  "confirmed",
  "verified",
  "reset",
  "linked",
  "looked",
] as const;

export type DoneCode = (typeof DONE_CODES)[number];

/** An address with the code of what was done, before what else its query holds; an anchor stays at its end. */
export function withDone(address: string, code: DoneCode): string {
  const [whole = "", anchor] = address.split("#", 2);
  const [path = "", query] = whole.split("?", 2);
  return `${path}?done=${code}${query === undefined ? "" : `&${query}`}${anchor === undefined ? "" : `#${anchor}`}`;
}
