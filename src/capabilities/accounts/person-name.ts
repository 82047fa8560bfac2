import { z } from "zod";
import { readName } from "../../core/typed-name.ts";
import { expectations } from "../calling/expectations.ts";

/** A name of a person, an organization or a passkey as it is stored: 1 to 120 characters as it is shown, on one line. */
export function nameOf(typed: string): string | undefined {
  return readName(typed, 120);
}

/** A name of a person or an organization: 1 to 120 characters on one line. It is foreign text wherever it comes back. */
export const nameParameter = z
  .string()
  .refine((typed) => nameOf(typed) !== undefined)
  .overwrite((typed) => nameOf(typed) ?? typed)
  .describe("1 to 120 characters, no control characters.");

expectations.add(nameParameter, {
  sk: "1 až 120 znakov bez riadiacich znakov",
  cs: "1 až 120 znaků bez řídicích znaků",
  en: "1 to 120 characters without control characters",
});
