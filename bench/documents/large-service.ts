/**
 * A running service whose catalog has 200 obligations: the shipped ones again and again, under codes of their own. Tells
 * its parent when it listens, and what each report cost the process that made it. Settings come from the environment.
 */
import { loadKnowledge } from "../../src/knowledge/knowledge.ts";
import type { Obligation } from "../../src/knowledge/obligations.ts";

const ENTRIES = 200;

const { createService } = await import(new URL("../../dist/service.js", import.meta.url).href);
const { readConfig } = await import(new URL("../../dist/config.js", import.meta.url).href);

/** What the service says to the bench: its first word is that it listens. */
export type FromService = { readonly kind: "listens" } | { readonly kind: "report"; readonly ms: number };

const tell = (message: FromService) => void process.send?.(message);

const knowledge = loadKnowledge();
const known = [...knowledge.obligations.byCode.values()];
const many = Array.from({ length: ENTRIES }, (_, at): Obligation => {
  const like = known[at % known.length] as Obligation;
  return at < known.length ? like : { ...like, code: `${like.code}-${at}` };
});
const byCode = new Map(many.map((each) => [each.code, each]));

const silent = () => undefined;
const log = {
  info: silent,
  warn: silent,
  error: (details: unknown, words: unknown) => process.stderr.write(`${words} ${JSON.stringify(details)}\n`),
  debug: ({ ms }: { readonly ms?: number }, words: unknown) => {
    if (words === "a report was made" && ms !== undefined) tell({ kind: "report", ms });
  },
};

const service = await createService(readConfig(process.env), {
  now: () => new Date(),
  log,
  knowledge: { ...knowledge, obligations: { ...knowledge.obligations, byCode } },
});
const listening = await service.start();
tell({ kind: "listens" });
process.once("SIGTERM", () => void listening.stop().then(() => process.exit(0)));
