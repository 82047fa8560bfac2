import { z } from "zod";
import { NACE_REVISIONS, type NaceCode } from "../../core/nace.ts";
import { groundingFor } from "../answers/grounding.ts";
import { describeNace } from "../answers/nace-description.ts";
import { countryParameter, localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";

/** More coarse codes than any firm has. */
const MOST_COARSE = 20;

/** A code of this length is a class; the classification has no finer level. */
const CLASS_LENGTH = 4;

/** What a visitor can choose from to say what the firm does, for the forms of the pages. */
export const activityOptions = defineCapability({
  name: "activity_options",
  access: "public",
  dependsOn: ({ knowledge }) => [knowledge],
  keepsNoAnswers: true,
  input: z.strictObject({
    country: countryParameter.optional(),
    under: z
      .array(z.strictObject({ code: z.string(), revision: z.enum(NACE_REVISIONS) }))
      .max(MOST_COARSE)
      .default([]),
    locale: localeParameter,
  }),
  run: ({ country, under, locale }, services) => {
    const { knowledge } = services;
    const { nis2, activities, naceTitles } = knowledge;
    const grounding = groundingFor(services, locale);
    const servicesOf = (sectorId: string | undefined) =>
      activities.services
        .filter(({ sector, SK }) => sector === sectorId && (SK || country !== "SK"))
        .map(({ id, name, SK }) => ({ id, name: grounding.text(name), isCzechOnly: !SK }));
    const other = servicesOf(undefined);
    const isUnder = (code: NaceCode) =>
      code.code.length === CLASS_LENGTH &&
      under.some((coarse) => coarse.revision === code.revision && code.code.startsWith(coarse.code));
    return {
      sectors: [
        ...nis2.sectors.map(({ id, annex, name }) => ({
          id,
          annex,
          name: grounding.text(name),
          services: servicesOf(id),
        })),
        ...(other.length === 0 ? [] : [{ id: "other", annex: null, name: DEFENCE[locale], services: other }]),
      ],
      classes: naceTitles
        .codes()
        .filter(isUnder)
        .map((code) => describeNace(code, knowledge, locale)),
    };
  },
});

const DEFENCE = { sk: "Obrana (len Česko)", cs: "Obrana (jen Česko)", en: "Defence (Czechia only)" };
