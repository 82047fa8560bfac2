import { describe, expect, test } from "vitest";
import type { Company } from "../../core/company.ts";
import { knowledge as shipped } from "../../knowledge/shipped.fixture.ts";
import { classifyCompany, factsOf } from "./classify.ts";

const { nis2: knowledge } = shipped;
const today = "2026-11-20";

const distributor: Company = {
  country: "SK",
  ico: "00000019",
  name: "<b>Name</b>",
  address: null,
  status: "active",
  foundedOn: null,
  ceasedOn: null,
  legalForm: "121",
  nace: [{ code: "35130", revision: "2" }],
  sizeCode: "24",
  headcount: null,
  registerVerdict: null,
  provenance: [],
};

describe("a firm of a register", () => {
  test("is classified by its codes and size code", () => {
    expect(classifyCompany(distributor, knowledge, today)).toEqual({
      category: "essential",
      sector: "energy",
      reason: null,
    });
  });
  test("without a size keeps its sector and says why it is unknown", () => {
    const expected = { category: "unknown", sector: "energy", reason: "size_undetermined" };
    expect(classifyCompany({ ...distributor, sizeCode: "00" }, knowledge, today)).toEqual(expected);
  });
  test("takes the category and sector of the open-data register in Slovakia", () => {
    const registerVerdict = {
      category: "important",
      sector: "waste_management",
      reason: null,
      updatedAt: "2026-11-01",
    } as const;
    const expected = { category: "important", sector: "waste-management", reason: null };
    expect(classifyCompany({ ...distributor, registerVerdict }, knowledge, today)).toEqual(expected);
  });
  test("never passes on a sector that is none of ours", () => {
    const registerVerdict = {
      category: "important",
      sector: "<script>",
      reason: null,
      updatedAt: "2026-11-01",
    } as const;
    expect(classifyCompany({ ...distributor, registerVerdict }, knowledge, today).sector).toBe("energy");
  });
  test("that has ceased is out of scope without a sector", () => {
    const expected = { category: "out_of_scope", sector: null, reason: null };
    expect(classifyCompany({ ...distributor, status: "ceased", ceasedOn: "2020-01-01" }, knowledge, today)).toEqual(
      expected,
    );
  });
});

test("what the engine gets of a firm holds no name, no address and no accounts", () => {
  expect(factsOf(distributor, "dns")).toEqual({
    country: "SK",
    status: "active",
    ceasedOn: null,
    nace: distributor.nace,
    sizeCode: "24",
    headcount: null,
    turnoverEur: null,
    balanceSheetEur: null,
    legalForm: "121",
    sizeIndependentService: "dns",
  });
});
