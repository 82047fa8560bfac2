import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type BuiltDosah, type Child, spawnDosah } from "../promises/built-dosah.fixture.ts";
import { freePort } from "../promises/free-port.fixture.ts";
import { type Laboratory, laboratorySettings } from "./laboratory.ts";

/** A process of the service that scans a laboratory. */
export interface ScanProcess {
  readonly child: Child;
  readonly url: string;
  /** What its requests to a site carry in `User-Agent`, so that a laboratory can tell processes apart. */
  readonly mark: string;
  /** Ends it as `signal` does, and waits until it is gone. */
  end(signal: "SIGTERM" | "SIGKILL"): Promise<void>;
}

/** Starts processes that share a laboratory, and removes what they left. */
export class ScanProcesses {
  readonly #built: BuiltDosah;
  readonly #lab: Laboratory;
  readonly #dir = mkdtempSync(join(tmpdir(), "dosah-scan-processes-"));
  readonly #started: ScanProcess[] = [];

  constructor(built: BuiltDosah, lab: Laboratory) {
    this.#built = built;
    this.#lab = lab;
    writeFileSync(this.#rootFile, lab.root.pem);
  }

  get #rootFile(): string {
    return join(this.#dir, "root.pem");
  }

  /** Starts one and waits until it listens. */
  async start(settings: Readonly<Record<string, string>>): Promise<ScanProcess> {
    const port = await freePort();
    const env = {
      ...laboratorySettings(this.#lab),
      DATA_DIR: join(this.#dir, "data"),
      PORT: String(port),
      REGISTERS: "mirror",
      NODE_EXTRA_CA_CERTS: this.#rootFile,
    };
    const child = spawnDosah(this.#built, ["serve"], { ...env, ...settings });
    const one: ScanProcess = {
      child,
      url: `http://localhost:${port}`,
      mark: `+http://localhost:${port}/scan`,
      end: async (signal) => {
        child.process.kill(signal);
        await child.ended;
      },
    };
    this.#started.push(one);
    while (!child.out().includes("Dosah is listening")) {
      if (child.process.exitCode !== null) throw new Error(`the process did not start: ${child.err()}${child.out()}`);
      await sleep(20);
    }
    return one;
  }

  /** Ends those that still run. */
  async remove(): Promise<void> {
    await Promise.all(this.#started.map((each) => each.end("SIGKILL")));
    rmSync(this.#dir, { recursive: true, force: true });
  }
}
