/**
 * The measured process: the built service of one version over the state of a person with organizations. It tells its port
 * and the address of each page, and, when asked, the CPU time that it used and its memory. Its arguments are the folder
 * of the build and one of data, and an instant that the clock stands at (milliseconds since 1970).
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { FromServer, ToServer } from "./messages.ts";
import { seed } from "./seed.ts";

const [, , dist = "", dir = "", at] = process.argv;
const load = (file: string) => import(join(dist, file));
const [{ createService }, { readConfig }, { loadLimits }, { KNOWLEDGE_DIR }] = await Promise.all([
  load("service.js"),
  load("config.js"),
  load("knowledge/limits.js"),
  load("knowledge/load.js"),
]);
// Nothing is refused here for its number.
const limits = join(dir, "limits.yaml");
const rows: readonly { readonly name: string }[] = loadLimits(KNOWLEDGE_DIR);
const generous = rows.map(({ name }) => `${name}: { perMinute: 100000000, perDay: 1000000000 }\n`);
writeFileSync(limits, generous.join(""));
const config = readConfig({ DATA_DIR: dir, REGISTERS: "mirror", LIMITS_FILE: limits, LOG_LEVEL: "silent" });
const log = { error: console.error, warn: () => {}, info: () => {}, debug: () => {} };
const now = () => (at === undefined ? new Date() : new Date(Number(at)));
const person = await seed(dist, dir, now().getTime());
const service = await createService({ ...config, port: 0 }, { now, log });
const { port, stop } = await service.start();

setFlagsFromString("--expose-gc");
const collect: () => void = runInNewContext("gc");

process.on("message", (message: ToServer) => {
  if (message === "cpu") {
    const { user, system } = process.cpuUsage();
    tell({ kind: "cpu", microseconds: user + system });
  } else if (message === "memory") {
    collect();
    const { rss, heapUsed } = process.memoryUsage();
    tell({ kind: "memory", rss, heapUsed });
  } else void stop().then(() => process.exit(0));
});
process.once("disconnect", () => process.exit(1));
tell({ kind: "listening", port, ...person });

function tell(message: FromServer): void {
  process.send?.(message);
}
