import type { Country } from "../../../../core/country.ts";
import type { Day } from "../../../../core/day.ts";
import { ArrayStatement } from "../layout/array-statement.ts";
import { idsOf } from "../layout/row.ts";
import { RegisterFileError } from "../told/failure.ts";
import { endsSample, FORMATS, type FormatTraits, SAMPLE_LETTER, SAMPLE_RANK } from "../told/formats.ts";
import type { Build } from "./build.ts";
import { FileCounters } from "./file-counters.ts";
import { FirmWriter } from "./firm-writer.ts";
import { IcoIds } from "./ico-ids.ts";
import type { ImportFile } from "./import-options.ts";
import { retractSource } from "./retract.ts";
import { storeFile } from "./store-file.ts";

/** A file that was read into the build. */
export interface DoneStep {
  readonly file: ImportFile;
  readonly counters: FileCounters;
  readonly asOf: Day;
}

/** Share of its firms that a whole publication may lose before it counts as broken. */
const LOST_SHARE = 0.1;

/** Reads the files into the build one after the other; those that an interrupted run finished are not read again. */
export async function runSteps(build: Build, files: readonly ImportFile[]): Promise<DoneStep[]> {
  const done: DoneStep[] = [];
  let hands: { readonly country: Country; readonly writer: FirmWriter } | undefined;
  for (const [index, file] of files.entries()) {
    const saved = build.state.text(`done ${index}`);
    if (saved !== undefined) {
      const [asOf = "", ...encoded] = saved.split(" ");
      done.push({ file, asOf, counters: FileCounters.from(file.file, encoded.join(" ")) });
      continue;
    }
    if (hands?.country !== file.country) {
      const ids = idsOfCountry(build, file.country);
      const writer = new FirmWriter(build.db, file.country, build.dictionaries, build.options.classify, ids);
      hands = { country: file.country, writer };
    }
    done.push(await runStep(build, file, index, hands.writer));
  }
  return done;
}

async function runStep(build: Build, file: ImportFile, index: number, writer: FirmWriter): Promise<DoneStep> {
  const { db, state, dictionaries, options } = build;
  const traits = FORMATS[file.format];
  if (state.number("step") !== index + 1) {
    db.exec("BEGIN");
    state.set("step", index + 1);
    state.set("firstOrigin", dictionaries.startStep());
    for (const key of ["byte", "line"]) state.set(key, 0);
    state.set("memory", "");
    state.set("counters", new FileCounters(file.file).encode());
    if (endsSample(file)) {
      await retractSource(build, writer, traits.country, { rank: SAMPLE_RANK, letter: SAMPLE_LETTER });
      db.prepare("DELETE FROM source WHERE country = ? AND rank = ?").run(traits.country, SAMPLE_RANK);
    }
    db.exec("COMMIT");
  }
  const { counters, asOf } = await storeFile(build, file, writer);
  if (traits.isWhole) {
    refuseLoss(build, file, traits, counters.firms, options.maxLostShare ?? LOST_SHARE);
    if (!traits.isBase) counters.gone = await retractSource(build, writer, traits.country, traits);
  }
  db.exec("BEGIN");
  writeSource(build, traits, asOf);
  state.set(`done ${index}`, `${asOf} ${counters.encode()}`);
  db.exec("COMMIT");
  return { file, counters, asOf };
}

/** A publication that lost many firms is more likely cut off than true. */
function refuseLoss(build: Build, file: ImportFile, traits: FormatTraits, firms: number, share: number): void {
  const before = build.base?.rows.get(traits.source) ?? 0;
  if (firms >= before * (1 - share)) return;
  throw new RegisterFileError(
    file.file,
    undefined,
    `the file has ${firms} firms, the published registers have ${before} from this source: too many are missing.`,
  );
}

/** Notes what was imported and when. Of a register that comes in parts the newest part tells the day. */
function writeSource({ db, options }: Build, traits: FormatTraits, asOf: Day): void {
  const known = db
    .prepare("SELECT as_of FROM source WHERE country = ? AND source = ?")
    .get(traits.country, traits.source)?.as_of;
  const day = typeof known === "string" && !traits.isWhole && known > asOf ? known : asOf;
  db.prepare("REPLACE INTO source VALUES (?, ?, ?, ?, ?, 0)").run(
    traits.country,
    traits.source,
    traits.rank,
    day,
    options.now().toISOString(),
  );
}

function idsOfCountry({ db }: Build, country: Country): IcoIds {
  const [from, to] = idsOf(country);
  const page = new ArrayStatement<[number, number]>(
    db,
    "SELECT id, ico FROM company WHERE id > ? AND id < ? ORDER BY id LIMIT 20000",
  );
  const ids = new IcoIds();
  let last = from - 1;
  for (;;) {
    const rows = page.all(last, to);
    for (const [id, ico] of rows) ids.set(ico, id);
    const end = rows.at(-1);
    if (end === undefined) return ids;
    last = end[0];
  }
}
