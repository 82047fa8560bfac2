import { createServer, request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { examine } from "../../src/wiring/doctor/examine.ts";
import { type BuiltDosah, buildDosah, spawnDosah } from "../promises/built-dosah.fixture.ts";
import { NOW, startTestService, type TestService } from "../promises/service.fixture.ts";

const SECRETS_KEY = Buffer.alloc(32, 7).toString("base64");
const OTHER_KEY = Buffer.alloc(32, 9).toString("base64");

/** A proxy as an operator puts one before Dosah. @returns its address */
async function proxyTo(url: string, forwardedFor: string | undefined): Promise<string> {
  const proxy = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, ...(forwardedFor === undefined ? {} : { "x-forwarded-for": forwardedFor }) };
    const sent = httpRequest(new URL(incoming.url ?? "/", url), { method: incoming.method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(sent);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => new Promise<void>((resolve) => void proxy.close(() => resolve())));
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`; // it listens on a port
}

describe("dosah doctor asks a running service through its public address", () => {
  let plain: TestService;
  let trusting: TestService;

  beforeAll(async () => {
    plain = await startTestService({ env: { SECRETS_KEY, INSTANCE: "one" } });
    trusting = await startTestService({ env: { SECRETS_KEY, TRUST_PROXY: "loopback" } });
  });
  afterAll(async () => {
    await plain.close();
    await trusting.close();
  });

  async function codes(dosah: TestService, settings: Readonly<Record<string, string>>) {
    const env = { DATA_DIR: dosah.dataDir, REGISTERS: "mirror", SECRETS_KEY, ...settings };
    const findings = await examine(env, { now: () => NOW });
    return Object.fromEntries(findings.map(({ check, code, values }) => [check, [code, values]]));
  }

  test("and finds it, its snapshot, its state and its one process", async () => {
    const found = await codes(plain, { BASE_URL: plain.url });
    expect(found).toMatchObject({
      base_url: ["address_ok", { instance: "one" }],
      trust_proxy: ["proxy_none", undefined],
      one_process: ["process_one", undefined],
      snapshot: ["snapshot_ok", {}],
      snapshot_rules: ["rules_ok", undefined],
      state_file: ["state_ok", undefined],
      migrations: ["migrations_ok", {}],
      secrets_key: ["key_ok", { count: 0 }],
    });
  });

  test("with another key it is another installation", async () => {
    expect((await codes(plain, { BASE_URL: plain.url, SECRETS_KEY: OTHER_KEY })).base_url?.[0]).toBe("address_other");
  });

  test("behind a proxy that nobody trusts, all callers would count as one", async () => {
    const BASE_URL = await proxyTo(plain.url, "198.51.100.7");
    expect((await codes(plain, { BASE_URL })).trust_proxy).toEqual(["proxy_not_trusted", { address: "127.0.0.1" }]);
  });

  test("behind a trusted proxy the address of the caller is counted", async () => {
    const BASE_URL = await proxyTo(trusting.url, "198.51.100.7");
    const found = await codes(trusting, { BASE_URL, TRUST_PROXY: "loopback" });
    expect(found.trust_proxy).toEqual(["proxy_ok", { address: "198.51.100.7" }]);
  });

  test("a trusted proxy that sends no address is found", async () => {
    const BASE_URL = await proxyTo(trusting.url, undefined);
    const found = await codes(trusting, { BASE_URL, TRUST_PROXY: "loopback" });
    expect(found.trust_proxy?.[0]).toBe("proxy_without_address");
  });

  test("nobody without the key learns from /readyz which address counts", async () => {
    const asked = { headers: { "dosah-doctor": `${crypto.randomUUID()}.${"a".repeat(64)}` } };
    for (const init of [{}, asked]) {
      expect(await (await plain.fetch("/readyz", init)).json()).not.toHaveProperty("doctor");
    }
  });
});

describe("the command", () => {
  let built: BuiltDosah;
  beforeAll(() => {
    built = buildDosah();
  });
  afterAll(() => built.remove());
  const doctor = async (words: readonly string[], settings: Readonly<Record<string, string>>) => {
    const child = spawnDosah(built, ["doctor", ...words], {
      DATA_DIR: `${built.dir}/data`,
      REGISTERS: "mirror",
      ...settings,
    });
    return { code: await child.ended, out: child.out(), err: child.err() };
  };

  test("exits with 0 while nothing fails, makes nothing, and speaks English", async () => {
    const { code, out, err } = await doctor(["--locale", "en"], { PORT: "1" });
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toMatch(/^ok {10}settings {12}The settings are valid\.\n/);
    expect(out).toMatch(/^warning {5}snapshot {12}There is no register file yet\. The first start/m);
    expect((await doctor(["--locale", "cs"], {})).out).toMatch(/^ok {10}settings {12}The settings are valid\./);
    expect((await doctor([], {})).out).toMatch(/^ok {10}settings/);
  });

  test("ends every sentence, also one that ends with what the system said", async () => {
    for (const locale of ["sk", "cs", "en"]) {
      const { out } = await doctor(["--locale", locale], { SNAPSHOT_URL: "http://127.0.0.1:1/registers.db" });
      expect(out).toMatch(/SNAPSHOT_URL \(.*ECONNREFUSED.*\)\. [A-Z]/);
      for (const line of out.trimEnd().split("\n")) expect(line).toMatch(/[.…]$/);
    }
  });

  test("exits with 1 when a setting is wrong, and says so as JSON", async () => {
    const { code, out } = await doctor(["--json", "--locale", "en"], { PORT: "many" });
    expect(code).toBe(1);
    const answer = JSON.parse(out);
    expect(answer.ok).toBe(false);
    expect(answer.checks[0]).toMatchObject({ check: "settings", status: "failure", code: "settings_wrong" });
    expect(answer.checks[0].nextStep).toMatch(/docs\/settings\.md/);
  });

  test("exits with 1 where a start would not even open its data", async () => {
    const { code, out } = await doctor(["--locale", "en"], { DATA_DIR: built.bin });
    expect(code).toBe(1);
    expect(out).toMatch(/^failure {5}data_dir/m);
  });
});
