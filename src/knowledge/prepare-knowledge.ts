/** A step of the build, after the compiler: parses and checks the knowledge. `node dist/knowledge/prepare-knowledge.js` */
import { join } from "node:path";
import { writeCheckedFiles } from "./checked-files.ts";
import { loadKnowledge } from "./knowledge.ts";
import { loadLimits } from "./limits.ts";
import { KNOWLEDGE_DIR, KnowledgeError } from "./load.ts";
import { writeParsedFiles } from "./parsed-files.ts";
import { loadSample } from "./sample.ts";

writeParsedFiles(KNOWLEDGE_DIR);
try {
  writeCheckedFiles(KNOWLEDGE_DIR, () => {
    loadKnowledge();
    loadLimits(KNOWLEDGE_DIR);
    loadSample(join(KNOWLEDGE_DIR, "sample"));
  });
} catch (error) {
  // `dosah knowledge check` and each start say what is wrong.
  if (!(error instanceof KnowledgeError)) throw error;
}
