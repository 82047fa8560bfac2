import { z } from "zod";
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
    message: {
      sk: `Obsah sa zmenil bez novej verzie: ${parts}.`,
      cs: `Obsah se změnil bez nové verze: ${parts}.`,
      en: `The content changed without a new version: ${parts}.`,
    },
    nextStep: {
      sk: "Pridajte do knowledge/changelog.yaml záznam s novou verziou, dátumom a dôvodom zmeny.",
      cs: "Přidejte do knowledge/changelog.yaml záznam s novou verzí, datem a důvodem změny.",
      en: "Add an entry with a new version, its date and the reason to knowledge/changelog.yaml.",
    },
  } as const;
}
