import { FILE_REGISTERS } from "../../src/sources/registers/registers.ts";
import type { ImportFile } from "../../src/sources/registers/snapshot/importing/import-options.ts";
import { linesOf, readStretches } from "../../src/sources/registers/snapshot/records/read-lines.ts";

/** P: reads and parses the files given as JSON in the first argument and keeps nothing. Writes the seconds as JSON. */
const files: ImportFile[] = JSON.parse(process.argv[2] ?? "[]");
const started = performance.now();
let records = 0;
for (const file of files) {
  const register = FILE_REGISTERS.find(({ id }) => id === file.format);
  if (register === undefined) throw new Error(`there is no format ${file.format}`);
  const reader = await register.file.open({
    file: file.file,
    country: file.country,
    activities: file.activities,
    asOf: "2026-11-21",
    memory: "",
    onActivityBytes: () => undefined,
  });
  for await (const stretch of readStretches(file.file)) {
    linesOf(stretch).forEach((line, index) => {
      const read = reader.line(line ?? "", stretch.firstLine + index);
      if ("kind" in read && read.kind === "record") records++;
    });
  }
}
const { user, system } = process.cpuUsage();
process.stdout.write(
  JSON.stringify({ seconds: (performance.now() - started) / 1_000, cpu: (user + system) / 1e6, records }),
);
