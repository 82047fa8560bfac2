import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

/** What happens at a write: an error of the system, or the end of the process. */
export type Fault = "ENOSPC" | "EIO" | "kill";

// biome-ignore lint/suspicious/noExplicitAny: calls of every kind
type Call = (...args: any[]) => unknown;

/** Our own calls that change the disk: at once, by a promise, and through an open file. */
const AT_ONCE = [
  "writeFileSync",
  "copyFileSync",
  "linkSync",
  "renameSync",
  "fsyncSync",
  "rmSync",
  "utimesSync",
  "writeSync",
];
const BY_PROMISE = ["writeFile", "rename", "rm", "open"];
const OF_A_FILE = ["write", "sync"];

/**
 * Lets the n-th call of ours that changes the disk fail (counted from 1), and with `ENOSPC` all later ones, but for
 * removing, which works on a full disk. Every module of this process is affected.
 * @returns ends it and gives the number of calls that were made.
 */
export async function failAt(n: number, fault: Fault): Promise<() => number> {
  let calls = 0;
  function count(name: string): void {
    if (fault === "ENOSPC" && /^rm/.test(name)) return;
    calls++;
    const fails = fault === "ENOSPC" ? calls >= n : calls === n;
    if (fails && fault === "kill") process.kill(process.pid, "SIGKILL");
    if (fails) throw Object.assign(new Error(`${fault}: ${name}`), { code: fault });
  }
  const file = await fs.promises.open(process.execPath, "r");
  const ends = [
    replaceCalls(fs, AT_ONCE, (name, call) => (...args) => {
      count(name);
      return call(...args);
    }),
    replaceCalls(fs.promises, BY_PROMISE, laterCounted),
    replaceCalls(Object.getPrototypeOf(file), OF_A_FILE, laterCounted),
  ];
  await file.close();
  syncBuiltinESMExports();
  return () => {
    for (const end of ends) end();
    syncBuiltinESMExports();
    return calls;
  };

  function laterCounted(name: string, call: Call): Call {
    return async function (this: unknown, ...args) {
      count(name);
      return call.apply(this, args);
    };
  }
}

/** @returns puts back what was there. */
function replaceCalls(owner: object, names: readonly string[], wrap: (name: string, call: Call) => Call): () => void {
  const real = Object.fromEntries(names.map((name) => [name, Reflect.get(owner, name) as Call]));
  for (const [name, call] of Object.entries(real)) Reflect.set(owner, name, wrap(name, call));
  return () => void Object.assign(owner, real);
}
