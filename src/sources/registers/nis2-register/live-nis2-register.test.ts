import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyReply, keeps, reply } from "../../../outbound/arbitrary-reply.fixture.ts";
import { liveFacts } from "../live/live-register.ts";
import { readFirm } from "./live-nis2-register.ts";
import firm from "./recorded/live-firm-00000019.json" with { type: "json" };

const now = () => new Date("2026-11-21T12:00:00Z");
const read = (changes: Record<string, unknown>) =>
  readFirm(reply({ ...firm, data: { ...firm.data, ...changes } }), "00000019", now);

describe("a firm of the open-data register", () => {
  test("the recorded answer gives category, sector, activity and headcount", () => {
    expect(read({})).toMatchObject({
      name: "Vzorová distribučná, a.s.",
      status: "active",
      nace: [{ code: "35130", revision: "2" }],
      headcount: { min: 250, max: 499 },
      sizeCode: null,
      registerVerdict: { category: "essential", sector: "energy", reason: null, updatedAt: "2026-11-01" },
    });
  });

  test.each([
    ["a category outside the contract is unknown", { category: "critical" }, { category: "unknown", reason: null }],
    [
      "a reason outside the contract is none",
      { category: "unknown", reason: "lost" },
      { category: "unknown", reason: null },
    ],
    ["a known reason stays", { category: "unknown", reason: "no_nace" }, { category: "unknown", reason: "no_nace" }],
    ["a reason without `unknown` is dropped", { reason: "no_nace" }, { category: "essential", reason: null }],
    [
      "the register's spelling of a sector becomes ours",
      { sector: "waste_management" },
      { sector: "waste-management" },
    ],
    ["a sector that is no id goes nowhere", { sector: "<b>Energy</b>" }, { sector: null }],
    ["a day that is none becomes the day of the answer", { updatedAt: "yesterday" }, { updatedAt: "2026-11-21" }],
  ])("%s", (_case, changes, verdict) => {
    expect(read(changes)?.registerVerdict).toMatchObject(verdict);
  });

  test.each([
    ["terminated is ceased", { status: "terminated" }, "ceased"],
    ["a status outside the contract says nothing", { status: "sleeping" }, null],
  ])("%s", (_case, changes, status) => {
    expect(read(changes)?.status).toBe(status);
  });

  test("of one that has ended no name is kept: it may have been a sole trader", () => {
    expect(read({ status: "terminated" })?.name).toBeNull();
  });

  test.each([
    ["an open band", { employeesMax: null }, { min: 250, max: null }],
    ["only an upper end", { employeesMin: null }, { min: 0, max: 499 }],
    ["a band that is upside down has no upper end", { employeesMax: 3 }, { min: 250, max: null }],
    ["no band", { employeesMin: null, employeesMax: null }, null],
    ["numbers that are none", { employeesMin: "many", employeesMax: -1 }, null],
  ])("headcount: %s", (_case, changes, headcount) => {
    expect(read(changes)?.headcount).toEqual(headcount);
  });

  test("an activity of an unknown revision is not used: its digits would mean something else", () => {
    expect(read({ naceRevision: "3" })?.nace).toEqual([]);
  });

  test.each([
    ["another code", { error: { code: "no_such_route" } }],
    ["no code", { error: {} }],
    ["nothing", undefined],
  ])("a 404 with %s is an outage, not an absence", (_case, body) => {
    expect(() => readFirm(reply(body, 404), "00000019", now)).toThrow("wrong_route");
  });

  test("a firm of another country is no answer", () => {
    expect(() => read({ country: "CZ" })).toThrow("not_understood");
  });
});

test("whatever the register sends, the reader gives facts, an absence or a failure of our own", () => {
  fc.assert(
    fc.property(anyReply(firm), (foreign) => keeps(() => readFirm(foreign, "00000019", now), liveFacts.nullable())),
  );
});
