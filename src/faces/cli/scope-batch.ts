import { readTypedText } from "../../capabilities/calling/typed-text.ts";
import { writeSpreadsheetCsv } from "../../capabilities/opendata/csv.ts";
import { firmAsked, type ReadRow, readFirmRows } from "../../capabilities/rows/read-rows.ts";
import { rowProblem, rowProblemOf } from "../../capabilities/rows/row-problems.ts";
import { firmRow } from "../../capabilities/scope/firm-row.ts";
import { type FirmLine, firmCells } from "../../capabilities/scope/firm-table.ts";
import { foreignText } from "../../core/foreign-text.ts";
import type { Locale } from "../../core/locale.ts";
import { type Problem, ServiceError } from "../../core/problem.ts";
import {
  type CommandContext,
  type CommandInput,
  given,
  OPERATOR,
  printable,
  type Reply,
  textOption,
} from "./command.ts";

/** True for `dosah scope -`, and where `--csv` asks for a table. */
export function isBatch(input: CommandInput): boolean {
  return input.positionals[0] === "-" || input.values.csv === true;
}

/**
 * `dosah scope -`: one verdict a line for the numbers, or names, of standard input. A line without an answer keeps its
 * place. With `--json` each line is an object; with `--csv` all of them are one table.
 * A problem at the end says that a line had no answer: the exit code tells a script.
 */
export async function scopeBatch(input: CommandInput, { call, terminal }: CommandContext): Promise<Reply> {
  const { locale } = input;
  if (input.positionals.length !== 1 || input.positionals[0] !== "-") throw new ServiceError(standardInputOnly);
  if (textOption(input, "service") !== undefined) throw new ServiceError(noService);
  if (input.json && input.values.csv === true) throw new ServiceError(oneForm);
  const lines: FirmLine[] = [];
  const { text, note } = readTypedText(await terminal.read());
  if (note !== undefined) terminal.err(note[locale]);
  for (const row of readFirmRows(text)) {
    const line = await lineOf(row);
    lines.push(line);
    if (input.json) terminal.out(JSON.stringify(jsonOf(line, lines.length, locale)));
    else if (input.values.csv !== true) terminal.out(textOf(line, locale));
  }
  if (lines.length === 0) throw new ServiceError(nothingThere);
  if (input.values.csv === true) {
    terminal.out(writeSpreadsheetCsv(firmCells(lines, locale), locale).trimEnd());
  }
  const failed = lines.filter((line) => line.firm === undefined).length;
  return failed === 0 ? {} : { problem: withoutAnswer(failed, lines.length) };

  async function lineOf(row: ReadRow): Promise<FirmLine> {
    const entry = row.typed;
    if (row.problem !== undefined) return { entry, problem: row.problem };
    try {
      const args = given({ country: textOption(input, "country"), ...firmAsked(row), locale });
      const { firm } = (await call(firmRow, args, [], OPERATOR)).answer;
      if (firm === null) return { entry, problem: rowProblem("name_ambiguous") };
      return { entry, firm, warnings: row.warnings };
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      return { entry, problem: rowProblemOf(row, error.problem) };
    }
  }
}

/** A line as data: what was typed is foreign text. */
function jsonOf(line: FirmLine, row: number, locale: Locale): object {
  if (line.firm !== undefined) {
    return {
      row,
      ...line.firm,
      ...(line.warnings === undefined || line.warnings.length === 0 ? {} : { warnings: line.warnings }),
    };
  }
  const { code, message, nextStep } = line.problem;
  return {
    row,
    error: { code, message: message[locale], nextStep: nextStep[locale] },
    untrusted: { input: foreignText(line.entry) },
  };
}

function textOf({ entry, firm, problem, warnings }: FirmLine, locale: Locale): string {
  if (firm === undefined) return `${printable(entry)}  ${problem.message[locale]} ${problem.nextStep[locale]}`;
  return `${firm.ico} ${firm.country}  ${printable(firm.untrusted.name)}: ${firm.headline ?? firm.category}${warnings?.includes("zeros_added") === true ? ` (${zerosAdded[locale]})` : ""}`;
}

const zerosAdded = {
  sk: "doplnené úvodné nuly",
  cs: "doplněny úvodní nuly",
  en: "leading zeros were added",
} as const;

const standardInputOnly: Problem = {
  code: "invalid_arguments",
  message: {
    sk: "Tabuľka sa číta zo štandardného vstupu: jedno IČO na riadok.",
    cs: "Tabulka se čte ze standardního vstupu: jedno IČO na řádek.",
    en: "A table is read from standard input: one number a line.",
  },
  nextStep: {
    sk: "Použite: dosah scope - < zoznam.txt",
    cs: "Použijte: dosah scope - < seznam.txt",
    en: "Use: dosah scope - < list.txt",
  },
};

const noService: Problem = {
  code: "invalid_arguments",
  field: "service",
  message: {
    sk: "Služba nezávislá od veľkosti sa uvádza pre jednu firmu, nie pre celý zoznam.",
    cs: "Služba nezávislá na velikosti se uvádí pro jednu firmu, ne pro celý seznam.",
    en: "A service that counts whatever the size is stated for one firm, not for a list.",
  },
  nextStep: { sk: "Vynechajte --service.", cs: "Vynechte --service.", en: "Leave --service out." },
};

const oneForm: Problem = {
  code: "invalid_arguments",
  message: {
    sk: "--json a --csv sa vylučujú.",
    cs: "--json a --csv se vylučují.",
    en: "--json and --csv exclude each other.",
  },
  nextStep: { sk: "Zvoľte jeden tvar.", cs: "Zvolte jeden tvar.", en: "Choose one form." },
};

const nothingThere: Problem = {
  code: "invalid_arguments",
  message: {
    sk: "Na štandardnom vstupe nič nie je.",
    cs: "Na standardním vstupu nic není.",
    en: "There is nothing on standard input.",
  },
  nextStep: { sk: "Pošlite jedno IČO na riadok.", cs: "Pošlete jedno IČO na řádek.", en: "Send one number a line." },
};

function withoutAnswer(failed: number, all: number): Problem {
  return {
    code: "not_found",
    message: {
      sk: `Bez odpovede: ${failed} z ${all} riadkov.`,
      cs: `Bez odpovědi: ${failed} z ${all} řádků.`,
      en: `Without an answer: ${failed} of ${all} lines.`,
    },
    nextStep: {
      sk: "Dôvod je pri každom z nich.",
      cs: "Důvod je u každého z nich.",
      en: "Each of them says why.",
    },
  };
}
