import { z } from "zod";
import { type QueryKind, readQuery } from "../../sources/registers/query.ts";
import { countryParameter, localeParameter } from "../calling/parameters.ts";
import { type AnswerOf, defineCapability } from "../capability.ts";
import { activitySearch, LONGEST_ACTIVITY } from "./activity-search.ts";

/** Activities beside the firms of a search; more are a page of their own. */
const MOST_BESIDE = 5;

/** What can be said in words of an activity, or be its code. */
const KINDS: readonly QueryKind[] = ["name", "ico_start", "activity_code", "short"];

/**
 * The activities that the text of a search for firms can mean, as `activity_search` finds them. It counts
 * nothing: the search for firms beside it does.
 */
export const activityList = defineCapability({
  name: "activity_list",
  access: "public",
  input: z.strictObject({ query: z.string(), country: countryParameter.optional(), locale: localeParameter }),
  run: async ({ query, country, locale }, services) => {
    const { kind, text, activityCode } = readQuery(query);
    const words = activityCode ?? text;
    const length = [...words].length;
    if (!KINDS.includes(kind) || length < 2 || length > LONGEST_ACTIVITY) return null;
    const { hits, question } = await activitySearch.run(
      { query: words, ...(country === undefined ? {} : { country }), locale },
      services,
    );
    return { words, question, hits: hits.slice(0, MOST_BESIDE), isMore: hits.length > MOST_BESIDE };
  },
});

export type ActivityList = NonNullable<AnswerOf<typeof activityList>>;
