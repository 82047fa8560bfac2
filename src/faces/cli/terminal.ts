import type { Terminal } from "./command.ts";

/** The real terminal. A status line is redrawn in place, and only where somebody watches. */
export const terminal: Terminal = {
  out: (line) => void process.stdout.write(`${line}\n`),
  err: (line) => void process.stderr.write(`${line}\n`),
  status: (line) => {
    if (process.stderr.isTTY) process.stderr.write(`\r\u001b[2K${line}`);
  },
};
