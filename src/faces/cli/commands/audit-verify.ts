import { readFile } from "node:fs/promises";
import { auditVerify } from "../../../capabilities/audit/audit-verify.ts";
import { inEnglish } from "../../../core/locale.ts";
import { type Problem, ServiceError } from "../../../core/problem.ts";
import { type Command, given, OPERATOR, textOption } from "../command.ts";

/** `dosah audit verify`: the heads, or the first entry that does not fit and exit code 1. */
export const auditVerifyCommand: Command = {
  words: "audit verify",
  usage: "audit verify [--organization ID] [--expect FILE] [--json]",
  help: "recompute the chains of the audit log",
  namesState: true,
  options: { organization: { type: "string" }, expect: { type: "string" } },
  run: async (input, { call }) => {
    const file = textOption(input, "expect");
    const args = given({
      organization: textOption(input, "organization"),
      expect: file === undefined ? undefined : await readHeads(file),
      locale: input.locale,
    });
    const { answer } = await call(auditVerify, args, [], OPERATOR);
    const { entries, fault, heads } = answer;
    return {
      json: answer,
      lines: heads.map(({ stream, seq, hash }) => `${stream}  ${seq}  ${hash}`),
      err: fault === null ? [`The audit log is whole, entries: ${entries}.`] : [],
      ...(fault === null ? {} : { problem: brokenAt(fault.stream, fault.seq, fault.why) }),
    };
  },
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
  standsFor: "data",
  field: "expect",
  message: inEnglish("The file holds no heads."),
  nextStep: inEnglish("Name a file with the answer of dosah audit verify --json or with lines of the service's log."),
};

function brokenAt(stream: string, seq: number, why: string): Problem {
  return {
    code: "not_found",
    message: inEnglish(`The audit log is broken: ${stream}, number ${seq} (${why}).`),
    nextStep: inEnglish("Compare it with the last backup and with the heads that were kept elsewhere."),
  };
}
