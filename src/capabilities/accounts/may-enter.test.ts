import { expect, test } from "vitest";
import { entryOf, mayEnter } from "./may-enter.ts";

/** What the account has, and what `optional`, `owners` and `required` then open to one factor. */
test.each([
  [{ has_app: 1, has_passkey: 0, owns: 0 }, ["challenge", "challenge", "challenge"]],
  [{ has_app: 1, has_passkey: 1, owns: 1 }, ["challenge", "challenge", "challenge"]],
  [{ has_app: 0, has_passkey: 1, owns: 0 }, ["full", "full", "challenge"]],
  [{ has_app: 0, has_passkey: 1, owns: 1 }, ["full", "challenge", "challenge"]],
  [{ has_app: 0, has_passkey: 0, owns: 0 }, ["full", "full", "set_up"]],
  [{ has_app: 0, has_passkey: 0, owns: 1 }, ["full", "set_up", "set_up"]],
] as const)("%j opens %j to one factor, and everything to two", (account, opened) => {
  for (const [index, policy] of (["optional", "owners", "required"] as const).entries()) {
    expect(mayEnter(account, policy, "one"), policy).toBe(opened[index]);
    expect(mayEnter(account, policy, "two"), policy).toBe("full");
    // A sign-in that was not completed opens the challenge alone, whatever the account has by now.
    expect(entryOf({ ...account, stage: "second_factor", assurance: "one" }, policy)).toBe("challenge");
  }
});
