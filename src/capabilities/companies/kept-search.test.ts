import { expect, test } from "vitest";
import { knowledge } from "../../knowledge/shipped.fixture.ts";
import type { SearchHit, SearchOutcome } from "../../sources/registers/register.ts";
import { bareServices, unlimited } from "../bare-services.fixture.ts";
import { createCall } from "../calling/call.ts";
import { companySearch } from "./company-search.ts";

const HIT: SearchHit = {
  match: "exact",
  country: "CZ",
  ico: "27082440",
  name: "Kafka a syn, s.r.o.",
  address: "Dlouhá 1, Praha",
  nace: { code: "35110", revision: "2" },
  active: false,
  ceasedOn: "2026-11-21",
};

/** A service whose register and day can be set. */
function service() {
  const set: { outcome: SearchOutcome; today: string } = { outcome: { hits: [HIT], gaps: [] }, today: "2026-11-20" };
  const base = bareServices(knowledge);
  const holdings = base.registers.holdings();
  const registers = { ...base.registers, search: async () => set.outcome, holdings: () => holdings };
  const call = createCall({ ...base, registers, today: () => set.today }, unlimited);
  const once = async (args: object) =>
    (await call(companySearch, { query: "kafka", ...args }, [], { address: null })).answer;
  // An answer is kept when it is asked for twice.
  const ask = async (args: object = {}) => {
    await once(args);
    return once(args);
  };
  return { set, ask };
}

test("a search that finds the same firms gets the same answer, in each language its own", async () => {
  const { ask } = service();
  expect(await ask()).toBe(await ask());
  const [slovak, english] = [await ask(), await ask({ locale: "en" })];
  expect(english.disclaimer).not.toBe(slovak.disclaimer);
  expect(english.results[0]?.nace?.name).not.toBe(slovak.results[0]?.nace?.name);
});

test("another query or country is another answer, though the same firm is found", async () => {
  const { ask, set } = service();
  expect((await ask({ query: "kafka a syn" })).results[0]).toMatchObject({ exact: true });
  set.outcome = { hits: [{ ...HIT, match: "starts" }], gaps: [] };
  expect((await ask()).results[0]).toMatchObject({ exact: false, match: "starts" });
  expect(await ask({ country: "CZ" })).not.toBe(await ask());
});

test("a firm whose row is another one, a firm more and a register that fell silent are seen at once", async () => {
  const { ask, set } = service();
  await ask();
  set.outcome = { hits: [{ ...HIT, name: "Kafka a dcéra, s.r.o." }], gaps: [] };
  expect((await ask()).results[0]?.untrusted.name).toBe("Kafka a dcéra, s.r.o.");
  set.outcome = { hits: [HIT, { ...HIT, ico: "25596641" }], gaps: [] };
  expect((await ask()).count).toBe(2);
  set.outcome = { hits: [HIT], gaps: [{ country: "SK", reason: "source_unavailable", retryAfter: 30 }] };
  expect((await ask()).incomplete).toEqual([{ country: "SK", reason: "source_unavailable", retryAfter: 30 }]);
  set.outcome = { hits: [HIT], gaps: [{ country: "SK", reason: "source_unavailable", retryAfter: 20 }] };
  expect((await ask()).incomplete).toMatchObject([{ retryAfter: 20 }]);
  set.outcome = { hits: [HIT], gaps: [] };
  expect(await ask()).toMatchObject({ count: 1, incomplete: [] });
});

test("a firm whose end comes at midnight is active before and not after", async () => {
  const { ask, set } = service();
  expect((await ask()).results[0]?.active).toBe(true);
  set.today = "2026-11-21";
  expect((await ask()).results[0]?.active).toBe(false);
});
