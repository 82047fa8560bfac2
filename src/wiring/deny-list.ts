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

/**
 * The registrable domains of the list, read anew each time: what an owner asks for takes effect at once. While the file
 * cannot be read, or a line of it is not understood, what was read before holds too.
 * @throws ConfigError at the start for a file or a line that cannot be read: it must not be taken for an empty one.
 */
export function openDenyList(file: string | undefined, log: Pick<Logger, "error">): () => ReadonlySet<string> {
  if (file === undefined) return () => new Set();
  let last: ReadonlySet<string>;
  try {
    const { domains, wrong } = readDenyList(file);
    if (wrong.length > 0) throw new ConfigError([notUnderstood(file, wrong)]);
    last = domains;
  } catch (cause) {
    throw cause instanceof ConfigError ? cause : new ConfigError([`SCAN_DENY_FILE: ${file} cannot be read.`]);
  }
  return () => {
    try {
      const { domains, wrong } = readDenyList(file);
      if (wrong.length > 0) log.error({ lines: wrong }, "lines of SCAN_DENY_FILE are no domains: the others hold");
      last = new Set([...(wrong.length > 0 ? last : []), ...domains]);
    } catch (cause) {
      log.error({ err: cause }, "SCAN_DENY_FILE cannot be read: the list read last is used");
    }
    return last;
  };
}

function notUnderstood(file: string, lines: readonly number[]): string {
  const which = lines.length === 1 ? `line ${lines[0]} is no domain` : `lines ${lines.join(", ")} are no domains`;
  return `SCAN_DENY_FILE: ${file}, ${which}. Write one domain a line, such as firma.sk.`;
}
