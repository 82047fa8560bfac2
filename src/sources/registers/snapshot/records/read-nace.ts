import { parseNaceDigits } from "../../../../core/nace.ts";

const codes = new Map<string, string>();

/**
 * An activity code as a register writes it, without dots; `""` for none and for `00`. Remembered: there are few
 * thousand spellings and millions of rows. Reading a damaged file cannot fill the memory.
 */
export function readNace(text: string | undefined): string {
  if (text === undefined || text === "") return "";
  let code = codes.get(text);
  if (code === undefined) {
    code = parseNaceDigits(text) ?? "";
    if (codes.size < 200_000 && text.length < 10) codes.set(text, code);
  }
  return code;
}
