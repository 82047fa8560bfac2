import { statSync } from "node:fs";
import { join } from "node:path";
import type { Logger } from "pino";
import { ConfigError } from "../config.ts";
import { readCompanyNumber } from "../core/company-number.ts";
import type { IsSuppressed } from "../sources/registers/combined/suppress.ts";
import { listedLines } from "./listed-lines.ts";

/** The file in `DATA_DIR`. A restore does not touch it: it belongs to no backup and is older than none. */
export const SUPPRESS_FILE = "suppress.txt";

/** How long a changed file may go unnoticed, in milliseconds. */
const LOOK_EVERY_MS = 1_000;

/** What a list says, and the lines that are no number. */
export interface SuppressList {
  /** Numbers for both countries, and numbers behind the sign of one. */
  readonly firms: ReadonlySet<string>;
  readonly wrong: readonly number[];
}

/**
 * Reads a list: a number a line, with or without the sign of its country (`SK31322832`); `#` begins a comment.
 * @returns `undefined` where there is no file. @throws what the system says of one that cannot be read
 */
export function readSuppressList(dir: string): SuppressList | undefined {
  const file = join(dir, SUPPRESS_FILE);
  if (statSync(file, { throwIfNoEntry: false }) === undefined) return undefined;
  const firms = new Set<string>();
  const wrong: number[] = [];
  for (const { number, text } of listedLines(file)) {
    const firm = readCompanyNumber(text);
    if (firm?.kind !== "ico") wrong.push(number);
    else firms.add(`${firm.country ?? ""}${firm.ico}`);
  }
  return { firms, wrong };
}

/**
 * Who is not to be named, from `DATA_DIR/suppress.txt`; a changed file holds within a second. While one that was there
 * cannot be read, what it said last holds.
 * @throws ConfigError at the start for a file that cannot be read: nobody may be named by mistake
 */
export function openSuppressList({
  dir,
  log,
  millis = () => performance.now(),
}: {
  readonly dir: string;
  readonly log: Logger;
  readonly millis?: () => number;
}): IsSuppressed {
  let firms: ReadonlySet<string> = new Set();
  let signature = "";
  let lookAt = 0;
  try {
    check();
  } catch {
    throw new ConfigError([`DATA_DIR: ${join(dir, SUPPRESS_FILE)} cannot be read.`]);
  }
  return (ico, country) => {
    if (millis() >= lookAt) {
      try {
        check();
      } catch (cause) {
        log.error({ err: cause }, `${SUPPRESS_FILE} cannot be read: what it said last holds`);
      }
    }
    return firms.has(ico) || firms.has(country + ico);
  };

  function check(): void {
    lookAt = millis() + LOOK_EVERY_MS;
    const stats = statSync(join(dir, SUPPRESS_FILE), { throwIfNoEntry: false });
    const seen = stats === undefined ? "none" : `${stats.ino} ${stats.mtimeMs} ${stats.size}`;
    if (seen === signature) return;
    const list = readSuppressList(dir);
    signature = seen;
    firms = list?.firms ?? new Set();
    if (list !== undefined && list.wrong.length > 0) {
      log.error({ lines: list.wrong }, `lines of ${SUPPRESS_FILE} are no numbers of firms: nobody is hidden by them`);
    }
  }
}
