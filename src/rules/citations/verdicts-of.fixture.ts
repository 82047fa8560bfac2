import { knowledge } from "../../knowledge/shipped.fixture.ts";
import { checkCitations } from "./check.ts";

export const { acts } = knowledge;
const signs = { confirmed: "+", not_confirmed: "-", unrecognized: "?" };

/** Each citation as its sign, act and place: `+nis2 21(2)(a)` is confirmed, `-…` is not, `?…` is unrecognized. */
export function verdictsOf(text: string): string {
  const { citations } = checkCitations(text, acts);
  return citations
    .map(({ act, unit, verdict }) => `${signs[verdict]}${[act, unit].filter((part) => part !== null).join(" ")}`)
    .join(" | ");
}
