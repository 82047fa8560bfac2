import { expect, test } from "vitest";
import { ServiceError } from "../../core/problem.ts";
import { createMemoryLimiter } from "../../limits/memory-limiter.ts";
import { LimitReached } from "../calling/limit-reached.ts";
import { Refused } from "../calling/refusal.ts";
import { createAttempt } from "./attempt.ts";

const log = { warn: () => undefined, error: () => undefined };

/** Attempts on rows that let two through. */
function attempts() {
  const rules = [
    { name: "address", perMinute: 2 },
    { name: "account", perMinute: 2 },
  ];
  const limiter = createMemoryLimiter({ rules, now: () => 0 });
  const attempt = createAttempt(limiter, log);
  const used = (row: string, key: string) => 1 - (limiter.take([row], key).states[0]?.remaining ?? 0);
  return { attempt, used };
}

const rows = ["address", "account"];
const keys = ["192.0.2.1", "jana"];
const wrong = async () => ({ judged: "wrong", refusal: new Refused([{ code: "credentials_wrong" }]) }) as const;

test("a wrong attempt counts in every row and is refused; when a row is used up, nothing is judged", async () => {
  const { attempt } = attempts();
  for (let count = 0; count < 2; count++) await expect(attempt(rows, keys, wrong)).rejects.toThrow(Refused);
  const judged = () => expect.fail("the attempt was judged");
  await expect(attempt(rows, ["192.0.2.2", "jana"], judged)).rejects.toThrow(LimitReached);
  await expect(attempt(rows, ["192.0.2.1", "eva"], judged)).rejects.toThrow(LimitReached);
});

test.each<[string, () => Promise<{ readonly judged: "right"; readonly value: string }>]>([
  ["right", async () => ({ judged: "right", value: "in" })],
  ["refused for another reason", () => Promise.reject(new Refused([{ code: "password_short" }]))],
  [
    "not judged, for the queue is full",
    () => Promise.reject(new ServiceError(new LimitReached("sign_in_address", 5, []).problem)),
  ],
  ["not judged, for the database is lost", () => Promise.reject(new Error("lost"))],
])("an attempt that is %s is given back in every row", async (_case, work) => {
  const { attempt, used } = attempts();
  for (let count = 0; count < 5; count++) await attempt(rows, keys, work).catch(() => undefined);
  expect([used("address", "192.0.2.1"), used("account", "jana")]).toEqual([0, 0]);
});

test("an attempt that a second row refuses is given back in the first one", async () => {
  const { attempt, used } = attempts();
  for (const address of ["192.0.2.7", "192.0.2.8"]) {
    await expect(attempt(rows, [address, "jana"], wrong)).rejects.toThrow(Refused);
  }
  for (let count = 0; count < 5; count++) await expect(attempt(rows, keys, wrong)).rejects.toThrow(LimitReached);
  expect(used("address", "192.0.2.1")).toBe(0);
});

test("attempts side by side are all counted before any is judged", async () => {
  const { attempt } = attempts();
  const answers = await Promise.allSettled(Array.from({ length: 5 }, () => attempt(rows, keys, wrong)));
  const reasons = answers.map((answer) => answer.status === "rejected" && answer.reason instanceof Refused);
  expect(reasons.filter(Boolean)).toHaveLength(2);
});

test("the operator on the machine itself counts in nothing", async () => {
  const { attempt } = attempts();
  for (let count = 0; count < 5; count++) await expect(attempt(["address"], [null], wrong)).rejects.toThrow(Refused);
});
