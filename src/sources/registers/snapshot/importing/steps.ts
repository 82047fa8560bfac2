import type { Country } from "../../../../core/country.ts";
import type { Day } from "../../../../core/day.ts";
import { ArrayStatement } from "../layout/array-statement.ts";
import type { RowArray } from "../layout/columns.ts";
import { rowOf } from "../layout/row.ts";
import { SELECT_ROW } from "../layout/schema.ts";
import { idsOf } from "../layout/slots.ts";
import { RegisterFileError } from "../records/failure.ts";
import { endsSample, type FileRegister, SAMPLE_SLOT } from "../records/file-register.ts";
import type { Build } from "./build.ts";
import { FileCounters } from "./file-counters.ts";
import { FirmWriter } from "./firm-writer.ts";
import { IcoIds } from "./ico-ids.ts";
import { type ImportFile, registerOf } from "./import-options.ts";
import { retract } from "./merge.ts";
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
  let current: { readonly country: Country; readonly writer: FirmWriter } | undefined;
  for (const [index, file] of files.entries()) {
    const saved = build.state.text(`done ${index}`);
    if (saved !== undefined) {
      const [asOf = "", ...encoded] = saved.split(" ");
      done.push({ file, asOf, counters: FileCounters.from(file.file, encoded.join(" ")) });
      continue;
    }
    if (current?.country !== file.country) {
      const ids = idsOfCountry(build, file.country);
      const writer = new FirmWriter(build.db, file.country, build.dictionaries, build.options.classify, ids);
      current = { country: file.country, writer };
    }
    done.push(await runStep(build, file, index, current.writer));
  }
  return done;
}

async function runStep(build: Build, file: ImportFile, index: number, writer: FirmWriter): Promise<DoneStep> {
  const { db, state, dictionaries, options } = build;
  const register = registerOf(options, file);
  const { country } = register;
  const { slot, isWhole } = register.file;
  if (state.number("step") !== index + 1) {
    db.exec("BEGIN");
    state.set("step", index + 1);
    state.set("firstOrigin", dictionaries.startStep());
    for (const key of ["byte", "line"]) state.set(key, 0);
    state.set("memory", "");
    state.set("counters", new FileCounters(file.file).encode());
    state.set("startedEmpty", writer.isEmpty ? "yes" : "no");
    if (endsSample(register, file.file)) {
      await retractSource(build, writer, country, SAMPLE_SLOT);
      db.prepare("DELETE FROM source WHERE country = ? AND slot = ?").run(country, SAMPLE_SLOT);
    }
    db.exec("COMMIT");
  }
  const startedEmpty = state.text("startedEmpty") === "yes";
  const { counters, asOf } = await storeFile(build, { file, register, writer, startedEmpty });
  if (isWhole) {
    refuseLoss(build, file, register, counters.firms, options.maxLostShare ?? LOST_SHARE);
    if (!startedEmpty) counters.gone = await retractSource(build, writer, country, slot);
  }
  db.exec("BEGIN");
  writeSource(build, register, asOf);
  state.set(`done ${index}`, `${asOf} ${counters.encode()}`);
  db.exec("COMMIT");
  return { file, counters, asOf };
}

/** A publication that lost many firms is more likely cut off than true. */
function refuseLoss(build: Build, file: ImportFile, register: FileRegister, firms: number, share: number): void {
  const before = build.base?.rows.get(register.id) ?? 0;
  if (firms >= before * (1 - share)) return;
  throw new RegisterFileError(
    file.file,
    undefined,
    `the file has ${firms} firms, the published registers have ${before} from this source: too many are missing.`,
  );
}

/** Notes what was imported and when. Of a register whose files add up the newest file gives the day. */
function writeSource({ db, options }: Build, { id, country, rank, file }: FileRegister, asOf: Day): void {
  const known = db.prepare("SELECT as_of FROM source WHERE country = ? AND source = ?").get(country, id)?.as_of;
  const day = typeof known === "string" && !file.isWhole && known > asOf ? known : asOf;
  db.prepare("REPLACE INTO source VALUES (?, ?, ?, ?, ?, ?, 0)").run(
    country,
    id,
    file.slot,
    rank,
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

/** Rows looked at between two reports. */
const PAGE = 5_000;

/**
 * Takes back what a source said in earlier imports of firms that the current one has not named. A firm that no other
 * source knows is removed. Returns how many firms the source no longer names.
 */
async function retractSource(build: Build, writer: FirmWriter, country: Country, slot: number): Promise<number> {
  const { db, dictionaries } = build;
  const { firstOrigin } = dictionaries;
  const origins = dictionaries.origins.flatMap((origin, id) =>
    id < firstOrigin && origin?.sources.some((each) => each.slot === slot) ? [id] : [],
  );
  if (origins.length === 0) return 0;
  const isWithin = db.isTransaction;
  const page = new ArrayStatement<RowArray>(
    db,
    `${SELECT_ROW} WHERE id > ? AND id < ? AND origin IN (${origins.join(",")}) ORDER BY id LIMIT ${PAGE}`,
  );
  const [from, to] = idsOf(country);
  let last = from - 1;
  let count = 0;
  for (;;) {
    const rows = page.all(last, to);
    const end = rows.at(-1);
    if (end === undefined) return count;
    last = end[0];
    if (!isWithin) db.exec("BEGIN");
    for (const values of rows) {
      const row = rowOf(values);
      const others = retract(row, dictionaries.origin(row.origin).sources, slot);
      writer.put(row.ico, row.id, row, others);
      count++;
    }
    writer.flush();
    if (isWithin) continue;
    db.exec("COMMIT");
    await build.tick({ phase: "rows", done: 0, total: 0, rows: count });
  }
}
