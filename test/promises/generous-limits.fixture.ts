import { loadLimits } from "../../src/knowledge/limits.ts";
import { KNOWLEDGE_DIR } from "../../src/knowledge/load.ts";

/** The limits out of the way, every one: a test of something else must not run into them. */
export const GENEROUS: readonly string[] = loadLimits(KNOWLEDGE_DIR).map(
  ({ name }) => `${name}: { perMinute: 100000, perDay: 1000000 }`,
);
