import { z } from "zod";
import { REGIME_OF_CATEGORY } from "../../knowledge/nis2-ids.ts";
import { groundingFor } from "../answers/grounding.ts";
import { countryParameter, localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";

const output = z.object({
  regimes: z
    .array(z.object({ id: z.string(), name: z.string() }))
    .describe("The two regimes of the country: first the one of important entities, then that of essential ones."),
  lines: z
    .array(
      z.object({
        id: z.string(),
        title: z.string(),
        cells: z.array(z.string()),
        citations: z.array(z.string()),
        steps: z
          .array(z.string())
          .describe("The line holds for a firm that has one of these steps; none: for every firm."),
      }),
    )
    .describe("What differs, one cell for each regime in their order. A line that is not confirmed is left out."),
});

/** The two regimes of a country side by side. */
export const regimeComparison = defineCapability({
  name: "regime_comparison",
  access: "public",
  input: z.strictObject({ country: countryParameter, locale: localeParameter }),
  web: { limits: [] },
  run: ({ country, locale }, services): z.output<typeof output> => {
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
