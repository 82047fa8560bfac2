import { isLaterVersion, PARTS, type Part } from "../../knowledge/changelog.ts";
import { checksumOfFiles, lineOfRelease, loadReleases, type Releases } from "../../knowledge/releases.ts";
import type { DatasetServices } from "./dataset-content.ts";
import { isPublished, PUBLISHED } from "./published.ts";

/** A part that is not what was published under its version. */
export interface Unreleased {
  readonly part: Part;
  /** Line of the part in `releases.yaml`. */
  readonly line: number;
  /** `unversioned`: it changed and the changelog does not say so. `unrecorded`: the changelog does, the record does not. */
  readonly kind: "unversioned" | "unrecorded";
  readonly version: string;
}

/** Every part with its version and the checksum of what it holds now. */
export function currentReleases(services: DatasetServices): Releases {
  const { changelog } = services.knowledge;
  const of = (part: Part) => ({ version: changelog.byPart[part].version, sha256: checksumOf(part, services) });
  return {
    acts: of("acts"),
    scope: of("scope"),
    nace: of("nace"),
    obligations: of("obligations"),
    questionnaire: of("questionnaire"),
    "ai-act": of("ai-act"),
    frameworks: of("frameworks"),
  };
}

/** The parts whose content and version do not agree with what was recorded when the version was published. */
export function unreleasedParts(services: DatasetServices): readonly Unreleased[] {
  const recorded = loadReleases(services.knowledge.dir);
  const current = currentReleases(services);
  return PARTS.flatMap((part): Unreleased[] => {
    const { version, sha256 } = current[part];
    const before = recorded?.[part];
    if (before?.version === version && before.sha256 === sha256) return [];
    const kind = before === undefined || isLaterVersion(version, before.version) ? "unrecorded" : "unversioned";
    return [{ part, line: lineOfRelease(part), kind, version }];
  });
}

function checksumOf(part: Part, services: DatasetServices): string {
  return isPublished(part) ? PUBLISHED[part](services).sha256 : checksumOfFiles(services.knowledge.dir, part);
}
