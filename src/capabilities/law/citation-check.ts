import { z } from "zod";
import { foreignText } from "../../core/foreign-text.ts";
import { LOCALES } from "../../core/locale.ts";
import { CITATION_VERDICTS, checkCitations } from "../../rules/citations/check.ts";
import { lawLink } from "../../rules/citations/law-link.ts";
import { DISCLAIMER } from "../answers/disclaimer.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";

/** A text that is nothing but citations would make an answer many times its size. */
const MOST_LISTED = 1_000;

const input = z.strictObject({
  text: z.string().min(1).max(200_000).describe("The text to check, in Slovak, Czech or English."),
  locale: localeParameter,
});

const output = z.object({
  valid: z
    .boolean()
    .describe("True when every citation in the text is confirmed; a text without citations is valid as well."),
  count: z.number().int().describe("Number of citations found."),
  citations: z
    .array(
      z.object({
        text: z.string().describe("The citation as it stands in the caller's text."),
        act: z.string().nullable().describe("Id of the act, null when none is named or it is not registered."),
        unit: z
          .string()
          .nullable()
          .describe("The place in the act, such as 21(2)(a); null when the act alone is cited."),
        verdict: z
          .enum(CITATION_VERDICTS)
          .describe(
            "confirmed: the act is registered and the place exists; not_confirmed: the act is registered, the place " +
              "does not exist or is repealed; unrecognized: no act is named by its number, or it is not registered.",
          ),
        link: z
          .object({
            url: z.string(),
            language: z.enum(LOCALES).describe("Language of the text: acts of the Union follow the locale."),
            level: z.enum(["unit", "act"]).describe("unit: the cited place or the unit around it; act: the whole act."),
            title: z.string().describe("What the address shows, in the locale."),
          })
          .nullable()
          .describe("The official text in the version that was read; null when not confirmed."),
      }),
    )
    .describe(`In the order of the text, at most ${MOST_LISTED}.`),
  indicative: z.literal(true),
  disclaimer: z.string(),
  dataAsOf: z.string().describe("The day up to which the acts were compared with their official texts."),
});

type Answer = z.output<typeof output>;

/** Confirms the legal citations of any text against the registered acts. */
export const citationCheck = defineCapability({
  name: "citation_check",
  access: "public",
  input,
  published: {
    title: "Citation check",
    description:
      "Finds the legal citations in a text and says of each whether the act is registered and the cited place exists. " +
      "Covers NIS2, the AI Act and the Slovak and Czech cyber security law; says nothing of whether a citation fits.",
    output,
  },
  rest: [{ method: "POST", path: "/api/citation-check", cost: { rows: ["citation_check"] } }],
  cli: {
    words: "citations check",
    help: "confirm the legal references in a text",
    positionals: ["text"],
    mostWords: 1000,
    lines: ({ citations, valid }) => [
      ...citations.map(({ verdict, text }) => `${verdict}  ${foreignText(text)}`),
      valid ? "valid" : "not valid",
    ],
  },
  web: { rows: ["web_lookup"] },
  run: ({ text, locale }, { knowledge }): Answer => {
    const { valid, citations } = checkCitations(text, knowledge.acts);
    const linkOf = ({ act, unit, verdict }: (typeof citations)[number]) => {
      if (act === null || verdict !== "confirmed") return null;
      const linked = lawLink(unit === null ? act : `${act} ${unit}`, locale, knowledge);
      return linked.kind === "link" ? linked.link : null;
    };
    return {
      valid,
      count: citations.length,
      citations: citations.slice(0, MOST_LISTED).map((citation) => ({ ...citation, link: linkOf(citation) })),
      indicative: true,
      disclaimer: DISCLAIMER[locale],
      dataAsOf: knowledge.acts.asOf,
    };
  },
});
