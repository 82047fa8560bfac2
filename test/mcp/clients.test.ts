import { Client as ClientV2, StreamableHTTPClientTransport as TransportV2 } from "@modelcontextprotocol/client";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as TransportV1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, describe, expect, test } from "vitest";
import { VALID_KEY } from "./capabilities.fixture.ts";
import { serverInfo } from "./messages.ts";
import { startFixtureServer } from "./server.fixture.ts";

const server = await startFixtureServer();
afterAll(server.close);

const identity = { name: "client-under-test", version: "1.0.0" };

/** What the tests need of a client, whatever its generation. */
interface Connected {
  readonly era: "legacy" | "modern";
  readonly info: unknown;
  readonly instructions: string | undefined;
  list(): Promise<{ name: string; outputSchema?: object | undefined; annotations?: object | undefined }[]>;
  call(name: string, args: Record<string, unknown>): Promise<Readonly<Record<string, unknown>>>;
  close(): Promise<void>;
}

function init(authorization?: string) {
  return authorization === undefined ? {} : { requestInit: { headers: { Authorization: authorization } } };
}

async function connectV1(authorization?: string): Promise<Connected> {
  const client = new ClientV1(identity);
  // The v1 transport is typed without exactOptionalPropertyTypes.
  await client.connect(new TransportV1(new URL(server.url), init(authorization)) as Parameters<ClientV1["connect"]>[0]);
  return {
    era: "legacy",
    info: client.getServerVersion(),
    instructions: client.getInstructions(),
    list: async () => (await client.listTools()).tools,
    call: (name, args) => client.callTool({ name, arguments: args }),
    close: () => client.close(),
  };
}

async function connectV2(mode: "legacy" | "auto" | { pin: string }, authorization?: string): Promise<Connected> {
  const client = new ClientV2(identity, { versionNegotiation: { mode } });
  await client.connect(new TransportV2(new URL(server.url), init(authorization)));
  return {
    era: client.getProtocolEra() ?? "legacy",
    info: client.getServerVersion(),
    instructions: client.getInstructions(),
    list: async () => (await client.listTools()).tools,
    call: (name, args) => client.callTool({ name, arguments: args }),
    close: () => client.close(),
  };
}

describe.each<[string, "legacy" | "modern", (authorization?: string) => Promise<Connected>]>([
  ["the v1 client", "legacy", connectV1],
  ["the v2 client, which starts with a handshake by default", "legacy", (key) => connectV2("legacy", key)],
  ["the v2 client that asks first", "modern", (key) => connectV2("auto", key)],
  ["the v2 client of the sessionless revision alone", "modern", (key) => connectV2({ pin: "2026-07-28" }, key)],
])("%s", (_client, era, connect) => {
  test("connects and learns who answers", async () => {
    const client = await connect();
    expect(client.era).toBe(era);
    expect(client.info).toEqual(serverInfo);
    expect(client.instructions).toBe("Pozdravte.");
    await client.close();
  });

  test("lists the tools, and the key tools with a key", async () => {
    const anonymous = await connect();
    expect((await anonymous.list()).map(({ name }) => name)).toEqual(["an_overview", "fail", "greet"]);
    await anonymous.close();
    const owner = await connect(VALID_KEY);
    const tools = await owner.list();
    expect(tools.map(({ name }) => name)).toEqual(["an_overview", "fail", "greet", "mine"]);
    for (const { annotations } of tools) {
      expect(annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false, idempotentHint: true });
    }
    expect((await owner.call("mine", {})).structuredContent).toEqual({ secret: "yours" });
    await owner.close();
  });

  // The clients check structuredContent against the listed schema themselves; both dialects are checked here too.
  test.each<[string, Record<string, unknown>, boolean]>([
    ["greet", { name: "Žofia", locale: "cs" }, false],
    ["greet", { name: "Ž" }, true],
    ["greet", { nobody: "knows" }, true],
    ["an_overview", {}, false],
    ["an_overview", { part: "two" }, false],
    ["an_overview", { part: "three" }, true],
    ["fail", { how: "not_found" }, true],
    ["fail", { how: "source_unavailable", locale: "en" }, true],
    ["fail", { how: "bug" }, true],
    ["mine", {}, true],
  ])("accepts the answer of %s to %j (error: %s)", async (name, args, isError) => {
    const client = await connect();
    const owner = await connect(VALID_KEY);
    const listed = await owner.list();
    const schema = listed.find((tool) => tool.name === name)?.outputSchema ?? false;
    await client.list();
    const result = await client.call(name, args);
    expect(result.isError === true).toBe(isError);
    expect(new Ajv2020({ strict: false }).compile(schema)(result.structuredContent)).toBe(true);
    expect(new Ajv({ strict: false }).compile(schema)(result.structuredContent)).toBe(true);
    const [line, json] = result.content as { type: string; text: string }[]; // proved by the next lines
    expect(line?.text).not.toMatch(/[\r\n\u2028\u2029]/);
    expect(JSON.parse(json?.text ?? "")).toEqual(result.structuredContent);
    await client.close();
    await owner.close();
  });

  test("gets a protocol error for a tool that does not exist", async () => {
    const client = await connect();
    await expect(client.call("nope", {})).rejects.toMatchObject({ code: -32602 });
    await client.close();
  });
});
