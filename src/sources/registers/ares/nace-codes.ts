import { type NaceCode, type NaceRevision, parseNaceDigits } from "../../../core/nace.ts";

/** Reads a list of CZ-NACE codes, each once, in its order; `00` and what is no code are left out. */
export function naceCodes(texts: readonly string[] | null | undefined, revision: NaceRevision): NaceCode[] {
  const codes: NaceCode[] = [];
  for (const text of texts ?? []) {
    const code = parseNaceDigits(text);
    if (code !== undefined && !codes.some((other) => other.code === code)) codes.push({ code, revision });
  }
  return codes;
}
