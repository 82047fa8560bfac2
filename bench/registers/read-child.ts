import { nis2RegisterReader } from "../../src/sources/registers/nis2-register/read-nis2-register.ts";
import { readActivities } from "../../src/sources/registers/res/activities.ts";
import { resReader } from "../../src/sources/registers/res/read-res.ts";
import { rpoReader } from "../../src/sources/registers/rpo/read-rpo.ts";
import { ruzReader } from "../../src/sources/registers/ruz/read-ruz.ts";
import type { ImportFile } from "../../src/sources/registers/snapshot/importing/import-options.ts";
import { linesOf, readStretches } from "../../src/sources/registers/snapshot/told/read-lines.ts";
import type { LineReader } from "../../src/sources/registers/snapshot/told/told.ts";

/** P: reads and parses the files given as JSON in the first argument and keeps nothing. Writes the seconds as JSON. */
const files: ImportFile[] = JSON.parse(process.argv[2] ?? "[]");
const started = performance.now();
let told = 0;
for (const file of files) {
  const activities = file.activities === undefined ? undefined : await readActivities(file.activities);
  const reader: LineReader =
    file.format === "res"
      ? resReader(file.file, activities)
      : file.format === "rpo"
        ? rpoReader(file.file)
        : file.format === "ruz"
          ? ruzReader(file.file)
          : nis2RegisterReader(file.file, file.country);
  for await (const stretch of readStretches(file.file)) {
    linesOf(stretch).forEach((line, index) => {
      const read = reader.line(line ?? "", stretch.firstLine + index);
      if ("kind" in read && read.kind === "told") told++;
    });
  }
}
const { user, system } = process.cpuUsage();
process.stdout.write(
  JSON.stringify({ seconds: (performance.now() - started) / 1_000, cpu: (user + system) / 1e6, told }),
);
