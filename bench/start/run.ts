/**
 * What does it spare a start that the build puts the modules together? From the start of the process until `/readyz`
 * says that the state is `ok`, with the files of the build and with the thousand compiled modules that they were made
 * of, in turns; the data are there already. Run: `node bench/start/run.ts [turns]`.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildDosah } from "../../test/promises/built-dosah.fixture.ts";
import { freePort } from "../../test/promises/free-port.fixture.ts";
import { endService, startService } from "../../test/trials/load/one-service.ts";
import { median } from "../protocol/measured-server.ts";

const turns = Number(process.argv[2] ?? "12");
const built = buildDosah();
const modules = { ...built, bin: join(built.dir, "bin", "modules.js") };
writeFileSync(modules.bin, 'import { run } from "../dist/main.js";\nawait run(process.argv.slice(2));\n');
const kinds = [
  { name: "a few files", built, ms: [] as number[], cpuMs: [] as number[] },
  { name: "a thousand modules", built: modules, ms: [] as number[], cpuMs: [] as number[] },
];
const dir = mkdtempSync(join(tmpdir(), "dosah-start-"));
const settings = { DATA_DIR: dir, PORT: String(await freePort()), LOG_LEVEL: "error", DRAIN_SECONDS: "0" };
try {
  // The first start makes the data.
  await endService((await startService(built, settings)).child, "SIGTERM");
  for (let turn = 0; turn < turns; turn++) {
    for (const kind of turn % 2 === 0 ? kinds : kinds.toReversed()) {
      const { child, startMs, cpuMs } = await startService(kind.built, settings);
      kind.ms.push(startMs);
      kind.cpuMs.push(cpuMs);
      await endService(child, "SIGKILL");
    }
  }
  for (const { name, ms, cpuMs } of kinds) {
    const most = Math.max(...ms).toFixed(0);
    console.log(
      `${name}: ready after ${median(ms).toFixed(0)} ms, ${most} at most; ${median(cpuMs).toFixed(0)} ms of CPU`,
    );
  }
  const [one, many] = kinds;
  const ratios = one?.ms.map((ms, turn) => ms / (many?.ms[turn] ?? Number.NaN)) ?? [];
  console.log(`a few files against a thousand modules: x ${median(ratios).toFixed(2)}`);
} finally {
  rmSync(dir, { recursive: true, force: true });
  built.remove();
}
