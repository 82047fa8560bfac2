/** A step of the build, after the compiler: `node dist/knowledge/write-parsed-files.js`. */
import { KNOWLEDGE_DIR } from "./load.ts";
import { writeParsedFiles } from "./parsed-files.ts";

writeParsedFiles(KNOWLEDGE_DIR);
