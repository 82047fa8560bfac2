import type { Localized } from "./locale.ts";

/** The countries whose registers and national law Dosah knows. */
export const COUNTRIES = ["SK", "CZ"] as const;

export type Country = (typeof COUNTRIES)[number];

/** The countries as people call them. */
export const countryNames: Readonly<Record<Country, Localized>> = {
  SK: { sk: "Slovensko", cs: "Slovensko", en: "Slovakia" },
  CZ: { sk: "Česko", cs: "Česko", en: "Czechia" },
};
