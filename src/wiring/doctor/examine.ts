import { CHECKS, type Check, FINDINGS, type Finding, NEEDS } from "../../capabilities/operation/doctor-texts.ts";
import { operatorOf } from "../../config/operator.ts";
import { SETTINGS } from "../../config/settings.ts";
import { type Config, ConfigError, readConfig } from "../../config.ts";
import { type Knowledge, loadKnowledge } from "../../knowledge/knowledge.ts";
import { askPublished } from "../../sources/registers/snapshot/fetched/ask-published.ts";
import { SnapshotRefusal } from "../../sources/registers/snapshot/fetched/refusal.ts";
import { VERSION } from "../../version.ts";
import { type DenyList, readDenyList } from "../deny-list.ts";
import { readSuppressList, type SuppressList } from "../suppress-list.ts";
import { checkAddress, wideProxies } from "./address-checks.ts";
import { checkDataDir, checkFreeSpace, checkOneProcess } from "./data-dir-checks.ts";
import { checkEgress } from "./egress-checks.ts";
import { checkEncryption, checkMail, checkMetrics, checkOpening, checkPort } from "./opening-checks.ts";
import { checkPostgres, checkRedis, reasonOf } from "./server-checks.ts";
import { checkSnapshot } from "./snapshot-checks.ts";
import { checkBackups, checkState, checkStateFile } from "./state-checks.ts";

const OPERATOR_FINDINGS = { known: "operator_known", local: "operator_local", missing: "operator_missing" } as const;

/** Dosah needs this version of Node.js for SQLite and zstd. */
const NODE_MAJOR = 24;

/**
 * Examines an installation by its environment variables: everything that stands between it and its work, from the
 * settings to the way to its sources. Nothing is changed, and the service may run meanwhile.
 */
export async function examine(
  env: Readonly<Record<string, string | undefined>>,
  { now, nodeVersion = process.versions.node }: { readonly now: () => Date; readonly nodeVersion?: string },
): Promise<readonly Finding[]> {
  const node = checkNode(nodeVersion);
  let config: Config;
  try {
    config = readConfig(env);
  } catch (cause) {
    if (!(cause instanceof ConfigError)) throw cause;
    const wrong = cause.problems.map(
      (problem): Finding => ({ check: "settings", code: "settings_wrong", values: { problem } }),
    );
    const others = CHECKS.filter((check) => check !== "settings" && check !== "node_version");
    return [...wrong, node, ...others.map((check) => notChecked(check, "settings"))];
  }
  const { standing, name } = operatorOf(config);
  const operator: Finding = { check: "operator", code: OPERATOR_FINDINGS[standing], values: { name: name ?? "" } };
  const findings: Finding[] = [{ check: "settings", code: "settings_ok" }, node, operator];
  let loaded: Knowledge | undefined;
  const knowledge = () => (loaded ??= loadKnowledge());
  const millis = () => now().getTime();
  const isAddressSet = (env[SETTINGS.baseUrl.name] ?? "").trim() !== "";
  const steps: readonly (readonly [Check, () => readonly Finding[] | Promise<readonly Finding[]>])[] = [
    ["data_dir", () => checkDataDir(config)],
    ["free_space", () => checkFreeSpace(config)],
    ["one_process", () => checkOneProcess(config)],
    ["snapshot", () => checkSnapshot({ ...config, knowledge, now })],
    ["snapshot_publisher", () => checkPublisher(config, now)],
    ["suppress_list", () => checkSuppressList(config)],
    ["scan_deny_file", () => checkDenyFile(config)],
    ["state_file", () => checkStateFile(config)],
    ["postgres", () => checkPostgres(config)],
    ["migrations", () => checkState(config, millis)],
    ["redis", () => checkRedis(config)],
    ["port", () => checkPort(config)],
    ["base_url", () => checkEncryption(config)],
    ["metrics", () => checkMetrics(config)],
    ["mail", () => checkMail(config)],
    ["opening", () => checkOpening(config)],
    ["base_url", () => checkAddress(config, isAddressSet)],
    ["trust_proxy", () => wideProxies(config.trustProxy)],
    ["backup", () => checkBackups(config, millis)],
    ["egress", () => checkEgress(config, knowledge)],
  ];
  for (const [check, step] of steps) {
    try {
      findings.push(...(await step()));
    } catch (cause) {
      findings.push({ check, code: "check_broke_off", values: { problem: reasonOf(cause) } });
    }
  }
  for (const [check, needs] of Object.entries(NEEDS) as [Check, Check][]) {
    const isBroken = findings.some((each) => each.check === needs && FINDINGS[each.code].status === "failure");
    if (isBroken && !findings.some((each) => each.check === check)) findings.push(notChecked(check, needs));
  }
  return findings.toSorted((a, b) => CHECKS.indexOf(a.check) - CHECKS.indexOf(b.check));
}

function notChecked(check: Check, needs: Check): Finding {
  return { check, code: "not_checked", values: { needs } };
}

function checkNode(version: string): Finding {
  const isOld = Number(version.split(".")[0]) < NODE_MAJOR;
  return { check: "node_version", code: isOld ? "node_old" : "node_ok", values: { version, needed: NODE_MAJOR } };
}

/** Can the snapshot of SNAPSHOT_URL be had, and is it signed as SNAPSHOT_KEY demands? Nothing is fetched but the checksum. */
async function checkPublisher(config: Config, now: () => Date): Promise<readonly Finding[]> {
  const { snapshotUrl, snapshotKey: key } = config;
  if (snapshotUrl === undefined) return [];
  const check = "snapshot_publisher";
  try {
    const environment = { userAgent: `Dosah/${VERSION} (+${config.baseUrl})`, now };
    await askPublished({ url: new URL(snapshotUrl), key }, null, environment, new AbortController().signal);
    return [{ check, code: key === undefined ? "publisher_trusted" : "publisher_signed" }];
  } catch (cause) {
    const kind = cause instanceof SnapshotRefusal ? cause.kind : undefined;
    if (kind === "unsigned") return [{ check, code: "publisher_unsigned" }];
    if (kind === "wrong_signature") return [{ check, code: "publisher_wrong_signature" }];
    return [{ check, code: "publisher_silent", values: { problem: reasonOf(cause) } }];
  }
}

/** Is everybody hidden who asked for it? Nothing is said where nobody did. */
export function checkSuppressList({ dataDir }: { readonly dataDir: string }): readonly Finding[] {
  const check = "suppress_list";
  let list: SuppressList | undefined;
  try {
    list = readSuppressList(dataDir);
  } catch (cause) {
    return [{ check, code: "suppressed_unreadable", values: { problem: reasonOf(cause) } }];
  }
  if (list === undefined) return [];
  if (list.wrong.length > 0) return [{ check, code: "suppressed_wrong", values: { lines: list.wrong.join(", ") } }];
  return [{ check, code: "suppressed_ok", values: { count: list.firms.size } }];
}

/** Is every domain left alone whose owner asked for it? */
function checkDenyFile({ scanDenyFile }: Pick<Config, "scanDenyFile">): readonly Finding[] {
  if (scanDenyFile === undefined) return [];
  const check = "scan_deny_file";
  let list: DenyList;
  try {
    list = readDenyList(scanDenyFile);
  } catch (cause) {
    return [{ check, code: "denied_unreadable", values: { problem: reasonOf(cause) } }];
  }
  if (list.wrong.length > 0) return [{ check, code: "denied_wrong", values: { lines: list.wrong.join(", ") } }];
  return [{ check, code: "denied_ok", values: { count: list.domains.size } }];
}
