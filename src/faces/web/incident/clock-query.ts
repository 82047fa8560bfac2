import type { AnswerOf } from "../../../capabilities/capability.ts";
import type { incidentClock } from "../../../capabilities/incident/incident-clock.ts";
import type { incidentGuide } from "../../../capabilities/incident/incident-guide.ts";
import { COUNTRIES, type Country } from "../../../core/country.ts";
import type { Locale } from "../../../core/locale.ts";

export type Clock = AnswerOf<typeof incidentClock>;
export type Guide = AnswerOf<typeof incidentGuide>;

/** The fields of the form, which are the arguments of the clock. */
export const CLOCK_FIELDS = [
  "country",
  "regime",
  "foundAt",
  "zone",
  "fold",
  "authoritySaysSignificant",
  "notifiedAt",
  "resolvedAt",
  "personalData",
  "personalDataKnownAt",
  "digital",
  "cra",
  "craKnownAt",
  "craFixAt",
  "craNotifiedAt",
] as const;

export type ClockField = (typeof CLOCK_FIELDS)[number];

/** Facts in the query of an address; empty fields are left out. */
export function clockQuery(query: URLSearchParams): Partial<Record<ClockField, string>> {
  return Object.fromEntries(
    CLOCK_FIELDS.flatMap((name) => {
      const value = query.get(name)?.trim() ?? "";
      return value === "" ? [] : [[name, value]];
    }),
  );
}

/** The country of the address, else that of the language of the page. */
export function clockCountry(typed: string | undefined, locale: Locale): Country {
  return COUNTRIES.find((country) => country === typed?.toUpperCase()) ?? (locale === "cs" ? "CZ" : "SK");
}
