import { expect, test } from "vitest";
import { newApiKey } from "../../identity/api-key.ts";
import type { StateDatabase } from "../../state/state-database.ts";
import { identifyByKey } from "./identify-by-key.ts";
import { LimitReached } from "./limit-reached.ts";

test("no key is looked at for who asks too often, and no wrong one is counted", async () => {
  const unasked = () => expect.fail("nothing may be asked");
  const identify = identifyByKey({
    // The check of a key uses nothing else of the state.
    state: { get: unasked } as unknown as StateDatabase,
    limiter: { attempt: unasked },
    now: () => 0,
    log: { error: unasked, warn: unasked },
  });
  const decision = Promise.resolve({ allowed: false, refusedBy: "mcp_endpoint", retryAfter: 9, states: [] } as const);
  const counted = { decision, further: () => decision };
  for (const authorization of [`Bearer ${newApiKey()}`, "Bearer wrong"]) {
    await expect(identify({ address: "192.0.2.1", via: "mcp", authorization, counted })).rejects.toThrow(LimitReached);
  }
});
