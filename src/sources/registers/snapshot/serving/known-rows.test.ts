import { describe, expect, test } from "vitest";
import { importing, named, opened, registerFile, temporaryFolder } from "../importing/register-files.fixture.ts";
import type { RowArray } from "../layout/columns.ts";
import { KnownRows } from "./known-rows.ts";

function row(id: number, changes: Readonly<Record<number, unknown>> = {}): RowArray {
  const values = [
    id,
    27082440,
    "Kafka",
    null,
    "b35110",
    112,
    240,
    5,
    null,
    20100501,
    null,
    null,
    null,
    null,
    null,
    1,
    2,
    77,
  ];
  return values.map((value, at) => (at in changes ? changes[at] : value)) as unknown as RowArray; // also what damage reads as
}

describe("a row that was read before", () => {
  test("gives what was made of it, while it reads just the same", () => {
    const known = new KnownRows<string>();
    known.keep(row(1), "made");
    expect([known.get(row(1)), known.get(row(2))]).toEqual(["made", undefined]);
  });

  test("is unknown when one of its values is another one, whatever it is", () => {
    const known = new KnownRows<string>();
    known.keep(row(1), "made");
    for (let at = 1; at < row(1).length; at++) {
      for (const other of [-5, "", "other", undefined, Buffer.from("Kafka"), 240n]) {
        expect(known.get(row(1, { [at]: other })), `value ${at}`).toBeUndefined();
      }
    }
    expect(known.get(row(1))).toBe("made");
  });

  test("is forgotten when many others were read since", () => {
    const known = new KnownRows<string>(2);
    known.keep(row(1), "one");
    known.keep(row(2), "two");
    known.get(row(1));
    known.keep(row(3), "three");
    expect([1, 2, 3].map((id) => known.get(row(id)))).toEqual(["one", undefined, "three"]);
  });
});

test("the register file gives the same firm and the same hit again, which nobody can change", async () => {
  const dir = temporaryFolder();
  await importing(dir, registerFile.res(dir, named("Firma A", "Firma B")));
  const snapshot = opened(dir);
  const [a, b] = snapshot.search("firma", "CZ", 10);
  expect(a).not.toBe(b);
  expect(snapshot.search("firma", "CZ", 10)[0]).toBe(a);
  expect(a).toBeDefined();
  const firm = snapshot.find(a?.ico ?? "", "CZ");
  expect(firm).toMatchObject({ name: "Firma A" });
  expect(snapshot.find(a?.ico ?? "", "CZ")).toBe(firm);
  expect(() => Object.assign(firm ?? {}, { name: "x" })).toThrow(TypeError);
  expect(() => Object.assign(a ?? {}, { name: "x" })).toThrow(TypeError);
});
