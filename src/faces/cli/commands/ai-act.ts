import type { ParseArgsOptionsConfig } from "node:util";
import { z } from "zod";
import { type AiActAnswer, aiActClassify } from "../../../capabilities/ai-act/ai-act-classify.ts";
import { aiActParameters } from "../../../capabilities/ai-act/ai-act-parameters.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { formatDay } from "../../../core/text.ts";
import { type Command, type CommandInput, OPERATOR } from "../command.ts";
import { kebab } from "../option-names.ts";

type Kind = "flag" | "list" | "text";

/** The parameters as options: their name in kebab case, and what follows the option. `--locale` is every command's. */
const parameters = Object.entries(aiActParameters.shape)
  .filter(([name]) => name !== "locale")
  .map(([name, schema]) => ({ name, option: kebab(name), kind: kindOf(schema) }));

/** `dosah ai-act`: which class is this AI system, and what must its deployer do? */
export const aiAct: Command = {
  words: "ai-act",
  usage:
    "ai-act [--annex-iii-use USE] [--annex-iii-exception E] [--other-prohibited-practices LETTER[,LETTER]...] [--as-of YYYY-MM-DD] [--FACT | --no-FACT ...] [--json]",
  help: "class and duties of an AI system that you use",
  state: "optional",
  options: Object.fromEntries(parameters.flatMap(({ option, kind }) => optionsOf(option, kind))),
  run: async (input, { call }) => {
    const { answer } = await call(aiActClassify, argumentsOf(input), [], OPERATOR);
    return { json: answer, lines: lines(answer, input.locale) };
  },
};

function kindOf(schema: z.ZodType): Kind {
  const inner = schema instanceof z.ZodOptional ? schema.unwrap() : schema;
  if (inner instanceof z.ZodBoolean) return "flag";
  return inner instanceof z.ZodArray ? "list" : "text";
}

/** A stated no differs from a missing answer where the default is yes: every flag also exists as `--no-...`. */
function optionsOf(option: string, kind: Kind): [string, ParseArgsOptionsConfig[string]][] {
  if (kind === "list") return [[option, { type: "string", multiple: true }]];
  if (kind === "text") return [[option, { type: "string" }]];
  return [
    [option, { type: "boolean" }],
    [`no-${option}`, { type: "boolean" }],
  ];
}

function argumentsOf(input: CommandInput): Record<string, unknown> {
  const stated = parameters.flatMap(({ name, option, kind }): [string, unknown][] => {
    const value = input.values[option];
    if (kind === "flag") {
      const isDenied = input.values[`no-${option}`] === true;
      // Yes and no at once is no boolean: the schema refuses it and names the field.
      if (value === true && isDenied) return [[name, "both"]];
      return value === true || isDenied ? [[name, !isDenied]] : [];
    }
    if (value === undefined) return [];
    return [[name, Array.isArray(value) ? value.flatMap((letters) => letters.split(",")) : value]];
  });
  return { ...Object.fromEntries(stated), locale: input.locale };
}

const text = {
  why: { sk: "Prečo", cs: "Proč", en: "Why" },
  duties: { sk: "Povinnosti", cs: "Povinnosti", en: "Duties" },
  notes: { sk: "Čo ešte vedieť", cs: "Co ještě vědět", en: "What else to know" },
  fines: { sk: "Pokuty", cs: "Pokuty", en: "Fines" },
  reservations: { sk: "Čo sa neposudzuje", cs: "Co se neposuzuje", en: "What is not assessed" },
  assumed: { sk: "Čo sme predpokladali", cs: "Co jsme předpokládali", en: "What was assumed" },
  applies: { sk: "platí", cs: "platí", en: "applies" },
  from: { sk: "od", cs: "od", en: "from" },
} satisfies Record<string, Localized>;

/** The answer as plain text: the class, why, the duties with their days, what else to know, what was assumed. */
function lines(answer: AiActAnswer, locale: Locale): string[] {
  const cited = ({ text: sentence, citations }: AiActAnswer["reasons"][number]) =>
    citations.length === 0 ? sentence : `${sentence} [${citations.join("; ")}]`;
  const duty = ({ text: sentence, note, citation, appliesFrom, appliesAsOf }: AiActAnswer["obligations"][number]) => {
    const day = `${text.from[locale]} ${formatDay(appliesFrom, locale)}`;
    const line = `${appliesAsOf ? `${text.applies[locale]} ${day}` : day}: ${sentence} [${citation}]`;
    return note === null ? line : `${line}\n    ${note}`;
  };
  return [
    answer.headline,
    ...section(text.why[locale], answer.reasons.map(cited)),
    ...section(text.duties[locale], answer.obligations.map(duty)),
    ...section(text.fines[locale], answer.fines.map(cited)),
    ...section(text.notes[locale], answer.notes.map(cited)),
    ...section(text.reservations[locale], answer.reservations.map(cited)),
    ...section(
      text.assumed[locale],
      answer.assumptions.map((assumption) => assumption.text),
    ),
    ...(answer.groundingNote === undefined ? [] : ["", answer.groundingNote]),
    "",
    answer.disclaimer,
  ];
}

function section(title: string, rows: readonly string[]): string[] {
  return rows.length === 0 ? [] : ["", `${title}:`, ...rows.map((row) => `  - ${row}`)];
}
