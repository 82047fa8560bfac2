import { readdirSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { Day } from "../core/day.ts";
import { FEED_TOPICS, type FeedTopic, JURISDICTIONS, type Jurisdiction } from "../core/feed-item.ts";
import type { Localized } from "../core/locale.ts";
import type { ActRegistry } from "./acts.ts";
import { day, translated } from "./field-schemas.ts";
import { KnowledgeError, loadYaml } from "./load.ts";

/** A day on which something in the law began, ended or was decided, in our own words. */
export interface Milestone {
  readonly id: string;
  readonly date: Day;
  readonly jurisdiction: Exclude<Jurisdiction, "OTHER">;
  readonly topics: readonly FeedTopic[];
  /** Address of the official text. */
  readonly url: string;
  /** No citation: a headline. */
  readonly title: Localized;
  /** May hold citation references in braces. */
  readonly summary: Localized;
}

/** Dosah's own time line, oldest first. */
export interface Timeline {
  /** The day to which the milestones were last compared with their sources. */
  readonly checkedOn: Day;
  readonly milestones: readonly Milestone[];
}

/** Hosts of the official texts: a milestone links to nothing else. */
const OFFICIAL = ["eur-lex.europa.eu", "www.slov-lex.sk", "e-sbirka.gov.cz"];

const milestoneSchema = z
  .strictObject({
    id: z.string().regex(/^[a-z0-9-]+$/, "lower-case letters, digits and hyphens"),
    date: day,
    jurisdiction: z.enum(JURISDICTIONS).exclude(["OTHER"]),
    topics: z.array(z.enum(FEED_TOPICS)).min(1),
    act: z.string().optional(),
    url: z
      .url({ protocol: /^https$/ })
      .refine((url) => OFFICIAL.includes(URL.parse(url)?.hostname ?? ""), `only ${OFFICIAL.join(", ")}`)
      .optional(),
    title: translated,
    summary: translated,
  })
  .refine(({ act, url }) => (act === undefined) !== (url === undefined), "either act or url");

const fileSchema = z.strictObject({ checkedOn: day, milestones: z.array(milestoneSchema).min(1) });

/**
 * Reads the time line from its folder: one file per part of it, in any order.
 * @param acts the registered acts, from which a milestone that names one takes its address.
 * @throws KnowledgeError for a mistake in a file, an act that is not registered, or an id that stands twice.
 */
export function loadTimeline(dir: string, acts: ActRegistry): Timeline {
  const folder = join(dir, "timeline");
  const files = readdirSync(folder)
    .filter((file) => file.endsWith(".yaml"))
    .sort()
    .map((file) => loadYaml(join(folder, file), fileSchema));
  const milestones = files
    .flatMap((file) => file.milestones)
    .map(
      ({ act, url, ...milestone }): Milestone => ({
        ...milestone,
        url: url ?? sourceOf(act ?? "", acts, milestone.id),
      }),
    )
    .toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : a.id < b.id ? -1 : 1));
  const twice = milestones.find(({ id }, index) => milestones.findIndex((other) => other.id === id) !== index);
  if (twice !== undefined) throw new KnowledgeError(`knowledge/timeline: the id ${twice.id} stands twice`);
  const checkedOn = files.map((file) => file.checkedOn).sort()[0];
  if (checkedOn === undefined) throw new KnowledgeError("knowledge/timeline: no file found");
  return Object.freeze({ checkedOn, milestones: Object.freeze(milestones) });
}

function sourceOf(id: string, { byId }: ActRegistry, milestone: string): string {
  const act = byId.get(id);
  if (act === undefined)
    throw new KnowledgeError(`knowledge/timeline: ${milestone} names the act ${id}, which is not registered`);
  return act.source;
}
