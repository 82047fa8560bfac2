import { z } from "zod";
import { inEnglish } from "../../core/locale.ts";
import { ServiceError } from "../../core/problem.ts";
import { PARTS } from "../../knowledge/changelog.ts";
import { writeReleases } from "../../knowledge/releases.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import { currentReleases, unreleasedParts } from "../opendata/releases.ts";

const input = z.strictObject({ locale: localeParameter });

/**
 * Records what the parts of the rule set hold under their versions (`knowledge/releases.yaml`). A part that changed
 * without an entry in the changelog is refused: what was published under a version stays what it was.
 */
export const knowledgeRelease = defineCapability({
  name: "knowledge_release",
  access: "operator",
  input,
  run: (_input, services) => {
    const changed = unreleasedParts(services);
    const silent = changed.filter(({ kind }) => kind === "unversioned").map(({ part }) => part);
    if (silent.length > 0) throw new ServiceError(unversioned(silent.join(", ")));
    const releases = currentReleases(services);
    if (changed.length > 0) writeReleases(services.knowledge.dir, releases);
    const isNew = new Set(changed.map(({ part }) => part));
    return { parts: PARTS.map((part) => ({ part, ...releases[part], isNew: isNew.has(part) })) };
  },
  cli: {
    words: "knowledge release",
    state: "optional",
    help: "record the checksums of a new version of the rule set",
    lines: ({ parts }) =>
      parts.map(({ part, version, sha256, isNew }) => `${isNew ? "new" : "   "} ${part} ${version} ${sha256}`),
  },
});

/** `parts` are our own ids, no text of others. */
function unversioned(parts: string) {
  return {
    code: "invalid_arguments",
    standsFor: "data",
    message: inEnglish(`The content changed without a new version: ${parts}.`),
    nextStep: inEnglish("Add an entry with a new version, its date and the reason to knowledge/changelog.yaml."),
  } as const;
}
