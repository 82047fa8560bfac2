import { z } from "zod";
import { COUNTRIES } from "../../core/country.ts";
import { nameOf } from "../accounts/person-name.ts";
import { localeParameter } from "../calling/parameters.ts";
import { type Fault, refuseFaults } from "../calling/refusal.ts";
import { readStatedNumber } from "../calling/stated-number.ts";

/** What a form about an organization holds. */
export const organizationFields = {
  name: z.string().describe("1 to 120 characters."),
  country: z
    .enum([...COUNTRIES, ""])
    .default("")
    .describe("Empty: not stated."),
  ico: z.string().default("").describe("Company identification number, 6-8 digits; empty: not stated."),
  locale: localeParameter,
};

type Fields = z.output<z.ZodObject<typeof organizationFields>>;

/**
 * The fields as they are stored.
 * @throws Refused with everything that is wrong
 */
export function readOrganization({ name: typedName, country, ico: typed }: Omit<Fields, "locale">) {
  const number = readStatedNumber(typed, country === "" ? undefined : country);
  const faults: Fault[] = [];
  const name = nameOf(typedName);
  if (name === undefined) faults.push({ code: "name_invalid", field: "name" });
  if (typed.trim() !== "" && number === undefined) faults.push({ code: "ico_invalid", field: "ico" });
  refuseFaults(faults);
  return { name: name ?? "", country: number?.country ?? (country === "" ? null : country), ico: number?.ico ?? null };
}
