import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

/** What happens at a write: an error of the system, or the end of the process. */
export type Fault = "ENOSPC" | "EIO" | "kill";

/** Our own calls that change the disk. Removing works on a full disk. */
const CALLS = ["writeFileSync", "copyFileSync", "linkSync", "renameSync", "fsyncSync", "rmSync"] as const;

/**
 * Lets the n-th call of ours that changes the disk fail (counted from 1), and with `ENOSPC` all later ones. Every module
 * of this process is affected. @returns ends it and gives the number of calls that were made.
 */
export function failAt(n: number, fault: Fault): () => number {
  const real = Object.fromEntries(CALLS.map((name) => [name, fs[name]]));
  let calls = 0;
  for (const name of CALLS) {
    const call = fs[name] as (...args: readonly unknown[]) => unknown;
    Object.assign(fs, {
      [name]: (...args: readonly unknown[]) => {
        if (fault === "ENOSPC" && name === "rmSync") return call(...args);
        calls++;
        const fails = fault === "ENOSPC" ? calls >= n : calls === n;
        if (fails && fault === "kill") process.kill(process.pid, "SIGKILL");
        if (fails) throw Object.assign(new Error(`${fault}: ${name}`), { code: fault });
        return call(...args);
      },
    });
  }
  syncBuiltinESMExports();
  return () => {
    Object.assign(fs, real);
    syncBuiltinESMExports();
    return calls;
  };
}
