import { expect, test } from "vitest";
import { actorKindOf } from "./actor-kind.ts";

test.each([
  ["trust.share_used", "web", null, "link_holder"],
  ["trust.share_used", "system", null, "link_holder"],
  ["supplier.ask_stopped", "web", null, "addressee"],
  ["organization.deleted", "cli", null, "operator"],
  ["domain.lost", "system", null, "service"],
  ["member.left", "web", "acc_1", "person"],
  ["member.left", "cli", "acc_1", "person"],
  ["of.nobody", "web", null, "unknown"],
  ["of.nobody", "rest", null, "unknown"],
] as const)("%s by %s of account %s was done by: %s", (action, via, actorId, kind) => {
  expect(actorKindOf({ action, via, actorId })).toBe(kind);
});
