import fc from "fast-check";
import { expect, test } from "vitest";
import { mainNaceOf, type NaceRevision } from "../../../../core/nace.ts";
import { decodeNace, encodeNace, insertCodes, MAIN_UNKNOWN, mainNace } from "./nace-text.ts";

const codes = (text: string) => decodeNace(text).nace.map(({ code, revision }) => `${code}@${revision}`);

test("without a main code the others are further activities, in their order", () => {
  expect(decodeNace("b0 63110 62010")).toEqual({
    nace: [
      { code: "63110", revision: "2" },
      { code: "62010", revision: "2" },
    ],
    mainUnknown: ["2"],
  });
  expect(mainNace("b0 63110")).toBeNull();
});

test("bach revision has its own main code, or none", () => {
  expect(decodeNace("b62010 63110/0 62100")).toMatchObject({ mainUnknown: ["2.1"] });
  expect(codes("b62010 63110/0 62100")).toEqual(["62010@2", "62100@2.1", "63110@2"]);
  expect(mainNace("b0 63110/62100")).toEqual({ code: "62100", revision: "2.1" });
});

test("where one source does not know the main code, that of the next one counts", () => {
  const text = insertCodes("c0 63110", "d62010 63110", 1);
  expect(codes(text)).toEqual(["62010@2", "63110@2"]);
  expect(decodeNace(text)).not.toHaveProperty("mainUnknown");
  expect(decodeNace("c0 63110|d0 62010").mainUnknown).toEqual(["2"]);
});

test("what is written is what is read, whatever is known", () => {
  const list = fc.uniqueArray(fc.stringMatching(/^[1-9]\d{1,4}$/), { maxLength: 4 });
  fc.assert(
    fc.property(list, list, fc.boolean(), fc.boolean(), (nace2, nace21, isUnknown2, isUnknown21) => {
      const written = (own: readonly string[], isUnknown: boolean) =>
        isUnknown && own.length > 0 ? [MAIN_UNKNOWN, ...own] : own;
      const text = encodeNace(1, written(nace2, isUnknown2), written(nace21, isUnknown21));
      const read = text === null ? { nace: [] } : decodeNace(text);
      const of = (revision: NaceRevision) =>
        read.nace.filter((code) => code.revision === revision).map(({ code }) => code);
      expect([of("2"), of("2.1")]).toEqual([nace2, nace21]);
      const main = isUnknown2 || nace2.length === 0 ? (isUnknown21 ? undefined : nace21[0]) : nace2[0];
      expect(mainNaceOf(read)?.code).toBe(main);
    }),
  );
});
