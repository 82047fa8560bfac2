import { readFile } from "node:fs/promises";
import { auditVerify } from "../../../capabilities/audit/audit-verify.ts";
import type { Locale } from "../../../core/locale.ts";
import { type Problem, ServiceError } from "../../../core/problem.ts";
import { type Command, given, OPERATOR, textOption } from "../command.ts";

/** `dosah audit verify`: the heads, or the first entry that does not fit and exit code 1. */
export const auditVerifyCommand: Command = {
  words: "audit verify",
  usage: "audit verify [--organization ID] [--expect FILE] [--json]",
  help: "recompute the chains of the audit log",
  options: { organization: { type: "string" }, expect: { type: "string" } },
  run: async (input, { call, terminal }) => {
    const file = textOption(input, "expect");
    const args = given({
      organization: textOption(input, "organization"),
      expect: file === undefined ? undefined : await readHeads(file),
      locale: input.locale,
    });
    const { answer } = await call(auditVerify, args, [], OPERATOR);
    if (input.json) terminal.out(JSON.stringify(answer, null, 2));
    else for (const { stream, seq, hash } of answer.heads) terminal.out(`${stream}  ${seq}  ${hash}`);
    if (answer.fault !== null)
      throw new ServiceError(brokenAt(answer.fault.stream, answer.fault.seq, answer.fault.why));
    if (!input.json) terminal.err(sums[input.locale](answer.entries));
  },
};

const sums: Readonly<Record<Locale, (entries: number) => string>> = {
  sk: (entries) => `Záznam udalostí je neporušený, záznamov: ${entries}.`,
  cs: (entries) => `Záznam událostí je neporušený, záznamů: ${entries}.`,
  en: (entries) => `The audit log is whole, entries: ${entries}.`,
};

/**
 * The heads in a file: the answer of `audit verify` with or without `--json`, or lines of the log. Lines without a head
 * are passed over.
 * @throws ServiceError where the file cannot be read or holds none.
 */
async function readHeads(file: string): Promise<readonly object[]> {
  const text = await readFile(file, "utf8").catch(() => "");
  const whole = parsed(text);
  const found =
    typeof whole === "object" && whole !== null && "heads" in whole && Array.isArray(whole.heads)
      ? whole.heads
      : text.split("\n").flatMap(headIn);
  if (found.length === 0) throw new ServiceError(noHeads);
  return found;
}

function headIn(line: string): readonly object[] {
  const [stream, seq, hash] = line.trim().split(/\s+/);
  if (stream !== undefined && /^\d+$/.test(seq ?? "") && /^[0-9a-f]{64}$/.test(hash ?? "")) {
    return [{ stream, seq: Number(seq), hash }];
  }
  const logged = parsed(line);
  if (typeof logged !== "object" || logged === null || !("stream" in logged) || !("hash" in logged)) return [];
  return [{ stream: logged.stream, seq: "seq" in logged ? logged.seq : undefined, hash: logged.hash }];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const noHeads: Problem = {
  code: "invalid_arguments",
  field: "expect",
  message: {
    sk: "V súbore nie sú žiadne konce reťazcov.",
    cs: "V souboru nejsou žádné konce řetězců.",
    en: "The file holds no heads.",
  },
  nextStep: {
    sk: "Zadajte súbor s odpoveďou dosah audit verify --json alebo s riadkami denníka služby.",
    cs: "Zadejte soubor s odpovědí dosah audit verify --json nebo s řádky protokolu služby.",
    en: "Name a file with the answer of dosah audit verify --json or with lines of the service's log.",
  },
};

function brokenAt(stream: string, seq: number, why: string): Problem {
  return {
    code: "not_found",
    message: {
      sk: `Záznam udalostí je porušený: ${stream}, poradie ${seq} (${why}).`,
      cs: `Záznam událostí je porušen: ${stream}, pořadí ${seq} (${why}).`,
      en: `The audit log is broken: ${stream}, number ${seq} (${why}).`,
    },
    nextStep: {
      sk: "Porovnajte ho s poslednou zálohou a s odloženými koncami reťazcov.",
      cs: "Porovnejte ho s poslední zálohou a s uloženými konci řetězců.",
      en: "Compare it with the last backup and with the heads that were kept elsewhere.",
    },
  };
}
