import { join } from "node:path";
import { z } from "zod";
import type { Day } from "../core/day.ts";
import { JURISDICTIONS, type Jurisdiction } from "../core/feed-item.ts";
import type { LOCALES, Localized } from "../core/locale.ts";
import { day, unique } from "./field-schemas.ts";
import { loadYaml } from "./load.ts";

/** Id under which Dosah's own time line stands among the sources; no feed may take it. */
export const TIMELINE_SOURCE = "dosah-timeline";

/** How sure we are that an address is right: none of the shipped ones was fetched from where the list was made. */
const FEED_CONFIDENCES = ["high", "medium", "low"] as const;

/** A publisher's feed. */
export interface PublisherFeed {
  readonly id: string;
  readonly name: Localized;
  readonly jurisdiction: Jurisdiction;
  /** Addresses of the same feed, the likeliest first. */
  readonly urls: readonly string[];
  /** Where a person can look. */
  readonly site: string;
  /** Language of the texts, as in `lang`. */
  readonly language: string;
  readonly enabled: boolean;
  readonly everyMinutes: number;
  /** True for feeds of everything, of which only what has a topic is kept. */
  readonly onlyWithTopic: boolean;
  readonly redirectHosts: readonly string[];
  readonly confidence: (typeof FEED_CONFIDENCES)[number];
  /** The day on which its items were read; absent where nobody could. */
  readonly readOn?: Day | undefined;
}

const text = z.string().trim().min(1).max(200);
const address = z.url({ protocol: /^https?$/ });

const name = z
  .union([text, z.strictObject({ sk: text, cs: text, en: text })])
  .transform((given): Localized => (typeof given === "string" ? { sk: given, cs: given, en: given } : given));

const feedSchema = z
  .strictObject({
    id: z
      .string()
      .regex(/^[a-z0-9-]{2,40}$/, "2 to 40 lower-case letters, digits and hyphens")
      .refine((id) => id !== TIMELINE_SOURCE, "the id of Dosah's own time line"),
    name,
    jurisdiction: z.enum(JURISDICTIONS),
    urls: z.array(address).min(1).max(4),
    site: address.optional(),
    language: z.string().regex(/^[a-z]{2}$/, "two letters"),
    enabled: z.boolean().default(true),
    everyMinutes: z.number().int().min(5).max(10_080).default(60),
    onlyWithTopic: z.boolean().default(false),
    redirectHosts: z.array(z.hostname()).max(8).default([]),
    confidence: z.enum(FEED_CONFIDENCES).default("high"),
    readOn: day.optional(),
  })
  .transform((feed): PublisherFeed => ({ ...feed, site: feed.site ?? new URL(feed.urls[0] ?? "").origin }));

const fileSchema = z
  .array(feedSchema)
  .max(200)
  .superRefine(unique(({ id }) => id, "id"));

/**
 * Reads `feeds.yaml` of the knowledge folder, or the operator's file in its place. A name may be one text, or one in
 * each of the three languages.
 * @param file path of an operator's list (`FEED_SOURCES`); it replaces the shipped one.
 * @throws KnowledgeError with file, line and path of every mistake.
 */
export function loadFeeds(dir: string, file?: string): readonly PublisherFeed[] {
  return loadYaml(file ?? join(dir, "feeds.yaml"), fileSchema);
}

/** The name of Dosah's own time line, as it stands beside the names of publishers. */
export const TIMELINE_NAME: Localized = {
  sk: "Časová os služby Dosah",
  cs: "Časová osa služby Dosah",
  en: "Dosah time line",
} satisfies Record<(typeof LOCALES)[number], string>;
