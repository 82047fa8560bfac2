import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { RegisterSnapshot } from "../../src/sources/registers/register.ts";
import type { Query } from "./queries.ts";

/**
 * Serves from a register file with the code of one checkout: folder of the checkout, file, and what is called, as JSON
 * in a file. Makes as many calls as a message says and answers with the processor time in microseconds.
 */
const [, , checkout = "", file = "", asked = ""] = process.argv;
const { icos, queries }: { icos: number[]; queries: Query[] } = JSON.parse(readFileSync(asked, "utf8"));
const serving: { openSnapshot(file: string): RegisterSnapshot } = await import(
  pathToFileURL(join(checkout, "src/sources/registers/snapshot/serving/open.ts")).href
);
const snapshot = serving.openSnapshot(file);
const firms = icos
  .map((ico) => String(ico).padStart(8, "0"))
  .flatMap((ico) => (["CZ", "SK"] as const).map((country) => ({ ico, country })))
  .filter(({ ico, country }) => snapshot.find(ico, country) !== undefined);

process.on("message", ({ call, count }: { call: "look-up" | "search"; count: number }) => {
  const { user, system } = process.cpuUsage();
  if (call === "look-up") lookUp(count);
  else search(count);
  const spent = process.cpuUsage({ user, system });
  process.send?.(spent.user + spent.system);
});
process.send?.("ready");

function lookUp(count: number): void {
  for (let index = 0; index < count; index++) {
    const firm = firms[index % firms.length];
    if (firm !== undefined) snapshot.find(firm.ico, firm.country);
  }
}

function search(count: number): void {
  for (let index = 0; index < count; index++) {
    const query = queries[index % queries.length];
    if (query !== undefined) snapshot.search(query.text, query.country, 10);
  }
}
