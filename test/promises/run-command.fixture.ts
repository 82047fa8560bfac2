import type { Call } from "../../src/capabilities/calling/call.ts";
import { runCommand, selectCommand } from "../../src/faces/cli/cli.ts";

/** What a command wrote, and its exit code. */
export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/**
 * Runs a command as `dosah` does, with the terminal's two streams kept. `words` are what stands after
 * `dosah`, `stdin` what is read from standard input.
 */
export async function runDosah(call: Call, words: readonly string[], stdin: string | Uint8Array = ""): Promise<Ran> {
  const command = selectCommand(words);
  if (command === undefined) throw new Error(`no command is called ${words.join(" ")}`);
  const out: string[] = [];
  const err: string[] = [];
  const terminal = {
    out: (line: string) => out.push(line),
    err: (line: string) => err.push(line),
    status: () => {},
    read: async () => Buffer.from(stdin),
  };
  const code = await runCommand(command, words, { call, terminal });
  return { code, out: out.join("\n"), err: err.join("\n") };
}
