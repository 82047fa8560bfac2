import { z } from "zod";
import { REGIME_OF_CATEGORY } from "../../knowledge/nis2-ids.ts";
import { groundingFor } from "../answers/grounding.ts";
import { countryParameter, localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";

/** The two regimes of a country side by side. */
export const regimeComparison = defineCapability({
  name: "regime_comparison",
  access: "public",
  dependsOn: ({ knowledge }) => [knowledge],
  keepsNoAnswers: true,
  input: z.strictObject({ country: countryParameter, locale: localeParameter }),
  run: ({ country, locale }, services) => {
    const { nis2 } = services.knowledge;
    const grounding = groundingFor(services, locale);
    const { important, essential } = REGIME_OF_CATEGORY[country];
    return {
      regimes: [important, essential].map((id) => ({ id, name: nis2.regimes[country].get(id)?.name[locale] ?? id })),
      lines: nis2.regimeComparison[country].flatMap(({ id, title, lower, higher, citations, steps = [] }) => {
        const texts = [title, lower, higher].map((each) => grounding.text(each));
        const [shownTitle, ...cells] = texts.filter((each) => each !== null);
        const cited = grounding.citations(citations);
        if (shownTitle === undefined || cells.length < 2 || cited === null) return [];
        return [{ id, title: shownTitle, cells, citations: cited, steps: [...steps] }];
      }),
    };
  },
});
