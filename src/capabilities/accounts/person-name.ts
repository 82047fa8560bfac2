import { z } from "zod";
import { expectations } from "../calling/expectations.ts";

/** True for a name: 1 to 120 characters on one line, blanks at the ends not counted. */
export function isName(text: string): boolean {
  const name = text.trim();
  const { length } = [...name];
  return length >= 1 && length <= 120 && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(name);
}

/** A name of a person or an organization: 1 to 120 characters on one line. It is foreign text wherever it comes back. */
export const nameParameter = z.string().trim().refine(isName).describe("1 to 120 characters, no control characters.");

expectations.add(nameParameter, {
  sk: "1 až 120 znakov bez riadiacich znakov",
  cs: "1 až 120 znaků bez řídicích znaků",
  en: "1 to 120 characters without control characters",
});
