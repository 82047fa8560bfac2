/**
 * How many tokens does each tool's answer cost an agent? Counts the second block of `content`, which is the JSON of the
 * answer, and the list of tools, with a public tokenizer (o200k_base). With `--before` the built service of an earlier
 * version answers the same calls. Both answer from the shipped sample, without the internet.
 * Run: `npm run build`, in both, then `node bench/tokens/run.ts [--before <checkout of the earlier version>]`.
 */
import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { LOCALES } from "../../src/core/locale.ts";
import { agent, ask, next, send } from "../protocol/measured-server.ts";

const { values: flags } = parseArgs({ options: { before: { type: "string" } } });

/** A firm of each kind of answer, and each tool as an agent calls it. */
const CALLS: readonly (readonly [tool: string, args: Readonly<Record<string, unknown>>])[] = [
  ["nis2_scope_check", { ico: "31322832" }],
  ["nis2_scope_check", { ico: "31322832", detail: "full" }],
  ["nis2_scope_check", { ico: "45274649", country: "CZ" }],
  ["nis2_scope_check", { ico: "45274649", country: "CZ", detail: "full" }],
  ["company_search", { query: "slovnaft" }],
  ["nis2_obligations", {}],
  ["nis2_obligations", { detail: "concise" }],
  ["nis2_obligations", { country: "SK" }],
  ["nis2_obligations", { code: "NIS2-21-2-A" }],
  ["nis2_obligations", { code: "NIS2-21-2-A", country: "SK" }],
  ["nis2_questionnaire", {}],
  ["nis2_questionnaire", { area: "incidents" }],
  ["nis2_questionnaire", { area: "incidents", mode: "extended" }],
  ["nis2_stats", {}],
  ["nis2_stats", { includeSectors: false }],
  ["regulatory_feed", {}],
  ["regulatory_feed", { limit: 5 }],
  ["ai_act_classify", {}],
  ["ai_act_classify", { annexIIIUse: "credit_scoring" }],
];

interface Version {
  readonly child: ChildProcess;
  readonly port: number;
}

const versions = await Promise.all(
  [...(flags.before === undefined ? [] : [flags.before]), join(import.meta.dirname, "../..")].map(start),
);
try {
  const names = versions.length === 1 ? ["now"] : ["before", "now"];
  const columns = LOCALES.flatMap((locale) => names.map((name) => `${locale} ${name}`));
  print(["call", ...columns]);
  print(["---", ...columns.map(() => "---")]);
  for (const [tool, args] of CALLS) {
    const counts = await each((version, locale) => tokensOfAnswer(version, tool, { ...args, locale }));
    print([`\`${tool}\` ${JSON.stringify(args)}`, ...counts]);
  }
  // The list has no language: it is English.
  const lists = await Promise.all(versions.map(tokensOfList));
  print(["`tools/list`", ...LOCALES.flatMap(() => lists)]);
} finally {
  agent.destroy();
  for (const { child } of versions) ask(child, { kind: "stop" });
}

function each(count: (version: Version, locale: string) => Promise<string>): Promise<string[]> {
  return Promise.all(LOCALES.flatMap((locale) => versions.map((version) => count(version, locale))));
}

async function start(checkout: string): Promise<Version> {
  const child = fork(join(checkout, "bench/protocol/server.ts"), { stdio: ["ignore", "inherit", "inherit", "ipc"] });
  const { ports } = await next(child, "listening");
  if (ports.service === undefined) throw new Error(`${checkout} is not built`);
  return { child, port: ports.service };
}

/** The tokens of the answer as JSON; a dash where this version does not know the arguments. */
async function tokensOfAnswer({ port }: Version, name: string, args: object): Promise<string> {
  const { content, isError } = await rpc(port, "tools/call", { name, arguments: args });
  return isError ? "–" : String(countTokens(content[1].text));
}

/** The tokens of the list of tools, which every agent reads before its first call. */
async function tokensOfList({ port }: Version): Promise<string> {
  const { tools } = await rpc(port, "tools/list", {});
  return String(countTokens(JSON.stringify(tools)));
}

async function rpc(port: number, method: string, params: object) {
  const headers = { "MCP-Protocol-Version": "2025-11-25" };
  const answer = await send({ port, body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }), headers });
  const { result, error } = JSON.parse(answer);
  if (result === undefined) throw new Error(`${method}: ${JSON.stringify(error)}`);
  return result;
}

function print(cells: readonly string[]): void {
  console.log(`| ${cells.join(" | ")} |`);
}
