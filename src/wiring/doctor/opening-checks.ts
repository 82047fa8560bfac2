import { closeSync, openSync } from "node:fs";
import type { Finding } from "../../capabilities/operation/doctor-texts.ts";
import type { Config } from "../../config.ts";
import { askMailServer } from "../../mail/send-mail.ts";
import { isOwnAnswer } from "./address-checks.ts";
import { reasonOf } from "./server-checks.ts";

/** Is the address one that strangers reach? */
function isPublic({ baseUrl }: Pick<Config, "baseUrl">): boolean {
  const { hostname } = new URL(baseUrl);
  return !(hostname === "[::1]" || /^(127(\.\d+){3}|(.+\.)?localhost)$/.test(hostname));
}

/** Is a public address encrypted? */
export function checkEncryption(config: Pick<Config, "baseUrl">): readonly Finding[] {
  if (!isPublic(config) || config.baseUrl.startsWith("https:")) return [];
  return [{ check: "base_url", code: "address_plain", values: { address: config.baseUrl } }];
}

/** Does somebody else listen where the service is to listen? */
export async function checkPort(config: Config): Promise<readonly Finding[]> {
  const { port } = config;
  const host = /^(0\.0\.0\.0|::)$/.test(config.host) ? "127.0.0.1" : config.host;
  const check = "port";
  const address = new URL(`http://${host.includes(":") ? `[${host}]` : host}:${port}/readyz`);
  let isOurs: boolean;
  try {
    isOurs = await isOwnAnswer(config, address);
  } catch (cause) {
    isOurs = /ECONNREFUSED|EADDRNOTAVAIL|ENOTFOUND/.test(codesOf(cause));
  }
  return [{ check, code: isOurs ? "port_ok" : "port_taken", values: { port: String(port) } }];
}

function codesOf(cause: unknown): string {
  const all = cause instanceof AggregateError ? cause.errors : [cause];
  return all.map((each) => (typeof each === "object" && each !== null && "code" in each ? each.code : "")).join();
}

/** Who reaches the metrics? */
export function checkMetrics({ metricsPort, metricsHost, host }: Config): readonly Finding[] {
  const check = "metrics";
  if (metricsPort === undefined) return [{ check, code: "metrics_off" }];
  const at = metricsHost ?? host;
  const code = /^(0\.0\.0\.0|::)$/.test(at) ? "metrics_open" : "metrics_ok";
  return [{ check, code, values: { host: at, port: String(metricsPort) } }];
}

/** Does the mail server let this installation send? Nothing is sent. */
export async function checkMail({ mailUrl }: Pick<Config, "mailUrl">): Promise<readonly Finding[]> {
  const check = "mail";
  if (mailUrl === undefined) return [{ check, code: "mail_unset" }];
  try {
    await askMailServer(mailUrl);
    return [{ check, code: "mail_ok" }];
  } catch (cause) {
    const isThere = /EAUTH|ETLS|EENVELOPE|EPROTOCOL/.test(codesOf(cause));
    return [{ check, code: isThere ? "mail_refused" : "mail_down", values: { problem: reasonOf(cause) } }];
  }
}

/** What an operator decides before strangers register: the table of docs/operating.md. */
export function checkOpening(config: Config): readonly Finding[] {
  const check = "opening";
  const file = config.breachedPasswordsFile;
  const unreadable = file === undefined ? undefined : troubleReading(file);
  const broken: readonly Finding[] =
    unreadable === undefined ? [] : [{ check, code: "breached_unreadable", values: { problem: unreadable } }];
  if (!isPublic(config)) return [...broken, { check, code: "opening_local" }];
  const decided: readonly (readonly [string, boolean])[] = [
    ["MAIL_FROM", config.mailFrom !== undefined],
    ["SECOND_FACTOR", config.secondFactor !== "optional"],
    ["BREACHED_PASSWORDS_FILE", file !== undefined],
    ["SECURITY_CONTACT", config.securityContact !== undefined],
  ];
  const named = (isSet: boolean) => decided.flatMap(([name, is]) => (is === isSet ? [name] : [])).join(", ");
  const open: readonly Finding[] = config.registration === "open" ? [{ check, code: "registration_open" }] : [];
  const missing: Finding =
    named(false) === ""
      ? { check, code: "opening_ok", values: { settings: named(true) } }
      : { check, code: "opening_missing", values: { settings: named(false) } };
  return [...broken, ...open, missing];
}

function troubleReading(file: string): string | undefined {
  try {
    closeSync(openSync(file, "r"));
    return undefined;
  } catch (cause) {
    return reasonOf(cause);
  }
}
