import { describe, expect, test } from "vitest";
import { knowledge } from "../../knowledge/shipped.fixture.ts";
import type { Scan } from "../../state/scans.ts";
import { scanResultOf } from "./scan-answer.ts";
import { type ScanLaw, scanReport } from "./scan-report.ts";

const AT = Date.parse("2026-11-20T09:12:44Z");

const scan = (more: Partial<Scan> = {}, checks: readonly unknown[] = []): Scan => ({
  id: "scn_1",
  domain: "firma.sk",
  profile: "public",
  status: "completed",
  created_at: AT,
  created_by: null,
  started_at: AT,
  finished_at: AT,
  technical: 79,
  questionnaire: null,
  overall: 79,
  web_host: "firma.sk",
  rule_set_version: "1.0.0",
  error: null,
  detail: JSON.stringify({ checks, cap: { at: 79, checks: ["mail.dmarc"] } }),
  ...more,
});
const check = (id: string, status: string, reason: string, untrusted = {}) => ({
  id,
  status,
  reason,
  weight: 3,
  article: ["h"],
  untrusted,
});
const law: ScanLaw = {
  citationsOf: (id) => (id === "mail.dmarc" ? ["§ 25 vyhlášky č. 409/2025 Sb."] : []),
  orientation: "Nariadenie zaväzuje len niektoré subjekty.",
  asOf: "2026-11-20",
};
const reportOf = (stored: Scan, locale: "sk" | "cs" | "en" = "sk") =>
  scanReport(scanResultOf(stored, [], knowledge, locale, "all"), { locale, address: "https://dosah.sk/x", law });

describe("a scan as a report", () => {
  test("says what was found, what to do, what passed and what was not seen", () => {
    const report = reportOf(
      scan({}, [
        check("mail.dmarc", "fail", "missing", { record: "v=X \u202e=1" }),
        check("mail.spf", "pass", "strict"),
        check("dns.caa", "error", "dns_failed"),
      ]),
    );
    expect(report).toMatchObject({ title: "Sken domény firma.sk", day: "2026-11-20", locale: "sk" });
    const headings = report.blocks.flatMap((block) => (block.kind === "heading" ? [block.text] : []));
    expect(headings).toEqual([
      "Čo urobiť",
      expect.stringMatching(/^Nevyhovuje: /),
      "Nevideli sme 1 vec",
      "V poriadku je 1 kontrola",
      "O tomto skene",
    ]);
    expect(report.blocks[0]).toEqual({ kind: "paragraph", tone: "strong", text: "Našli sme 1 vážny nedostatok." });
    const text = JSON.stringify(report);
    expect(text).toContain("Začnite s p=none");
    expect(text).toContain("Skóre nepresiahne 79 bodov");
    expect(text).toContain("v=X");
    expect(text).not.toContain("\u202e");
  });

  test("carries the disclaimer with the authority, the provisions of each finding, whom they bind and the state of the law", () => {
    const report = reportOf(scan({}, [check("mail.dmarc", "fail", "missing"), check("mail.spf", "fail", "missing")]));
    const text = JSON.stringify(report);
    expect(text).toContain("Záväzne rozhoduje príslušný orgán");
    expect(text).toContain("NBÚ");
    expect(text).toContain("Nariadenie zaväzuje len niektoré subjekty.");
    const facts = report.blocks.flatMap((block) => (block.kind === "facts" ? [block.rows] : []));
    const bases = facts.map((rows) => rows.find(([name]) => name === "Právny základ")?.[1]);
    expect(bases).toEqual(["§ 25 vyhlášky č. 409/2025 Sb.", undefined, undefined]);
    expect(facts.at(-1)).toContainEqual(["Právny stav", "20. novembra 2026"]);
    expect(facts.at(-1)).toContainEqual(["Verzia pravidiel skenu", "1.0.0"]);
  });

  test("without a result it says why, and without a domain it is that of the questionnaire", () => {
    const failed = reportOf(scan({ status: "failed", error: "domain_not_found", technical: null, detail: "{}" }), "en");
    expect(failed.blocks[0]).toMatchObject({ text: "The domain does not exist: the DNS does not know it." });
    const areas = [{ id: "incidents", score: 58, answered: 9, questions: 11 }];
    const asked = reportOf(
      scan({
        domain: null,
        profile: null,
        technical: null,
        questionnaire: 64,
        rule_set_version: "1.6",
        detail: JSON.stringify({ areas }),
      }),
      "cs",
    );
    // What is said of a scan alone does not stand in it.
    const said = JSON.stringify(asked);
    for (const word of ["zvenku", "Skenováno", "pravidel skenu", "O tomto skenu", "Nariadenie"]) {
      expect(said).not.toContain(word);
    }
    for (const word of ["Skóre dotazníku: 64/100.", "Verze dotazníku", "Závazně rozhoduje"])
      expect(said).toContain(word);
    expect(asked.title).toBe("Výsledek dotazníku");
    expect(JSON.stringify(asked)).toContain("58 ze 100, zodpovězeno 9 z 11 otázek");
  });
});
