import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { newId } from "../../src/core/random-id.ts";
import { hashApiKey, newApiKey, tailOf } from "../../src/identity/api-key.ts";
import { addAccount } from "../../src/state/accounts.ts";
import { addApiKey } from "../../src/state/api-keys.ts";
import { addOrganization } from "../../src/state/organizations.ts";
import type { State } from "../../src/state/state.ts";
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

/** An organization with an owner, written into the state beside the running processes, and a key with `scan:write`. */
export async function addOwner(state: State): Promise<{ readonly orgId: string; readonly key: string }> {
  const [orgId, accountId] = [newId("organization"), newId("account")];
  const email = `${accountId}@firma.sk`;
  const account = { id: accountId, email, email_key: email, name: "Jana", locale: "sk" as const };
  await addAccount(state, { ...account, password_hash: null, email_verified_at: 1 }, 1);
  await addOrganization(state, { id: orgId, name: "Alfa", country: "SK", ico: null, created_by: accountId }, 1);
  const key = newApiKey();
  const hashed = { hash: hashApiKey(key), tail: tailOf(key), once: null, expiresAt: null };
  await addApiKey(state, { id: newId("apiKey"), accountId, name: "k", scopes: ["read", "scan:write"], ...hashed }, 1);
  return { orgId, key };
}
