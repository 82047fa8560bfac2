import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { LOCALES } from "../core/locale.ts";
import { ERROR_REASONS, NOT_APPLICABLE_REASONS } from "../scanner/checks/check.ts";
import { CHECKS, SCAN_CHECK_IDS } from "../scanner/checks/index.ts";
import { editedCopiesOf } from "./edited-copy.fixture.ts";
import { KNOWLEDGE_DIR, KnowledgeError, loadYaml } from "./load.ts";
import { loadScan } from "./scan.ts";
import { scanChecksSchema, scanLegalSchema } from "./scan-schemas.ts";
import { knowledge } from "./shipped.fixture.ts";

const { scan, obligations, acts } = knowledge;
const editedCopy = editedCopiesOf(join(KNOWLEDGE_DIR, "scan"));

test("every check has its texts, and every reason that it can give has a finding", () => {
  expect([...scan.checks.keys()]).toEqual([...SCAN_CHECK_IDS]);
  for (const { id, outcomes } of CHECKS) {
    expect(Object.keys(scan.checks.get(id)?.reasons ?? {}).toSorted(), id).toEqual(Object.keys(outcomes).toSorted());
  }
});

test("each group of legal.yaml is named by a check", () => {
  const { groups } = loadYaml(join(KNOWLEDGE_DIR, "scan", "legal.yaml"), scanLegalSchema(acts, obligations.byCode));
  const checks = loadYaml(join(KNOWLEDGE_DIR, "scan", "checks.yaml"), scanChecksSchema(acts, groups));
  expect([...new Set(checks.flatMap(({ law }) => law))].toSorted()).toEqual(Object.keys(groups).toSorted());
});

test("every reason for not judging a check has a text, and no other has", () => {
  const reasons = new Set<string>([...NOT_APPLICABLE_REASONS, ...ERROR_REASONS]);
  expect(Object.keys(scan.unjudged).toSorted()).toEqual([...reasons].toSorted());
});

test("only a finding that calls for one has a remedy of its own", () => {
  for (const { id, outcomes } of CHECKS) {
    for (const [reason, { remedy }] of Object.entries(scan.checks.get(id)?.reasons ?? {})) {
      if (remedy !== undefined) expect(["warn", "fail"], `${id} ${reason}`).toContain(outcomes[reason]);
    }
  }
});

test("a text is a whole sentence in each language, and no two languages are the same by mistake", () => {
  for (const { id, why, remedy, reasons } of scan.checks.values()) {
    for (const words of [why, remedy, ...Object.values(reasons).map(({ finding }) => finding)]) {
      for (const locale of LOCALES) expect(words[locale], `${id} ${locale}`).toMatch(/^[\p{Lu}].*\.$/su);
      expect(words.en, id).not.toBe(words.sk);
    }
  }
});

describe("obligations of a check, by its group:", () => {
  test.each([
    ["dns.dnssec", ["NIS2-21-2-E"]],
    ["dns.nameservers", ["NIS2-21-2-E", "NIS2-21-2-C"]],
    ["mail.dmarc", ["NIS2-21-2-E", "NIS2-21-2-H"]],
    ["mail.tlsRpt", ["NIS2-21-2-B", "NIS2-21-2-E"]],
    ["web.securityTxt", ["NIS2-21-2-B", "NIS2-21-2-E"]],
    ["tls.expiry", ["NIS2-21-2-C", "NIS2-21-2-H"]],
    ["web.hsts", ["NIS2-21-2-H"]],
    ["web.csp", ["NIS2-21-2-E"]],
    ["web.sri", ["NIS2-21-2-E", "NIS2-21-2-D"]],
    ["web.cookies", ["NIS2-21-2-E", "NIS2-21-2-J"]],
  ] as const)("%s", (id, codes) => {
    expect(scan.checks.get(id)?.obligations).toEqual(codes);
    for (const code of codes) expect(obligations.byCode.has(code)).toBe(true);
  });
});

test("the law behind a check begins with the directive and holds Slovak, Czech and European provisions", () => {
  expect(scan.checks.get("web.hsts")?.legalReferences).toEqual([
    "nis2 21(2)(h)",
    "cir-2024-2690 annex/9.2",
    "cz-409-2025 25",
    "cz-410-2025 13",
    "sk-69-2018 20(2)(h)",
  ]);
  for (const { id, legalReferences } of scan.checks.values()) {
    for (const start of ["nis2 21", "cir-2024-2690 annex", "cz-409-2025", "cz-410-2025", "sk-69-2018"]) {
      expect(
        legalReferences.some((reference) => reference.startsWith(start)),
        `${id} ${start}`,
      ).toBe(true);
    }
  }
});

describe("a mistake in the files is refused with file and line:", () => {
  test.each([
    [
      "a check that stands twice",
      "checks.yaml",
      "- id: dns.caa",
      "- id: dns.nameservers",
      /dns\.nameservers stands twice/,
    ],
    ["an unknown effort", "checks.yaml", "effort: hours", "effort: weeks", /effort: /],
    ["a missing language", "checks.yaml", "    cs: ", "    de: ", /title/],
    ["an unknown obligation", "legal.yaml", "[NIS2-21-2-E]", "[NIS2-21-2-Z]", /is no code of knowledge\/obligations/],
    ["a provision that does not exist", "legal.yaml", "cz-409-2025 18", "cz-409-2025 180", /no place that exists/],
    [
      "a citation in a note that does not exist",
      "legal.yaml",
      "{cir-2024-2690 annex/9.2}",
      "{cir-2024-2690 annex/9.9}",
      /citation that exists/,
    ],
    ["a check in no group", "checks.yaml", "law: [dns]", "law: []", /law: /],
    ["a check in an unknown group", "checks.yaml", "law: [dns]", "law: [dnssec]", /is no group of legal\.yaml/],
    ["a missing text", "unjudged.yaml", "  en: ", "  # en: ", /no_mx|full_profile_only/],
  ])("%s", (_what, file, from, to, says) => {
    const dir = editedCopy(file, from, to);
    const load = () => loadScan(dir, acts, obligations.byCode);
    expect(load).toThrow(KnowledgeError);
    expect(load).toThrow(says);
    expect(load).toThrow(new RegExp(`${file}:\\d+ `));
  });
});
