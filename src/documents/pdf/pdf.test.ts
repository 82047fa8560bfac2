import { readdirSync, readFileSync } from "node:fs";
import { constants, getPriority } from "node:os";
import { describe, expect, test } from "vitest";
import { LOCALES } from "../../core/locale.ts";
import { exampleReport, ODD_TEXTS } from "../report.fixture.ts";
import { breakLines } from "./break-lines.ts";
import { createPdfMaker, TooManyReports } from "./pdf-maker.ts";
import { readPdf } from "./read-pdf.fixture.ts";
import { writePdf } from "./write-pdf.ts";

describe("lines of a text", () => {
  const lines = (text: string, width: number) => breakLines(text, width, (part) => [...part].length);

  test("end at blanks and at line breaks", () => {
    expect(lines("one two three\nfour", 8)).toEqual(["one two", "three", "four"]);
    expect(lines("", 8)).toEqual([""]);
  });

  test("cut a word that is wider than a line, an address behind a slash or a dot", () => {
    expect(lines("abcdefghij", 4)).toEqual(["abcd", "efgh", "ij"]);
    expect(lines("see https://a.sk/register now", 10)).toEqual(["see", "https://a.", "sk/", "register", "now"]);
  });

  test("keep a blank that does not break", () => {
    expect(lines("§\u00a020 ods.", 6)).toEqual(["§\u00a020", "ods."]);
    expect(lines("zákona č.\u00a069/2018\u00a0Z.\u00a0z.", 12)).toEqual(["zákona č.", "69/2018 Z.", "z."]);
  });
});

describe("a PDF", () => {
  test.each(LOCALES)("in %s gives its text back by extraction", async (locale) => {
    const report = exampleReport(locale);
    const { text } = readPdf(await writePdf(report));
    const flat = text.replace(/\s+/g, " ");
    for (const each of [report.title, ...ODD_TEXTS]) expect(flat).toContain(each);
  });

  test("is tagged: headings, paragraphs, lists, and tables with the scope of their heads", async () => {
    const { source } = readPdf(await writePdf(exampleReport("sk")));
    for (const tag of ["Document", "H1", "H2", "H3", "P", "L", "LI", "Lbl", "LBody", "Table", "TR", "TH", "TD"]) {
      expect(source).toMatch(new RegExp(`/S /${tag}\\b`));
    }
    for (const mark of ["/Scope /Column", "/Scope /Row", "/Marked true", "/DisplayDocTitle true", "/Lang (sk-SK)"]) {
      expect(source).toContain(mark);
    }
  });

  test("has no links, no scripts, no forms", async () => {
    const { source } = readPdf(await writePdf(exampleReport("sk")));
    expect(source).not.toMatch(/\/(URI|JavaScript|JS|AcroForm|Annots|Launch)\b/);
  });

  test("repeats the head of a long table on each page, as an artifact", async () => {
    const { text, source, pages } = readPdf(await writePdf(exampleReport("en", 120)));
    expect(pages).toBeGreaterThan(2);
    expect(text.match(/\bcode\b/g)?.length).toBe(pages);
    // One head in the structure: two heads of the table and the names of the facts.
    expect(source.match(/\/Scope \/Column/g)).toHaveLength(2);
  });

  test("goes on on the next page where a cell is longer than a page", async () => {
    const long = Array.from({ length: 1_500 }, (_, at) => `word${at}`).join(" ");
    const report = exampleReport("en");
    const { text, pages } = readPdf(await writePdf({ ...report, blocks: [{ kind: "facts", rows: [["note", long]] }] }));
    expect(pages).toBeGreaterThan(1);
    for (const word of ["word0", "word700", "word1499"]) expect(text).toContain(word);
  });

  test.each([...Array(16).keys()])(
    "leaves no heading and no head of a table without what follows, %i lines down the page",
    async (lines) => {
      const filler = {
        kind: "paragraph",
        text: Array(38 + lines)
          .fill("filler")
          .join("\n"),
      } as const;
      const rows = [["begins here", Array(12).fill("cell").join("\n")]] as const;
      const columns = [
        { title: "headone", width: 1 },
        { title: "headtwo", width: 1 },
      ];
      const blocks = [
        filler,
        { kind: "heading", level: 2, text: "Upper" },
        { kind: "heading", level: 3, text: "Lower" },
        { kind: "table", columns, rows },
      ] as const;
      const { pageTexts } = readPdf(await writePdf({ ...exampleReport("en"), blocks }));
      const where = (word: string) => pageTexts.findIndex((text) => text.includes(word));
      expect(new Set(["Upper", "Lower", "headone", "begins here"].map(where)).size).toBe(1);
      expect(where("Upper")).toBeGreaterThanOrEqual(0);
    },
  );

  const withNotes = (notes: readonly string[]) => ({
    ...exampleReport("sk"),
    blocks: [{ kind: "facts", rows: notes.map((note) => ["poznámka", note] as const) } as const],
  });

  test.each([
    ["a hyphen that does not break", "e\u2011mail"],
    ["signs", "● bod ▪ ✔ ✗ ➤ ★ ⚠ ✅ splnené"],
    ["Hebrew", "חברת החשמל לישראל a.s."],
    ["Arabic", "شركة الاتصالات"],
    ["Greek, Cyrillic and Vietnamese", "Ελλάδα Київ Việt Nam"],
  ])("draws %s, and gives it back by extraction", async (_case, note) => {
    const { text } = readPdf(await writePdf(withNotes([note])));
    expect(text).toContain(note);
    expect(text).not.toContain("□");
    expect(text).not.toContain("nemá všetky znaky");
  });

  test("keeps the text of what no font has, and says so once at its end", async () => {
    const { text } = readPdf(await writePdf(withNotes(["华为技术有限公司", "株式会社 🦊 a.s.", "חברת"])));
    for (const kept of ["华为技术有限公司", "株式会社 🦊 a.s.", "חברת"]) expect(text).toContain(kept);
    expect(text.match(/nemá všetky znaky/g)).toHaveLength(1);
  });

  test("embeds the second font only where it is drawn", async () => {
    const plain = (await writePdf(withNotes(["bod"]))).length;
    expect((await writePdf(withNotes(["★"]))).length).toBeGreaterThan(plain);
    expect(readPdf(await writePdf(withNotes(["bod"]))).source).not.toContain("DejaVu");
    expect(readPdf(await writePdf(withNotes(["★"]))).source).toContain("DejaVu");
  });

  test("is the same twice, byte by byte", async () => {
    expect(await writePdf(exampleReport("cs", 60))).toEqual(await writePdf(exampleReport("cs", 60)));
  });
});

/** That process gives way to all others: on a busy machine it waits for long. */
const LOW_PRIORITY = { timeout: 300_000 };

describe("reports are made in a process of their own", LOW_PRIORITY, () => {
  test("and while one is made, the event loop goes on", async () => {
    const maker = createPdfMaker();
    let turns = 0;
    const timer = setInterval(() => turns++, 5);
    const bytes = await maker.make(exampleReport("sk", 300));
    clearInterval(timer);
    expect(Buffer.from(bytes.subarray(0, 5)).toString()).toBe("%PDF-");
    expect(turns).toBeGreaterThan(5);
    await maker.close();
  });

  test.runIf(process.platform === "linux")("that gives way with all its threads to those that answer", async () => {
    const own = getPriority();
    const giving = createPdfMaker();
    await giving.make(exampleReport("sk"));
    const [pid = 0] = reportProcesses().slice(-1);
    const priorities = readdirSync(`/proc/${pid}/task`).map((thread) => Number(statOf(`${pid}/task/${thread}`)[16]));
    expect(new Set(priorities)).toEqual(new Set([constants.priority.PRIORITY_BELOW_NORMAL]));
    expect(getPriority()).toBe(own);
    await giving.close();
  });

  test.runIf(process.platform === "linux")("that knows no setting and ends with its maker", async () => {
    const ending = createPdfMaker();
    await ending.make(exampleReport("sk"));
    const [pid = 0] = reportProcesses().slice(-1);
    expect(readFileSync(`/proc/${pid}/environ`, "utf8")).not.toContain("PATH=");
    const cut = ending.make(exampleReport("sk", 2_000));
    await Promise.all([expect(cut).rejects.toThrow("the service stops"), ending.close()]);
    await expect.poll(reportProcesses).not.toContain(pid);
  });

  test.runIf(process.platform === "linux")("and what is asked for after that process was killed is made", async () => {
    const lasting = createPdfMaker();
    await lasting.make(exampleReport("sk"));
    const [pid = 0] = reportProcesses().slice(-1);
    const cut = lasting.make(exampleReport("sk", 2_000));
    const waiting = lasting.make(exampleReport("cs"));
    process.kill(pid, "SIGKILL");
    await expect(cut).rejects.toThrow("the process of reports ended");
    expect(Buffer.from((await waiting).subarray(0, 5)).toString()).toBe("%PDF-");
    await lasting.close();
  });

  test("the same content and language are made once; another language is another file", async () => {
    let made = 0;
    const counting = createPdfMaker(() => made++);
    const [first, second] = await Promise.all([counting.make(exampleReport("sk")), counting.make(exampleReport("sk"))]);
    expect(await counting.make(exampleReport("sk"))).toBe(first);
    expect(second).toBe(first);
    await counting.make(exampleReport("cs"));
    expect(made).toBe(2);
    await counting.close();
  });

  test("more than may wait are refused, and those that wait are made", async () => {
    const busy = createPdfMaker();
    const asked = Array.from({ length: 30 }, (_, at) => busy.make(exampleReport("en", at + 1)));
    const outcomes = await Promise.allSettled(asked);
    const refused = outcomes.filter(({ status }) => status === "rejected");
    expect(refused).toHaveLength(9);
    for (const outcome of refused) expect(outcome).toMatchObject({ reason: expect.any(TooManyReports) });
    await busy.close();
  });
});

/** The processes of reports that this process has, by when they began. */
function reportProcesses(): number[] {
  const ids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const own = ids.filter((id) => statOf(id)[1] === String(process.pid) && commandOf(id).includes("pdf-process"));
  return own.map(Number).toSorted((a, b) => a - b);
}

/** What the system says of a process or a thread, from its state on: the name before that may hold anything. */
function statOf(of: string): readonly string[] {
  return readOf(`${of}/stat`)
    .replace(/^.*\) /s, "")
    .split(" ");
}

function commandOf(id: string): string {
  return readOf(`${id}/cmdline`);
}

/** Nothing where the process has ended meanwhile. */
function readOf(path: string): string {
  try {
    return readFileSync(`/proc/${path}`, "utf8");
  } catch {
    return "";
  }
}
