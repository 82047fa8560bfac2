import { foreignText } from "../../core/foreign-text.ts";

/** The most characters of a label. */
export const LABEL_LENGTH = 80;

/** The name that somebody gives a result for its paper, as one line of foreign text, cut at 80 characters or `most`. */
export function readLabel(typed: string | null, most: number = LABEL_LENGTH): string {
  return [...foreignText(typed ?? "")].slice(0, most).join("").trim();
}
