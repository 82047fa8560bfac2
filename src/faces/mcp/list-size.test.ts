import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { expect, test } from "vitest";
import { bareServices, unlimited } from "../../capabilities/bare-services.fixture.ts";
import { createCall } from "../../capabilities/calling/call.ts";
import { capabilities } from "../../capabilities/index.ts";
import { knowledge } from "../../knowledge/shipped.fixture.ts";
import { toolOf } from "./tool.ts";

test("the list of public tools, which every agent reads before its first call, has at most 8,000 tokens", () => {
  const call = createCall(bareServices(knowledge), unlimited);
  const log = { error: () => undefined, warn: () => undefined };
  const tools = capabilities.flatMap((capability) =>
    capability.mcp === undefined ? [] : [toolOf(capability, { call, log })],
  );
  const definitions = tools.filter(({ needsKey }) => !needsKey).map(({ definition }) => definition);
  expect(definitions).toHaveLength(8);
  expect(countTokens(JSON.stringify(definitions))).toBeLessThanOrEqual(8000);
});
