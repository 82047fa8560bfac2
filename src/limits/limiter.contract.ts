import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type ExemptNetwork, parseExemptClients } from "./exempt.ts";
import type { LimitDecision, Limiter, LimitRule } from "./limiter.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** What every limiter is examined with. */
export interface LimiterUnderTest {
  readonly rules: readonly LimitRule[];
  readonly exempt: readonly ExemptNetwork[];
  readonly now: () => number;
}

const rules: readonly LimitRule[] = [
  { name: "minute", perMinute: 3 },
  { name: "day", perDay: 5 },
  { name: "both", perMinute: 2, perDay: 4 },
  { name: "total", perDay: 6, shared: true },
  { name: "one", perMinute: 1 },
  { name: "hour", perHour: 2 },
  { name: "steps", perMinute: 2, perDay: 5, steps: true },
];
const exempt = parseExemptClients("192.0.2.0/24*3, 2001:db8:aaaa::/48*2");
const ann = "198.51.100.1";
const bob = "198.51.100.2";

/** The examination that every limiter sits: the same calls at the same instants get the same decisions. */
export function describeLimiter(name: string, create: (given: LimiterUnderTest) => Limiter | Promise<Limiter>): void {
  describe(name, () => {
    let instant = 0;
    let limiter: Limiter;

    beforeEach(async () => {
      instant = Date.UTC(2026, 10, 21, 23, 59, 30);
      limiter = await create({ rules, exempt, now: () => instant });
    });
    afterEach(() => limiter.close());

    const take = async (names: readonly string[], address = ann): Promise<LimitDecision> =>
      limiter.take(names, address);
    const takeMany = async (count: number, names: readonly string[], address = ann) => {
      const allowed: boolean[] = [];
      for (let call = 0; call < count; call++) allowed.push((await take(names, address)).allowed);
      return allowed.filter(Boolean).length;
    };

    test("the last call of a quota passes and the next is refused", async () => {
      expect(await takeMany(3, ["minute"])).toBe(3);
      expect(await take(["minute"])).toMatchObject({ allowed: false, refusedBy: "minute", retryAfter: 60 });
    });

    test("several at once count together, or none of them", async () => {
      expect(await limiter.take(["day"], ann, 3)).toMatchObject({ allowed: true, states: [{ remaining: 2 }] });
      expect(await limiter.take(["day"], ann, 3)).toMatchObject({ allowed: false, refusedBy: "day" });
      expect(await limiter.take(["day"], ann, 2)).toMatchObject({ allowed: true, states: [{ remaining: 0 }] });
      expect(await limiter.take(["day"], bob, 6)).toMatchObject({ allowed: false, refusedBy: "day" });
    });

    test("what a request counts further is counted when its first count lets it through", async () => {
      for (let call = 1; call <= 2; call++) {
        const first = limiter.takeFirst(["minute"], ann);
        const further = first.further(["day", "total"]);
        expect(await first.decision).toMatchObject({
          allowed: true,
          states: [{ name: "minute", remaining: 3 - call }],
        });
        expect(await further).toMatchObject({
          allowed: true,
          states: [
            { name: "day", remaining: 5 - call },
            { name: "total", remaining: 6 - call },
          ],
        });
      }
    });

    test("a refused first count is the decision for what comes after it, and nothing of that is counted", async () => {
      expect((await take(["one"])).allowed).toBe(true);
      const first = limiter.takeFirst(["one"], ann);
      const [refusal, further, none] = await Promise.all([
        first.decision,
        first.further(["day", "total"]),
        first.further([]),
      ]);
      expect(refusal).toMatchObject({ allowed: false, refusedBy: "one", retryAfter: 60 });
      expect([further, none]).toEqual([refusal, refusal]);
      expect((await take(["day", "total"])).states).toMatchObject([{ remaining: 4 }, { remaining: 5 }]);
    });

    test("a refusal of what comes after it leaves the first count as it is", async () => {
      expect((await take(["one"])).allowed).toBe(true);
      const first = limiter.takeFirst(["minute"], ann);
      expect(await first.further(["one", "day"])).toMatchObject({ allowed: false, refusedBy: "one" });
      expect(await first.decision).toMatchObject({ allowed: true });
      expect((await take(["minute", "day"])).states).toMatchObject([{ remaining: 1 }, { remaining: 4 }]);
    });

    test("what comes after a first count may be asked for later, or be nothing", async () => {
      const first = limiter.takeFirst(["minute"], ann);
      expect(await first.decision).toMatchObject({ allowed: true });
      expect(await first.further([])).toEqual({ allowed: true, states: [] });
      await new Promise((resolve) => setTimeout(resolve, 5));
      expect(await first.further(["day"])).toMatchObject({ allowed: true, states: [{ name: "day", remaining: 4 }] });
    });

    test("a caller learns what is left and when the window is new", async () => {
      await take(["both"]);
      instant += 20 * SECOND + 1;
      expect(await take(["both"])).toEqual({
        allowed: true,
        states: [
          { name: "both", quota: 2, windowSeconds: 60, remaining: 0, resetSeconds: 40 },
          { name: "both", quota: 4, windowSeconds: 86_400, remaining: 2, resetSeconds: 86_380 },
        ],
      });
    });

    test("a refusal tells the state of every limit too", async () => {
      await take(["one"]);
      expect((await take(["day", "one"])).states).toEqual([
        { name: "day", quota: 5, windowSeconds: 86_400, remaining: 5, resetSeconds: 86_400 },
        { name: "one", quota: 1, windowSeconds: 60, remaining: 0, resetSeconds: 60 },
      ]);
    });

    test("two addresses do not share a quota", async () => {
      expect(await takeMany(4, ["minute"], ann)).toBe(3);
      expect(await takeMany(4, ["minute"], bob)).toBe(3);
    });

    test("two limits do not share a count", async () => {
      expect(await takeMany(4, ["minute"])).toBe(3);
      expect(await takeMany(2, ["one"])).toBe(1);
    });

    test("a refused call consumes nothing, neither in the limit that refuses nor in the others", async () => {
      await take(["one"]);
      for (let call = 0; call < 10; call++) expect((await take(["day", "one", "total"])).allowed).toBe(false);
      expect((await take(["day"])).states[0]).toMatchObject({ remaining: 4 });
      expect((await take(["total"])).states[0]).toMatchObject({ remaining: 5 });
    });

    test("a refused call does not make the wait longer", async () => {
      await take(["one"]);
      instant += 30 * SECOND;
      await take(["one"]);
      instant += 29 * SECOND;
      expect(await take(["one"])).toMatchObject({ allowed: false, retryAfter: 1 });
      instant += SECOND;
      expect((await take(["one"])).allowed).toBe(true);
    });

    test("a refused call opens no window", async () => {
      await take(["one"]);
      instant += 10 * SECOND;
      await take(["minute", "one"]);
      instant += 50 * SECOND;
      expect((await take(["minute"])).states[0]).toMatchObject({ remaining: 2, resetSeconds: 60 });
    });

    test.each<[string, number, boolean]>([
      ["one millisecond before the minute is over", MINUTE - 1, false],
      ["when the minute is over", MINUTE, true],
      ["one millisecond later", MINUTE + 1, true],
    ])("%s, a new call is allowed: %s later -> %s", async (_case, later, allowed) => {
      await take(["one"]);
      instant += later;
      expect((await take(["one"])).allowed).toBe(allowed);
    });

    test.each<[string, number, boolean]>([
      ["midnight opens no new day", HOUR, false],
      ["one millisecond before 24 hours", DAY - 1, false],
      ["24 hours after the first call", DAY, true],
    ])("a day counts from the first call: %s", async (_case, later, allowed) => {
      await takeMany(5, ["day"]);
      instant += later;
      expect((await take(["day"])).allowed).toBe(allowed);
    });

    test.each<[number, number]>([
      [0, 60],
      [1, 60],
      [999, 60],
      [1_000, 59],
      [59_000, 1],
      [59_001, 1],
      [59_999, 1],
    ])("%s ms into the minute the wait is %s s", async (into, retryAfter) => {
      await take(["one"]);
      instant += into;
      expect(await take(["one"])).toMatchObject({ allowed: false, retryAfter });
    });

    test("when several limits refuse, the wait is the longest and names its limit", async () => {
      await takeMany(2, ["both"]);
      instant += MINUTE;
      await takeMany(2, ["both"]);
      expect(await take(["both"])).toMatchObject({ refusedBy: "both", retryAfter: (DAY - MINUTE) / SECOND });
      await take(["one"]);
      expect(await take(["one", "both"])).toMatchObject({ refusedBy: "both", retryAfter: (DAY - MINUTE) / SECOND });
    });

    test("the shared total counts all callers together", async () => {
      expect(await takeMany(4, ["total"], ann)).toBe(4);
      expect(await takeMany(4, ["total"], bob)).toBe(2);
      expect(await take(["total"], "203.0.113.9")).toMatchObject({ allowed: false, refusedBy: "total" });
    });

    test("a limit named twice counts once", async () => {
      expect((await take(["minute", "minute"])).states).toHaveLength(1);
      expect((await take(["minute"])).states[0]).toMatchObject({ remaining: 1 });
    });

    test("a name that is no limit is a mistake of ours and says so", async () => {
      await expect(take(["minutes"])).rejects.toThrow('no limit is named "minutes"');
    });

    test("an exempt network has one larger bucket for all its addresses", async () => {
      const allowed = await Promise.all(
        Array.from({ length: 12 }, async (_, index) => (await take(["minute"], `192.0.2.${index + 1}`)).allowed),
      );
      expect(allowed.filter(Boolean)).toHaveLength(9);
      expect((await take(["minute"], "192.0.3.1")).states[0]).toMatchObject({ quota: 3, remaining: 2 });
    });

    test("an exempt IPv6 network holds the /64 networks inside it", async () => {
      expect(await takeMany(4, ["minute"], "2001:db8:aaaa:1::/64")).toBe(4);
      expect(await takeMany(4, ["minute"], "2001:db8:aaaa:2::/64")).toBe(2);
      expect(await takeMany(4, ["minute"], "2001:db8:bbbb:2::/64")).toBe(3);
    });

    test("an hour counts from the first call, between the minute and the day", async () => {
      expect(await takeMany(3, ["hour"])).toBe(2);
      instant += HOUR - 1;
      expect(await take(["hour"])).toMatchObject({ allowed: false, refusedBy: "hour", retryAfter: 1 });
      instant += 1;
      expect((await take(["hour"])).states).toEqual([
        { name: "hour", quota: 2, windowSeconds: 3_600, remaining: 1, resetSeconds: 3_600 },
      ]);
    });

    test("a row with steps counts the /24 of an IPv4 address too, eight times as large", async () => {
      const callers = Array.from({ length: 9 }, (_, index) => `198.51.100.${index + 1}`);
      const allowed: number[] = [];
      for (const caller of callers) allowed.push(await takeMany(3, ["steps"], caller));
      expect(allowed).toEqual([...Array(8).fill(2), 0]);
      expect(await take(["steps"], "198.51.100.77")).toMatchObject({ allowed: false, refusedBy: "steps" });
      expect(await takeMany(3, ["steps"], "198.51.101.1")).toBe(2);
      expect(await takeMany(3, ["minute"], "198.51.100.1")).toBe(3);
    });

    test("a row with steps counts the /56 and the /48 of an IPv6 address too, four and sixteen times as large", async () => {
      const networks = (start: number, count: number) =>
        Array.from({ length: count }, (_, index) => `2001:db8:bbbb:${(start + index).toString(16)}::/64`);
      let ofOne = 0;
      for (const network of networks(0x100, 10)) ofOne += await takeMany(2, ["steps"], network);
      expect(ofOne).toBe(8);
      let ofAll = ofOne;
      for (const start of [0x200, 0x300, 0x400, 0x500]) {
        for (const network of networks(start, 4)) ofAll += await takeMany(2, ["steps"], network);
      }
      expect(ofAll).toBe(32);
      expect(await takeMany(2, ["steps"], "2001:db8:cccc:100::/64")).toBe(2);
    });

    test("of a row with steps a caller learns what is left of the tightest network", async () => {
      for (const host of [1, 2, 3, 4, 5, 6, 7]) await takeMany(2, ["steps"], `198.51.100.${host}`);
      await take(["steps"], "198.51.100.8");
      expect((await take(["steps"], "198.51.100.9")).states).toEqual([
        { name: "steps", quota: 16, windowSeconds: 60, remaining: 0, resetSeconds: 60 },
        { name: "steps", quota: 5, windowSeconds: 86_400, remaining: 4, resetSeconds: 86_400 },
      ]);
    });

    test("a count that is given back is given back in every step", async () => {
      for (let attempt = 0; attempt < 20; attempt++) {
        const caller = `198.51.100.${attempt + 1}`;
        expect((await take(["steps"], caller)).allowed).toBe(true);
        await limiter.giveBack(["steps"], caller);
      }
    });

    test("an exempt network counts in no steps: its bucket is its own", async () => {
      expect(await takeMany(10, ["steps"], "192.0.2.1")).toBe(6);
      expect(await takeMany(10, ["steps"], "192.0.2.2")).toBe(0);
    });

    test("the shared total is not larger for an exempt network", async () => {
      expect(await takeMany(10, ["total"], "192.0.2.1")).toBe(6);
    });

    test("a clock that was set back makes nobody wait longer than a window", async () => {
      await take(["one"]);
      instant -= HOUR;
      expect(await take(["one"])).toMatchObject({ allowed: false, retryAfter: 60 });
    });

    test("whatever an address looks like, it is counted by itself", async () => {
      const odd = ["unknown", "*", "", "a b", "1 2", "\u0000", "__proto__", "constructor", "ž".repeat(500), "{x}:y"];
      for (const address of odd) expect(await takeMany(2, ["one"], address)).toBe(1);
      expect((await take(["total"], "*")).states[0]).toMatchObject({ remaining: 5 });
    });

    test("calls that come at once share the quota exactly", async () => {
      const decisions = await Promise.all(Array.from({ length: 20 }, () => take(["minute", "day"])));
      expect(decisions.filter((decision) => decision.allowed)).toHaveLength(3);
    });

    test("the wait is true: whatever came before, after exactly that long the call passes", async () => {
      const call = fc.record({
        names: fc.subarray(
          rules.map((rule) => rule.name),
          { minLength: 1 },
        ),
        address: fc.constantFrom(ann, bob, "192.0.2.7", "2001:db8:bbbb:1::/64"),
        later: fc.oneof(fc.nat(5 * SECOND), fc.nat(2 * MINUTE), fc.nat(DAY)),
      });
      let run = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(call, { maxLength: 25 }), async (calls) => {
          // Far enough on that no window of the run before is open.
          instant = Date.UTC(2027, 0, 1) + ++run * 60 * DAY;
          for (const { names, address, later } of calls) {
            const decision = await take(names, address);
            if (!decision.allowed) {
              expect(decision.retryAfter).toBeGreaterThanOrEqual(1);
              expect(Number.isInteger(decision.retryAfter)).toBe(true);
              expect(decision.states.some((state) => state.remaining === 0)).toBe(true);
              instant += decision.retryAfter * SECOND - 1_000;
              expect((await take(names, address)).allowed, "not more than a second too long").toBe(false);
              instant += 1_000;
              expect((await take(names, address)).allowed, "not too short").toBe(true);
            }
            instant += later;
          }
        }),
        { numRuns: 60 },
      );
    });
  });
}
