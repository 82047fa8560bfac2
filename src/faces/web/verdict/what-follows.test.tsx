import { expect, test } from "vitest";
import { openTestServices } from "../../../../test/promises/service.fixture.ts";
import { scopeEvaluate } from "../../../capabilities/scope/scope-evaluate.ts";
import { LOCALES } from "../../../core/locale.ts";
import { WhatFollows } from "./what-follows.tsx";

test("the title says whether the steps hold, hold if the firm is in scope, or depend on an open question", async () => {
  const dosah = await openTestServices();
  try {
    for (const locale of LOCALES) {
      const titleOf = async (code: string, employees?: number) => {
        const facts = { country: "CZ", nace: [{ code }], locale, ...(employees === undefined ? {} : { employees }) };
        const { answer } = await dosah.call(scopeEvaluate, facts, [], { address: null });
        const html = String(<WhatFollows verdict={answer} names={new Map()} locale={locale} />);
        return /<h2[^>]*>([^<]*)</.exec(html)?.[1];
      };
      const titles = [await titleOf("35.13", 300), await titleOf("35.13"), await titleOf("29.10", 300)];
      expect(new Set(titles).size).toBe(3);
      expect(titles[2]).toContain({ sk: "otvorené otázky", cs: "otevřené otázky", en: "open questions" }[locale]);
    }
  } finally {
    await dosah.close();
  }
});
