import { statSync } from "node:fs";
import type { Logger } from "pino";
import { ConfigError } from "../config.ts";
import { readHostName } from "../outbound/guarded/host-name.ts";
import { listedLines } from "./listed-lines.ts";

/** What a list says, and the lines that cannot be understood. */
export interface DenyList {
  /** Registrable domains. */
  readonly domains: ReadonlySet<string>;
  readonly wrong: readonly number[];
}

const NAME = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*$/;

/**
 * Reads a list of domains whose owners refuse scans. A line is a domain, also as an address of its site, or with all
 * names below it (`*.firma.sk`).
 * @throws what the system says of a file that cannot be read
 */
export function readDenyList(file: string): DenyList {
  const domains = new Set<string>();
  const wrong: number[] = [];
  for (const { number, text } of listedLines(file)) {
    const domain = domainIn(text);
    if (domain === null) wrong.push(number);
    else domains.add(domain);
  }
  return { domains, wrong };
}

/** The registrable domain that a line means, null where its meaning is not plain. */
function domainIn(line: string): string | null {
  const name = line.replace(/^\*?\.(?=[^.])/, "");
  const known = readHostName(hostIn(name));
  if (known !== null) return known.registrable;
  // A private suffix (`github.io`), or a name that is never scanned.
  const host = hostIn(name).toLowerCase().replace(/\.$/, "");
  return NAME.test(host) ? host : null;
}

/** `firma.sk` of `https://firma.sk/kontakt`; other text stays what it is. */
function hostIn(text: string): string {
  const url = /^https?:\/\//i.test(text) ? URL.parse(text) : null;
  if (url !== null) return url.username + url.password === "" ? url.hostname : text;
  return text.replace(/[/?#].*$/, "");
}

/** The list as the service asks it. */
export interface OpenDenyList {
  /** Is the registrable domain on it? What an owner asks for holds at once. */
  has(registrable: string): boolean;
  /** `unreadable`: the file or a line of it cannot be read now. */
  health(): "ok" | "unreadable";
}

/**
 * The list, read at the start and whenever the file changed: one look at its size, time and place comes with each question.
 * While the file cannot be read, or a line of it is not understood, what was read before holds too.
 * @throws ConfigError at the start for a file or a line that cannot be read: it must not be taken for an empty one.
 */
export function openDenyList(file: string | undefined, log: Pick<Logger, "error">): OpenDenyList {
  if (file === undefined) return { has: () => false, health: () => "ok" };
  let last: ReadonlySet<string>;
  let isReadable = true;
  let seen = stampOf(file);
  try {
    const { domains, wrong } = readDenyList(file);
    if (wrong.length > 0) throw new ConfigError([notUnderstood(file, wrong)]);
    last = domains;
  } catch (cause) {
    throw cause instanceof ConfigError ? cause : new ConfigError([`SCAN_DENY_FILE: ${file} cannot be read.`]);
  }
  function follow(path: string): void {
    const stamp = stampOf(path);
    if (stamp === seen) return;
    seen = stamp;
    try {
      const { domains, wrong } = readDenyList(path);
      isReadable = wrong.length === 0;
      if (!isReadable) log.error({ lines: wrong }, "lines of SCAN_DENY_FILE are no domain names: the others hold");
      last = new Set([...(isReadable ? [] : last), ...domains]);
    } catch (cause) {
      isReadable = false;
      log.error({ err: cause }, "SCAN_DENY_FILE cannot be read: the list read last is used");
    }
  }
  return {
    has: (registrable) => {
      follow(file);
      return last.has(registrable);
    },
    health: () => {
      follow(file);
      return isReadable ? "ok" : "unreadable";
    },
  };
}

/** What tells one state of a file from another; an empty text where it is not there. */
function stampOf(file: string): string {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? "" : `${found.size} ${found.mtimeNs} ${found.ino}`;
}

function notUnderstood(file: string, lines: readonly number[]): string {
  const which =
    lines.length === 1 ? `line ${lines[0]} is no domain name` : `lines ${lines.join(", ")} are no domain names`;
  return `SCAN_DENY_FILE: ${which} (${file}). Write one domain a line, such as firma.sk.`;
}
