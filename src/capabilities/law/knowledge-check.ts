import { join } from "node:path";
import { z } from "zod";
import type { Locale } from "../../core/locale.ts";
import { type Knowledge, loadKnowledge } from "../../knowledge/knowledge.ts";
import { loadLimits } from "../../knowledge/limits.ts";
import { KnowledgeError } from "../../knowledge/load.ts";
import { loadSample } from "../../knowledge/sample.ts";
import { knowledgeFiles, knowledgeTexts } from "../../knowledge/texts.ts";
import { checkCitations, confirmText } from "../../rules/citations/check.ts";
import { expandCitations } from "../../rules/citations/expand.ts";
import { SCAN_CHECK_IDS } from "../../scanner/checks/index.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import { unreleasedParts } from "../opendata/releases.ts";

const input = z.strictObject({
  dir: z.string().optional().describe("Folder to check; default: the one in use."),
  locale: localeParameter,
});

interface Failure {
  readonly file: string;
  readonly line: number;
  readonly path: string;
  readonly locale: Locale | null;
  readonly reason: string;
}

/** Validates every knowledge file and runs the citation check over every text in every language. */
export const knowledgeCheck = defineCapability({
  name: "knowledge_check",
  access: "operator",
  input,
  run: ({ dir }, services) => {
    const folder = dir ?? services.knowledge.dir;
    const files = knowledgeFiles(folder).length;
    try {
      // The folder in use was loaded and checked when this process began.
      const knowledge = dir === undefined ? services.knowledge : loadKnowledge(folder);
      const { acts } = knowledge;
      // Not read by `loadKnowledge`, but files of the same folder.
      loadLimits(folder);
      loadSample(join(folder, "sample"));
      const texts = knowledgeTexts(folder);
      let citations = 0;
      const failures = texts.flatMap(({ file, line, path, locale, text }): Failure[] => {
        const found = checkCitations(expandCitations(text, locale, acts), acts);
        citations += found.citations.length;
        return found.citations
          .filter((citation) => citation.verdict !== "confirmed")
          .map((citation) => ({ file, line, path, locale, reason: `${citation.verdict}: ${citation.text}` }));
      });
      failures.push(...scanCheckFailures(knowledge));
      // Whether a change has a version is checked only when the change itself is valid.
      if (failures.length === 0) failures.push(...unreleasedFailures(knowledge));
      return { files, texts: texts.length, citations, failures };
    } catch (error) {
      if (!(error instanceof KnowledgeError)) throw error;
      return { files, texts: 0, citations: 0, failures: error.message.split("\n").map(asFailure) };
    }
  },
});

/** Checks of the domain scan without an entry, and entries without a check: the list of checks is code. */
function scanCheckFailures({ scan }: Knowledge): Failure[] {
  const entries = [...scan.checks.keys()];
  const about = (ids: readonly string[], reason: string) =>
    ids.map((path) => ({ file: "scan/checks.yaml", line: 1, path, locale: null, reason }));
  return [
    ...about(
      SCAN_CHECK_IDS.filter((id) => !entries.includes(id)),
      "has no entry",
    ),
    ...about(
      entries.filter((id) => !SCAN_CHECK_IDS.includes(id)),
      "is no check of src/scanner/checks/index.ts",
    ),
  ];
}

/** What changed since its version was published. */
function unreleasedFailures(knowledge: Knowledge): Failure[] {
  const confirm = (text: string) => confirmText(text, knowledge.acts);
  return unreleasedParts({ knowledge, confirm }).map(({ part, line, kind, version }) => ({
    file: "releases.yaml",
    line,
    path: part,
    locale: null,
    reason:
      kind === "unversioned"
        ? `is not what was published as version ${version}: add a version to changelog.yaml, then run dosah knowledge release`
        : `version ${version} is not recorded: run dosah knowledge release`,
  }));
}

/** A line of a load error, `file:line path: what is wrong`, as a failure. */
function asFailure(message: string): Failure {
  const found = /^(?<file>[^:]+):(?<line>\d+)\s*(?<path>[^:]*):\s*(?<reason>.*)$/.exec(message)?.groups;
  return {
    file: found?.file ?? "knowledge",
    line: Number(found?.line ?? 1),
    path: found?.path ?? "",
    locale: null,
    reason: found?.reason ?? message,
  };
}
