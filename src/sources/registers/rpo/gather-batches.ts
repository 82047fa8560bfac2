import { z } from "zod";
import { type Day, isDay } from "../../../core/day.ts";
import { FetchFailure } from "../download/failure.ts";
import type { Gathered, Gathering } from "../download/gathering.ts";
import { listBucket } from "../download/list-bucket.ts";
import type { BucketObject } from "../download/read-bucket-page.ts";
import type { ImportFile } from "../snapshot/importing/import-options.ts";

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

/** Where RPO keeps its batches: beginnings of keys in its bucket. */
const FULL_PREFIX = "batch-init/init_";
const DAILY_PREFIX = "batch-daily/actual_";

const FULL_KEY = /^batch-init\/init_(\d{4}-\d{2}-\d{2})_(\d{3})\.json\.gz$/;
const DAILY_KEY = /^batch-daily\/actual_(\d{4}-\d{2}-\d{2})\.json\.gz$/;

/** A batch of RPO. Key and name are made of the checked day and number alone, whatever the list said. */
interface Batch {
  readonly key: string;
  /** Its name in the download folder. */
  readonly name: string;
  readonly day: Day;
  readonly size: number;
  /** Tells this version of the file from another one under the same key. */
  readonly version: string;
}

/** All files of one monthly publication. */
interface FullSet {
  readonly day: Day;
  readonly files: readonly Batch[];
}

/** A set that is smaller than this share of the one before it is still being put there. */
const LEAST_SHARE = 0.9;

/**
 * The newest monthly set that is whole: files 001, 002, … without a gap, and about as many bytes as the whole set
 * before it, where that one is still there. `undefined` when there is none. Keys of another form, and of a day that does
 * not exist or is later than `latest`, are passed over.
 */
export function newestWholeSet(objects: readonly BucketObject[], latest: Day): FullSet | undefined {
  const sets = new Map<Day, Map<number, Batch>>();
  for (const object of objects) {
    const [, day = "", number = ""] = FULL_KEY.exec(object.key) ?? [];
    if (!isPast(day, latest)) continue;
    const files = sets.get(day) ?? new Map<number, Batch>();
    sets.set(day, files.set(Number(number), batchOf(object, `init_${day}_${number}.json.gz`, "batch-init", day)));
  }
  const gapless = [...sets]
    .map(([day, files]): FullSet => ({ day, files: inOrder(files) }))
    .filter(({ day, files }) => files.length === sets.get(day)?.size)
    .sort((a, b) => (a.day < b.day ? 1 : -1));
  const [newest, before] = gapless;
  if (newest === undefined || before === undefined) return newest;
  return bytesOf(newest) < bytesOf(before) * LEAST_SHARE ? before : newest;
}

/** The daily batches later than a day, the oldest first. */
export function dailiesAfter(objects: readonly BucketObject[], after: Day, latest: Day): readonly Batch[] {
  const batches = new Map<Day, Batch>();
  for (const object of objects) {
    const [, day = ""] = DAILY_KEY.exec(object.key) ?? [];
    if (isPast(day, latest) && day > after) {
      batches.set(day, batchOf(object, `actual_${day}.json.gz`, "batch-daily", day));
    }
  }
  return [...batches.values()].sort((a, b) => (a.day < b.day ? -1 : 1));
}

/** The files 1, 2, … up to the first that is missing. */
function inOrder(files: ReadonlyMap<number, Batch>): readonly Batch[] {
  const list: Batch[] = [];
  for (let file = files.get(1); file !== undefined; file = files.get(list.length + 1)) list.push(file);
  return list;
}

function batchOf({ size, etag, lastModified }: BucketObject, name: string, folder: string, day: Day): Batch {
  return { key: `${folder}/${name}`, name, day, size, version: etag === "" ? `${size} ${lastModified}` : etag };
}

function isPast(day: string, latest: Day): boolean {
  return isDay(day) && day <= latest;
}

function bytesOf({ files }: FullSet): number {
  return files.reduce((sum, { size }) => sum + (Number.isNaN(size) ? 0 : size), 0);
}
