import { describe, expect, test } from "vitest";
import { fixtureDispatch, legacy, modern, post, withHeaders } from "../../../test/mcp/messages.ts";
import { prompts } from "./prompts.ts";

const { dispatch } = fixtureDispatch({ prompts });
const NAMES = ["scope", "next_steps", "ai_system"];

async function ask(posted: Parameters<typeof post>[1]) {
  const { status, message } = await post(dispatch, posted);
  return { status, ...message };
}

describe("prompts", () => {
  test("are listed in both eras, each with optional arguments alone, and are advertised", async () => {
    const { result: old } = await ask(legacy("prompts/list"));
    const { result: now } = await ask(modern("prompts/list"));
    expect(old.prompts.map(({ name }: { name: string }) => name)).toEqual(NAMES);
    expect(now.prompts).toEqual(old.prompts);
    expect(now).toMatchObject({ resultType: "complete", ttlMs: expect.any(Number), cacheScope: "public" });
    const given = old.prompts.flatMap((prompt: { arguments: { required: boolean }[] }) => prompt.arguments);
    expect(given.map(({ required }: { required: boolean }) => required)).not.toContain(true);
    const { result } = await ask(legacy("initialize", { protocolVersion: "2025-11-25" }));
    expect(result.capabilities).toEqual({ tools: {}, prompts: {} });
    expect((await ask(modern("server/discover"))).result.capabilities).toEqual({ tools: {}, prompts: {} });
  });

  test.each(NAMES)("%s is a text of the user, with and without what it is about", async (name) => {
    const [about = ""] = Object.keys(prompts.find((prompt) => prompt.name === name)?.arguments ?? {});
    const plain = await ask(legacy("prompts/get", { name }));
    const said = await ask(legacy("prompts/get", { name, arguments: { [about]: "Alfa s.r.o.", locale: null } }));
    expect(plain.result.messages).toEqual([{ role: "user", content: { type: "text", text: expect.any(String) } }]);
    expect(said.result.messages[0].content.text).toContain("Alfa s.r.o.");
    const named = withHeaders(modern("prompts/get", { name, arguments: { [about]: "Alfa s.r.o." } }), {
      "mcp-name": name,
    });
    expect((await ask(named)).result).toMatchObject({ ...said.result, resultType: "complete" });
  });

  test.each<[string, object]>([
    ["an unknown name", { name: "x" }],
    ["no name", {}],
    ["an unknown argument", { name: "scope", arguments: { firm: "x" } }],
    ["an argument that is no text", { name: "scope", arguments: { company: 7 } }],
    ["arguments that are no object", { name: "scope", arguments: "x" }],
    ["an argument without end", { name: "scope", arguments: { company: "x".repeat(501) } }],
  ])("refuse %s without repeating it", async (_what, params) => {
    const { status, error } = await ask(legacy("prompts/get", params));
    expect([status, error.code]).toEqual([200, -32602]);
    expect(error.message).not.toContain("firm");
  });

  test("need the header that mirrors their name in the sessionless era", async () => {
    const posted = withHeaders(modern("prompts/get", { name: "scope" }), { "mcp-name": undefined });
    expect(await ask(posted)).toMatchObject({ status: 400, error: { code: -32020 } });
  });
});
