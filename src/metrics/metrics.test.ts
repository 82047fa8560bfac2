import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createState } from "../state/state.ts";
import { createMetrics } from "./metrics.ts";

test("a source of the feed has the share of its items without a readable date; one without items has none", async () => {
  const dir = mkdtempSync(join(tmpdir(), "dosah-metrics-"));
  const state = createState({ dir, databaseUrl: undefined, now: () => 0 });
  await state.open();
  onTestFinished(async () => {
    await state.close();
    rmSync(dir, { recursive: true });
  });
  const metrics = createMetrics({
    holdings: () => [],
    liveSources: () => [],
    feeds: () => [
      { id: "office", items: 4, withoutDate: 1 },
      { id: "dated", items: 3, withoutDate: 0 },
      { id: "new", items: 0, withoutDate: 0 },
    ],
    snapshot: () => ({
      origin: "sample",
      builtAt: "2026-11-27T00:00:00.000Z",
      hasWordIndex: true,
      fetchedAt: null,
      health: "ok",
      fetching: null,
    }),
    citationsFailed: () => 0,
    countsAlone: () => false,
    private: {
      state,
      lastBackup: async () => undefined,
      lastRehearsal: async () => undefined,
      hashPlaces: () => ({ kept: 1, open: 7 }),
    },
    countsMerged: () => 0,
    isDraining: () => false,
    freeBytes: () => undefined,
  });
  const lines = (await metrics.render()).body.split("\n").filter((line) => line.startsWith("dosah_feed_"));
  expect(lines).toEqual([
    'dosah_feed_undated_ratio{source="office"} 0.25',
    'dosah_feed_undated_ratio{source="dated"} 0',
  ]);
});
