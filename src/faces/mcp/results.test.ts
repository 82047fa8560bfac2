import { describe, expect, test } from "vitest";
import { countingLimiter, keepingLog, VALID_KEY } from "../../../test/mcp/capabilities.fixture.ts";
import {
  fixtureDispatch,
  legacy,
  modern,
  type Posted,
  post,
  serverInfo,
  withHeaders,
} from "../../../test/mcp/messages.ts";
import { createCall } from "../../capabilities/calling/call.ts";
import type { Services } from "../../capabilities/contexts.ts";
import { capabilities } from "../../capabilities/index.ts";
import { createMcpDispatch } from "./dispatch.ts";

const { dispatch, log } = fixtureDispatch();
const call = (params: Readonly<Record<string, unknown>>) => modern("tools/call", params);
const greet = call({ name: "greet", arguments: { name: "Anna" } });

describe("error results", () => {
  const result = async (name: string, args: unknown, headers: Readonly<Record<string, string>> = {}) => {
    const posted = call({ name, arguments: args });
    return (await post(dispatch, withHeaders(posted, headers))).message.result;
  };

  test("say what is wrong and what to do, in Slovak unless asked otherwise", async () => {
    const slovak = await result("fail", { how: "not_found" });
    expect(slovak.isError).toBe(true);
    expect(slovak.structuredContent).toEqual({
      error: { code: "not_found", message: "Nič tu nie je.", nextStep: "Hľadajte inde.", field: "how" },
    });
    expect(slovak.content).toEqual([
      { type: "text", text: "Nič tu nie je. Hľadajte inde." },
      { type: "text", text: JSON.stringify(slovak.structuredContent) },
    ]);
    const english = await result("fail", { how: "not_found", locale: "en" });
    expect(english.structuredContent.error.message).toBe("Nothing is there.");
  });

  test("carry the time to wait at the top and inside", async () => {
    const { structuredContent } = await result("fail", { how: "source_unavailable" });
    expect(structuredContent).toMatchObject({ error: { code: "source_unavailable", retryAfter: 60 }, retryAfter: 60 });
  });

  test("of a bug say nothing of its cause, which is logged", async () => {
    const failed = await result("fail", { how: "bug", locale: "cs" });
    expect(failed.structuredContent.error).toMatchObject({
      code: "internal",
      message: "Na naší straně došlo k chybě.",
    });
    expect(JSON.stringify(failed)).not.toContain("secret");
    expect(log.lines.at(-1)?.details.err).toMatchObject({ message: "the secret cause" });
  });

  test.each([
    ["a missing argument", {}, "name"],
    ["a wrong argument", { name: "Anna", times: 9 }, "times"],
    ["an argument nobody knows", { name: "Anna", tiems: 1 }, "times"],
    ["a wrong locale", { name: "Anna", locale: "de" }, "locale"],
  ])("name the argument: %s", async (_case, args, field) => {
    const { isError, structuredContent } = await result("greet", args);
    expect(isError).toBe(true);
    expect(structuredContent.error).toMatchObject({ code: "invalid_arguments", field });
  });

  test("of a used-up limit say when to come back", async () => {
    const { dispatch: limited } = fixtureDispatch({ limiter: countingLimiter(1) });
    expect((await post(limited, greet)).message.result.isError).toBeUndefined();
    const refused = await post(limited, greet);
    expect(refused.status).toBe(200);
    expect(refused.message.result.structuredContent).toMatchObject({ error: { code: "rate_limited" }, retryAfter: 30 });
    expect(refused.limits).toMatchObject([{ name: "company_search", remaining: 0 }]);
  });
});

describe("key tools", () => {
  const names = async (posted: Posted) =>
    (await post(dispatch, posted)).message.result.tools.map(({ name }: { name: string }) => name);

  test.each([
    ["modern", modern("tools/list")],
    ["legacy", legacy("tools/list")],
  ])("are listed for a valid key only (%s)", async (_era, posted) => {
    expect(await names(withHeaders(posted, { authorization: VALID_KEY }))).toContain("mine");
    expect(await names(withHeaders(posted, { authorization: "Bearer wrong" }))).not.toContain("mine");
    expect(await names(posted)).not.toContain("mine");
  });

  test("answer unauthorized without a valid key, before anything else is checked", async () => {
    for (const headers of [{}, { authorization: "Bearer wrong" }]) {
      const posted = withHeaders(call({ name: "mine", arguments: { nobody: 1 } }), headers);
      const { status, message } = await post(dispatch, posted);
      expect(status).toBe(200);
      expect(message.result).toMatchObject({ isError: true, structuredContent: { error: { code: "unauthorized" } } });
    }
  });

  test.each(["my_organizations", "my_scans", "my_scan_detail", "my_obligations"])(
    "%s asks for a key also where nobody can hold one, and is not listed",
    async (name) => {
      const real = createMcpDispatch({
        capabilities,
        call: createCall({} as Services, countingLimiter(100)),
        serverInfo,
        instructions: "",
        log: keepingLog(),
      });
      const { status, message } = await post(real, call({ name, arguments: { locale: "en" } }));
      expect(status).toBe(200);
      expect(message.result).toMatchObject({
        isError: true,
        structuredContent: { error: { code: "unauthorized", message: "This call needs a valid API key." } },
      });
      const listed = (await post(real, modern("tools/list"))).message.result.tools;
      expect(listed.map((tool: { name: string }) => tool.name)).not.toContain(name);
    },
  );

  test("answer with a valid key, and a wrong key does not close the public ones", async () => {
    const mine = await post(dispatch, withHeaders(call({ name: "mine" }), { authorization: VALID_KEY }));
    expect(mine.message.result.structuredContent).toEqual({ secret: "yours" });
    const open = await post(dispatch, withHeaders(greet, { authorization: "Bearer wrong" }));
    expect(open.message.result.isError).toBeUndefined();
  });
});

test("the fixtures of the conformance suite are offered only where a test asks for them", async () => {
  const { dispatch: testing } = fixtureDispatch({ testTools: true });
  const list = async (of: typeof dispatch) => JSON.stringify((await post(of, modern("tools/list"))).message);
  expect(await list(testing)).toContain("test_simple_text");
  expect(await list(dispatch)).not.toContain("test_simple_text");
  const missing = await post(testing, call({ name: "test_missing_capability" }));
  expect(missing).toMatchObject({
    status: 400,
    message: { error: { code: -32021, data: { requiredCapabilities: { sampling: {} } } } },
  });
});
