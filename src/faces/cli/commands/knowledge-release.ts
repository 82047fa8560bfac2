import { knowledgeRelease as capability } from "../../../capabilities/law/knowledge-release.ts";
import { type Command, OPERATOR } from "../command.ts";

/** `dosah knowledge release`: record what the rule set holds under the versions of its changelog. */
export const knowledgeRelease: Command = {
  words: "knowledge release",
  usage: "knowledge release [--json]",
  help: "record the checksums of a new version of the rule set",
  run: async (input, { call, terminal }) => {
    const { answer } = await call(capability, { locale: input.locale }, [], OPERATOR);
    if (input.json) return terminal.out(JSON.stringify(answer, null, 2));
    for (const { part, version, sha256, isNew } of answer.parts) {
      terminal.out(`${isNew ? "new" : "   "} ${part} ${version} ${sha256}`);
    }
  },
};
