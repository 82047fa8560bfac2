import { join } from "node:path";
import type { Day } from "../core/day.ts";
import { type ActRegistry, loadActs } from "./acts.ts";
import { type AiActKnowledge, loadAiAct } from "./ai-act.ts";
import { loadNaceTitles, type NaceTitles } from "./nace-titles.ts";
import { KNOWLEDGE_DIR } from "./load.ts";
import { loadNis2, type Nis2Knowledge } from "./nis2.ts";
import { loadSources, type Sources } from "./sources.ts";

/** Everything Dosah knows of the law, read and checked once, frozen. */
export interface Knowledge {
  readonly dir: string;
  /** The day to which the state of the law was last compared with the official texts. */
  readonly asOf: Day;
  readonly acts: ActRegistry;
  readonly nis2: Nis2Knowledge;
  readonly aiAct: AiActKnowledge;
  readonly naceTitles: NaceTitles;
  readonly sources: Sources;
}

/**
 * Reads all knowledge files.
 * @throws KnowledgeError with file, line and path of every mistake in the first file that has one.
 */
export function loadKnowledge(dir: string = KNOWLEDGE_DIR): Knowledge {
  const acts = loadActs(join(dir, "acts"));
  return {
    dir,
    asOf: acts.asOf,
    acts,
    nis2: loadNis2(join(dir, "nis2"), acts),
    aiAct: loadAiAct(join(dir, "ai-act"), acts),
    naceTitles: loadNaceTitles(join(dir, "nis2")),
    sources: loadSources(dir),
  };
}
