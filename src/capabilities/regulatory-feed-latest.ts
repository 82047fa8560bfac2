import { z } from "zod";
import { ServiceError } from "../core/problem.ts";
import { TIMELINE_SOURCE } from "../knowledge/feeds.ts";
import { localeParameter } from "./calling/parameters.ts";
import { defineCapability } from "./capability.ts";
import { answerFeed, type FeedAnswer, feedAnswer } from "./feed/answer.ts";
import { feedParameters } from "./regulatory-feed.ts";

/** As many as the page shows (description, section 8). */
const LATEST = 50;

const input = z.strictObject({
  source: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/)
    .optional()
    .describe(`Only items of this source, by its id; ${TIMELINE_SOURCE} is Dosah's own time line.`),
  ...feedParameters,
  locale: localeParameter,
});

/** The latest 50 items that the page shows (description 4.3, `GET /api/regulatory-feed`). */
export const regulatoryFeedLatest = defineCapability({
  name: "regulatory_feed_latest",
  title: { sk: "Najnovšie regulačné novinky", cs: "Nejnovější regulační novinky", en: "Latest regulatory items" },
  description: "The latest 50 regulatory items, as on the page /regulatory-feed; of one source where it is named.",
  access: "public",
  input,
  output: feedAnswer,
  rest: [{ method: "GET", path: "/api/regulatory-feed", limits: [], only: ["source", "locale"], maxAge: 300 }],
  web: { limits: [] },
  run: ({ locale, ...filter }, services): FeedAnswer => {
    const { source } = filter;
    const isKnown =
      source === undefined || source === TIMELINE_SOURCE || services.feed.sources().some(({ id }) => id === source);
    if (!isKnown) throw new ServiceError(unknownSource);
    return answerFeed(filter, LATEST, locale, services);
  },
});

const unknownSource = {
  code: "invalid_arguments",
  field: "source",
  message: {
    sk: "Zdroj s týmto označením nepoznáme.",
    cs: "Zdroj s tímto označením neznáme.",
    en: "There is no source of that id.",
  },
  nextStep: {
    sk: "Použite označenie zdroja z poľa source.id niektorej položky, alebo parameter vynechajte.",
    cs: "Použijte označení zdroje z pole source.id některé položky, nebo parametr vynechejte.",
    en: "Use the id of a source from source.id of an item, or leave the parameter out.",
  },
} as const;
