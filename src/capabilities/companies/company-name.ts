import { z } from "zod";
import { foreignTextOrNull } from "../../core/foreign-text.ts";
import { parseIco } from "../../core/ico.ts";
import { countryParameter, icoParameter, localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";

/**
 * The name of a firm for a page that has its number alone. `null` where no register gives it: the page is about something
 * else, and a missing name is no reason to refuse it.
 */
export const companyName = defineCapability({
  name: "company_name",
  access: "public",
  input: z.strictObject({ ico: icoParameter, country: countryParameter, locale: localeParameter }),
  web: { rows: ["web_lookup"] },
  run: async ({ ico, country }, { registers }) => {
    const number = parseIco(ico);
    const found = number === undefined ? undefined : await registers.find(number, country);
    return { untrusted: { name: found?.kind === "found" ? foreignTextOrNull(found.company.name) : null } };
  },
});
