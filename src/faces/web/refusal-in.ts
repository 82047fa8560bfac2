import { REFUSALS, type RefusalCode } from "../../capabilities/calling/refusal.ts";
import type { Locale } from "../../core/locale.ts";
import type { Refusal } from "./private-page.ts";

/** What was refused before a redirect, by the code in the address, where it is one of those that the page knows. */
export function refusalIn(query: URLSearchParams, codes: readonly RefusalCode[], locale: Locale): Refusal | null {
  const code = codes.find((known) => known === query.get("refused"));
  return code === undefined ? null : { status: 400, faults: [{ code, message: REFUSALS[code][locale] }] };
}
