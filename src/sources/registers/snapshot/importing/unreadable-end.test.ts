import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isDay } from "../../../../core/day.ts";
import { lifeIn } from "../../live/read-life.ts";
import { dayNumber, type OddKind, readEnd, UNREADABLE_END } from "../records/firm-record.ts";
import type { ImportFile } from "./import-options.ts";
import { icoAt, importing, opened, registerFile, temporaryFolder } from "./register-files.fixture.ts";

const FOUNDED = "2001-02-03";

/** Ends that are no date, as registers and the systems behind them write them. */
const UNREADABLE = [
  "0000-00-00",
  "2019-02-31",
  "2020-13-01",
  "31.12.2020",
  "20201231",
  "2020-1-1",
  "1577836800000",
  "null",
  "?",
  " ",
  "0001-01-01",
  "1900-01-01",
  "1601-01-01T00:00:00Z",
  "2020-01-01x",
  "2020-01-0123",
  "2001-02-02",
] as const;

/** Ends that are a date, with the day. */
const READABLE = [
  ["2020-05-01", 20200501],
  ["2020-05-01T00:00:00", 20200501],
  ["2020-05-01 12:00", 20200501],
  ["2020-05-01+02:00", 20200501],
  ["2020-05-01Z", 20200501],
  ["2020-02-29", 20200229],
  [FOUNDED, 20010203],
  ["2099-12-31", 20991231],
] as const;

const founded = dayNumber(FOUNDED) ?? null;

describe("an end that is no date", () => {
  test.each(UNREADABLE)("%j is noted, live as in a file", (end) => {
    const odd: OddKind[] = [];
    expect(readEnd(end, founded, odd)).toBe(UNREADABLE_END);
    expect(odd).toEqual(["unreadable_end"]);
    expect(lifeIn(FOUNDED, end)).toMatchObject({ status: "unreadable", ceasedOn: null });
  });

  test.each(READABLE)("%j is one", (end, day) => {
    const odd: OddKind[] = [];
    expect(readEnd(end, founded, odd)).toBe(day);
    expect(odd).toEqual([]);
    expect(lifeIn(FOUNDED, end)).toMatchObject({ status: "ceased", ceasedOn: end.slice(0, 10) });
  });

  test.each([undefined, ""])("%j states none", (end) => {
    expect(readEnd(end, founded, [])).toBeNull();
  });

  test("no text makes a firm ceased that does not begin with a day of the calendar", () => {
    const part = fc.oneof(
      fc.string({ maxLength: 14 }),
      fc.constantFrom("2020-05-01", "0000-00-00", "T", " ", "-", "31"),
    );
    fc.assert(
      fc.property(
        fc.array(part, { maxLength: 4 }),
        fc.option(fc.constantFrom(FOUNDED, "2030-01-01", "x")),
        (parts, start) => {
          const text = parts.join("");
          const life = lifeIn(start, text === "" ? null : text);
          const end = readEnd(text, start === null ? null : (dayNumber(start) ?? null), []);
          expect(life.status).toBe(end === null ? "active" : end === UNREADABLE_END ? "unreadable" : "ceased");
          if (life.status === "ceased") expect(isDay(text.slice(0, 10))).toBe(true);
        },
      ),
    );
  });
});

const unit = (ceased: unknown, form = "112") => ({
  id: 1,
  ico: icoAt(0),
  nazovUJ: "Firma A",
  pravnaForma: form,
  datumZalozenia: FOUNDED,
  datumZrusenia: ceased,
});

const formats: readonly [
  string,
  "CZ" | "SK",
  (dir: string, ceased: string | undefined, form?: string) => ImportFile,
][] = [
  [
    "RES",
    "CZ",
    (dir, ceased, form = "112") => registerFile.res(dir, [{ name: "Firma A", form, ceased: ceased ?? "" }]),
  ],
  [
    "RPO",
    "SK",
    (dir, ceased, form = "112") =>
      registerFile.rpo(dir, [{ name: "Firma A", form, ...(ceased === undefined ? {} : { ceased }) }]),
  ],
  ["RÚZ", "SK", (dir, ceased, form) => registerFile.ruz(dir, [unit(ceased ?? null, form)])],
];

describe.each(formats)("a row of %s whose end cannot be read", (_name, country, fileOf) => {
  test("leaves open whether the firm has ceased, and stands in the report", async () => {
    const dir = temporaryFolder();
    const report = await importing(dir, fileOf(dir, "0000-00-00"));
    expect(report).toMatchObject({ skipped: 0, firms: 1, odd: { unreadable_end: 1 } });
    const snapshot = opened(dir);
    expect(snapshot.find(icoAt(0), country)).toMatchObject({ status: "unreadable", ceasedOn: null, name: "Firma A" });
    expect(snapshot.search("firma", undefined, 10)).toMatchObject([{ active: true }]);
    expect(snapshot.holdings().find((each) => each.country === country)).toMatchObject({ companies: 1, active: 1 });
  });

  test("shows no name of a sole trader", async () => {
    const dir = temporaryFolder();
    await importing(dir, fileOf(dir, "0000-00-00", "101"));
    expect(opened(dir).find(icoAt(0), country)).toMatchObject({ status: "unreadable", name: null, address: null });
  });

  test.each([
    ["2020-05-01", { status: "ceased", ceasedOn: "2020-05-01" }, 0],
    [undefined, { status: "active", ceasedOn: null }, 1],
  ] as const)("is put right by a later file (%s)", async (end, expected, active) => {
    const dir = temporaryFolder();
    await importing(dir, fileOf(dir, "0000-00-00"));
    const report = await importing(dir, { ...fileOf(dir, end), asOf: "2026-11-20" });
    expect(report.odd.unreadable_end).toBeUndefined();
    expect(opened(dir).find(icoAt(0), country)).toMatchObject(expected);
    expect(
      opened(dir)
        .holdings()
        .find((each) => each.country === country),
    ).toMatchObject({ active });
  });

  test("that lies ahead is an active firm with the day of its end", async () => {
    const dir = temporaryFolder();
    const report = await importing(dir, fileOf(dir, "2099-12-31"));
    expect(report.odd.unreadable_end).toBeUndefined();
    const snapshot = opened(dir);
    expect(snapshot.search("firma", undefined, 10)).toMatchObject([{ ceasedOn: "2099-12-31" }]);
    expect(snapshot.stats().reduce((sum, { count }) => sum + count, 0)).toBe(1);
    expect(snapshot.holdings().find((each) => each.country === country)).toMatchObject({ active: 1 });
  });
});

test.each([[false], [true], [0], [{}], [[]], [["2020-05-01"]]])(
  "an end that is no text (%j) is none that can be read",
  async (end) => {
    const dir = temporaryFolder();
    await importing(dir, registerFile.ruz(dir, [unit(end)]));
    expect(opened(dir).find(icoAt(0), "SK")?.status).toBe("unreadable");
  },
);

test("of two units with one number the one whose end cannot be read outweighs the one that has ended", async () => {
  for (const ends of [
    ["2020-05-01", "0000-00-00"],
    ["0000-00-00", "2020-05-01"],
  ]) {
    const dir = temporaryFolder();
    await importing(
      dir,
      registerFile.ruz(
        dir,
        ends.map((end, index) => ({ ...unit(end), id: index + 1 })),
      ),
    );
    expect(opened(dir).find(icoAt(0), "SK")?.status).toBe("unreadable");
  }
});
