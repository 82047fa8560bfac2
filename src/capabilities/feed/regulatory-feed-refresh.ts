import { z } from "zod";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import type { FeedRefreshOutcome } from "./feed.ts";

const input = z.strictObject({
  due: z.boolean().default(false).describe("True: only the sources whose time has come."),
  locale: localeParameter,
});

/** Asks the sources of the feed now. A source that fails is one entry of the answer and stops no other source. */
export const regulatoryFeedRefresh = defineCapability({
  name: "regulatory_feed_refresh",
  access: "operator",
  input,
  run: async ({ due, locale }, { feed }) => {
    const outcomes = await feed.refresh({ force: !due });
    const names = new Map(feed.sources().map(({ id, name }) => [id, name[locale]]));
    const nextAt = feed.nextAt();
    return {
      sources: outcomes.map(({ sourceId, ...outcome }) => ({
        id: sourceId,
        name: names.get(sourceId) ?? sourceId,
        ...outcome,
      })),
      added: outcomes.reduce((sum, { added }) => sum + added, 0),
      failed: outcomes.filter(({ result }) => result === "failed").length,
      nextAt: nextAt === undefined ? null : new Date(nextAt).toISOString(),
    };
  },
  cli: {
    words: "feed refresh",
    help: "read the sources of the regulatory feed",
    lines: ({ sources, added, failed }) => [
      ...sources.filter(({ result }) => result !== "failed").map(sourceLine),
      `New items: ${added}. Sources without an answer: ${failed}.`,
    ],
    err: ({ sources }) => sources.filter(({ result }) => result === "failed").map(sourceLine),
  },
});

function sourceLine({
  id,
  name,
  result,
  added,
  repaired,
  failure,
}: Omit<FeedRefreshOutcome, "sourceId"> & { id: string; name: string }): string {
  const what =
    result === "failed"
      ? `failed: ${failure}`
      : result === "read"
        ? `+${added}${repaired > 0 ? `, ${repaired} mended` : ""}`
        : "=";
  return `${id.padEnd(20)} ${what.padEnd(24)} ${name}`;
}
