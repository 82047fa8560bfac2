import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { expect } from "vitest";
import type { Installation } from "../promises/installation.fixture.ts";
import { PASSWORD } from "../promises/installation.fixture.ts";
import { type Json, NOW } from "../promises/service.fixture.ts";
import { Laboratory } from "./laboratory.ts";

/** A laboratory for whole services: its root is trusted by this process, as `NODE_EXTRA_CA_CERTS` does it for others. */
export async function openTrustedLaboratory(): Promise<{ readonly lab: Laboratory; close(): Promise<void> }> {
  const lab = await Laboratory.open();
  const usual = getCACertificates("default");
  setDefaultCACertificates([...usual, lab.root.pem]);
  return {
    lab,
    close: async () => {
      setDefaultCACertificates(usual);
      await lab.close();
    },
  };
}

/** People with keys in an installation. */
export interface People {
  readonly orgId: string;
  /** Adds somebody with a role. @returns a key with `scan:write`. */
  key(role: "owner" | "admin" | "member" | "viewer"): Promise<string>;
  /** A request to REST with a key. */
  ask(key: string | undefined, method: string, path: string, body?: object): Promise<Asked>;
}

export interface Asked {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: Json;
}

/** Makes an organization with an owner; sets the clock of the service to the real one, by which certificates are made. */
export async function setUpPeople({ run, service }: Installation): Promise<People> {
  service.pass((Date.now() - NOW.getTime()) / 1000);
  let people = 0;
  const person = async () => {
    const email = `person${++people}@firma.sk`;
    const added = await run(`user add --email ${email} --password-stdin`, PASSWORD);
    expect(added.code, added.err).toBe(0);
    return email;
  };
  const keyOf = async (email: string, scope = "--scope scan:write") =>
    (await run(`key issue --email ${email} --name k ${scope}`)).out;
  const owner = await person();
  const orgId = (await run(`org add --name Alfa --owner ${owner} --country SK`)).out;
  const keys = new Map<string, Promise<string>>([["owner", keyOf(owner)]]);
  return {
    orgId,
    key: async (role) => {
      const known = keys.get(role);
      if (known !== undefined) return known;
      const email = await person();
      await run(`member add --organization ${orgId} --email ${email} --role ${role}`);
      const made = keyOf(email);
      keys.set(role, made);
      return made;
    },
    ask: async (key, method, path, body) => {
      const response = await service.fetch(path, {
        method,
        headers: {
          ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
          ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, headers: response.headers, text, body: text === "" ? null : JSON.parse(text) };
    },
  };
}
