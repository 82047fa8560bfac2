import { z } from "zod";
import type { Locale } from "../../core/locale.ts";
import { plural } from "../../core/text.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import { scanAnswer, scanFields } from "./scan-answer.ts";

const input = z.strictObject({
  limit: z.number().int().min(1).max(100).default(20).describe("How many of the newest scans."),
  organizationId: organizationParameter,
  locale: localeParameter.describe("Language of the summary and of error texts."),
});

const output = z.object({ scans: z.array(z.object(scanFields)).describe("Newest first.") });

type Answer = z.output<typeof output>;

/** The newest scans of an organization (docs/specification.md, `my_scans.what`). */
export const myScans = defineCapability({
  name: "my_scans",
  access: "organization",
  input,
  published: {
    title: { sk: "Moje skeny", cs: "Moje skeny", en: "My scans" },
    description:
      "The scans of an organization of the key's owner, newest first: domain, status and scores. Send the id of a scan " +
      "with the same organizationId to my_scan_detail.",
    output,
  },
  mcp: {
    cost: { rows: ["person_read"] },
    openWorld: false,
    summary: ({ scans }, locale) => summaries[locale](scans.length),
  },
  run: async ({ limit }, { store }): Promise<Answer> => {
    const [scans, owned] = await Promise.all([store.scans(limit), store.domains()]);
    return { scans: scans.map((scan) => scanAnswer(scan, owned)) };
  },
});

const summaries: Readonly<Record<Locale, (count: number) => string>> = {
  sk: (count) => `${count} ${plural(count, { one: "sken", few: "skeny", other: "skenov" }, "sk")}.`,
  cs: (count) => `${count} ${plural(count, { one: "sken", few: "skeny", other: "skenů" }, "cs")}.`,
  en: (count) => `${count} ${plural(count, { one: "scan", other: "scans" }, "en")}.`,
};
