import { buffer } from "node:stream/consumers";
import type { Terminal } from "./command.ts";

let hasStatus = false;

/** Whatever is written after a status line begins on a line of its own. */
function endStatus(): void {
  if (hasStatus) process.stderr.write("\n");
  hasStatus = false;
}

/** The real terminal. A status line is redrawn in place, and only where the output is a terminal. */
export const terminal: Terminal = {
  isTerminal: process.stderr.isTTY === true,
  out: (line) => {
    endStatus();
    process.stdout.write(`${line}\n`);
  },
  err: (line) => {
    endStatus();
    process.stderr.write(`${line}\n`);
  },
  status: (line) => {
    if (!process.stderr.isTTY) return;
    process.stderr.write(`\r\u001b[2K${line}`);
    hasStatus = true;
  },
  read: () => buffer(process.stdin),
};
