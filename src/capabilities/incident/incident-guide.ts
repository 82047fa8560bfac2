import { z } from "zod";
import { COUNTRIES, type Country } from "../../core/country.ts";
import type { Localized } from "../../core/locale.ts";
import { type Grounding, groundingFor } from "../answers/grounding.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import type { Services } from "../contexts.ts";

/** What the page of an incident and the file to keep say beside the clock, and the formulas of the clock themselves. */
export const incidentGuide = defineCapability({
  name: "incident_guide",
  access: "public",
  input: z.strictObject({ locale: localeParameter }),
  dependsOn: ({ knowledge, today }) => [knowledge, today()],
  run: ({ locale }, services) => {
    const { knowledge } = services;
    const { now, crime, digital, cra } = knowledge.incidentClock;
    const grounding = groundingFor(services, locale);
    const words = (texts: readonly Localized[]) => texts.flatMap((text) => grounding.text(text) ?? []);
    return {
      now: words(now),
      crime: grounding.text(crime),
      digital: grounding.text(digital),
      craSince: cra.since,
      craRemark: grounding.text(cra.remark),
      version: knowledge.changelog.newest.version,
      dataAsOf: knowledge.asOf,
      today: services.today(),
      countries: Object.fromEntries(
        COUNTRIES.map((country) => [country, describeCountry(country, services, grounding)]),
      ) as Record<Country, ReturnType<typeof describeCountry>>, // an entry for each country
    };
  },
});

function describeCountry(country: Country, { knowledge }: Services, grounding: Grounding) {
  const { countries, voluntary, criticalEntity, regimes, steps } = knowledge.incidentClock;
  const optional = (text: Localized | undefined) => (text === undefined ? null : grounding.text(text));
  return {
    zone: countries[country].zone,
    since: countries[country].since,
    voluntary: grounding.text(voluntary[country]),
    criticalEntity: criticalEntity[country].flatMap((text) => grounding.text(text) ?? []),
    regimes: regimes
      .filter((regime) => regime.country === undefined || regime.country === country)
      .map(({ id, name, recipient, which, remark, supervisor }) => ({
        id,
        name: grounding.text(name),
        recipient: optional(recipient),
        which: optional(which),
        remark: optional(supervisor?.[country] ?? remark),
      })),
    steps: steps
      .filter((step) => step.country === undefined || step.country === country)
      .map(
        ({ id, regimes: holdsFor, when, condition, isVoluntary, after, title, counted, period, place, ...rest }) => ({
          id,
          regimes: holdsFor ?? null,
          when: when ?? null,
          condition: condition ?? null,
          isVoluntary: isVoluntary === true,
          after: after ?? null,
          title: grounding.text(title),
          counted: grounding.text(counted),
          period,
          where: optional(place?.where),
          url: place?.url ?? null,
          fallback: rest.fallback.flatMap(({ email }) => email ?? []),
          citation: grounding.citations(rest.citations)?.join(", ") ?? null,
        }),
      ),
  };
}
