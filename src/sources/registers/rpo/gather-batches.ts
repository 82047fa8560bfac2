import { z } from "zod";
import { isDay } from "../../../core/day.ts";
import { FetchFailure } from "../download/failure.ts";
import type { Gathered, Gathering } from "../download/gathering.ts";
import { listBucket } from "../download/list-bucket.ts";
import type { ImportFile } from "../snapshot/importing/import-options.ts";
import { type Batch, DAILY_PREFIX, dailiesAfter, FULL_PREFIX, newestWholeSet } from "./batches.ts";

/** The bucket of RPO. */
export interface RpoBucket {
  /** With a slash at the end. */
  readonly url: string;
  /** No batch may be larger. */
  readonly maxBytes: number;
}

/** What is published now: the day of the monthly set, and the version of each batch since then by its key. */
const knownSchema = z.object({ full: z.string().refine(isDay), batches: z.record(z.string(), z.string()) });

type Known = z.output<typeof knownSchema>;

/**
 * Gathers the newest whole monthly set of RPO and every daily batch after it, without those that are published already.
 * @throws FetchFailure when the list or a batch cannot be had, or no set is whole.
 */
export async function gatherBatches({ url, maxBytes }: RpoBucket, gathering: Gathering): Promise<Gathered> {
  const { latest, readText, have } = gathering;
  const known = readKnown(gathering.known);
  const newest = newestWholeSet(await listBucket(url, FULL_PREFIX, readText), latest);
  // A newer set than the newest in the list was imported before: the list has lost it, we have not.
  const set = newest !== undefined && newest.day >= (known?.full ?? "") ? newest : undefined;
  const full = set?.day ?? known?.full;
  if (full === undefined) throw new FetchFailure("no_whole_set", url);
  const daily = await listBucket(url, DAILY_PREFIX, readText, `${DAILY_PREFIX}${full}.json.gz`);
  const batches = [...(set?.files ?? []), ...dailiesAfter(daily, full, latest)];
  const wanted = batches.filter(({ key, version }) => known?.batches[key] !== version);
  gathering.keepOnly(wanted.map(({ name }) => name));
  if (wanted.length === 0) return { kind: "unchanged" };

  let received = 0;
  const files: ImportFile[] = [];
  for (const batch of wanted) {
    const outcome = await have({
      url: url + batch.key,
      name: batch.name,
      maxBytes,
      changedOn: new Date(`${batch.day}T12:00:00Z`),
      md5: /^[0-9a-f]{32}$/i.test(batch.version) ? batch.version : undefined,
    });
    if (outcome.kind === "unchanged") continue;
    received += outcome.received;
    files.push({ country: "SK", format: "rpo", file: outcome.file });
  }
  return { kind: "files", files, received, known: remembered(full, known, batches) };
}

/** What was known of batches before the monthly set needs no memory any more: they are not asked about again. */
function remembered(full: string, known: Known | undefined, batches: readonly Batch[]): Known {
  const before = known?.full === full ? known.batches : {};
  return { full, batches: { ...before, ...Object.fromEntries(batches.map(({ key, version }) => [key, version])) } };
}

function readKnown(value: unknown): Known | undefined {
  const parsed = knownSchema.safeParse(value);
  return parsed.success ? parsed.data : undefined;
}
