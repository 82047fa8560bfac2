import type { Finding } from "../../capabilities/operation/doctor-texts.ts";
import type { Config } from "../../config.ts";
import { loadFeeds } from "../../knowledge/feeds.ts";
import type { Knowledge } from "../../knowledge/knowledge.ts";
import { KNOWLEDGE_DIR } from "../../knowledge/load.ts";
import { createConnectFetch } from "../../outbound/connect-fetch.ts";
import type { Fetch } from "../../outbound/request-json.ts";
import { reasonOf } from "./server-checks.ts";

/** A host that says anything within this time can be reached, in milliseconds. */
const ANSWER_MS = 5_000;

/** Can everybody be reached whom this installation asks by itself? Any answer counts: nothing is asked of them. */
export async function checkEgress(
  config: Config,
  knowledge: () => Knowledge,
  fetch: Fetch = createConnectFetch(),
): Promise<readonly Finding[]> {
  const check = "egress";
  const sources = sourcesOf(config, knowledge);
  const isMirror = config.registers === "mirror";
  if (sources.length === 0) return [{ check, code: "egress_off" }];
  const blocked = (
    await Promise.all(
      sources.map(async ({ source, url }) => {
        try {
          const answer = await fetch(new URL("/", url), { method: "HEAD", signal: AbortSignal.timeout(ANSWER_MS) });
          await answer.body?.cancel();
          return [];
        } catch (cause) {
          return [`${source} (${reasonOf(cause).replace(/\.$/, "")})`];
        }
      }),
    )
  ).flat();
  const reached = sources.length - blocked.length;
  const findings: Finding[] = [];
  if (config.httpsProxy !== undefined) {
    findings.push({ check, code: "egress_proxy", values: { proxy: new URL(config.httpsProxy).host } });
  }
  if (isMirror) findings.push({ check, code: "egress_off" });
  if (reached > 0) findings.push({ check, code: "egress_ok", values: { count: reached } });
  if (blocked.length > 0) findings.push({ check, code: "egress_blocked", values: { sources: blocked.join(", ") } });
  return findings;
}

/** One entry for each host; the publisher of the snapshot is asked with REGISTERS=mirror too. */
function sourcesOf(config: Config, knowledge: () => Knowledge): readonly { source: string; url: string }[] {
  const { aresUrl, rpoUrl, ruzUrl, opendataUrl, snapshotUrl, feedSources } = config;
  const feeds = () => (feedSources === undefined ? knowledge().feeds : loadFeeds(KNOWLEDGE_DIR, feedSources));
  const asked: (readonly [string, string | undefined])[] =
    config.registers === "mirror"
      ? []
      : [
          ["ARES_URL", aresUrl],
          ["RPO_URL", rpoUrl],
          ["RUZ_URL", ruzUrl],
          ["OPENDATA_URL", opendataUrl],
          ...feeds()
            .filter(({ enabled }) => enabled)
            .map(({ id, urls }) => [id, urls[0]] as const),
        ];
  const all = [...asked, ["SNAPSHOT_URL", snapshotUrl] as const];
  const byHost = new Map<string, { source: string; url: string }>();
  for (const [source, url] of all) {
    if (url !== undefined && !byHost.has(new URL(url).origin)) byHost.set(new URL(url).origin, { source, url });
  }
  return [...byHost.values()];
}
