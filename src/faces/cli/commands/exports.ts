import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { z } from "zod";
import { accountExport } from "../../../capabilities/accounts/account-export.ts";
import { assessmentFile } from "../../../capabilities/assessments/assessment-file.ts";
import { assessmentList } from "../../../capabilities/assessments/assessment-list.ts";
import { organizationAuditExport } from "../../../capabilities/audit/organization-audit-log.ts";
import type { Capability } from "../../../capabilities/capability.ts";
import { registerFile } from "../../../capabilities/obligations/register-file.ts";
import type { FileFormat } from "../../../capabilities/offers.ts";
import { organizationVerdictFile } from "../../../capabilities/organizations/organization-verdict-file.ts";
import { scanFile } from "../../../capabilities/scans/scan-file.ts";
import { scanList } from "../../../capabilities/scans/scan-list.ts";
import { supplierFile } from "../../../capabilities/suppliers/supplier-file.ts";
import { trustExport } from "../../../capabilities/trust/trust-files.ts";
import { inEnglish } from "../../../core/locale.ts";
import { type Problem, ServiceError } from "../../../core/problem.ts";
import { writeWhole } from "../../../files/write-whole.ts";
import {
  type Command,
  type CommandContext,
  type CommandInput,
  given,
  OPERATOR,
  printable,
  textOption,
} from "../command.ts";

/** `dosah user export`: what the page of the account gives the person, for the person. */
export const userExport: Command = {
  words: "user export",
  usage: "user export --email E --to FILE [--json]",
  help: "write everything about a person into a file, as the account page does",
  options: { email: { type: "string" }, to: { type: "string" } },
  run: async (input, { call }) => {
    const to = required(input, "to");
    const caller = { ...OPERATOR, email: required(input, "email") };
    const { answer } = await call(accountExport, { locale: input.locale }, [], caller);
    write(to, `${JSON.stringify(answer, null, 2)}\n`);
    return { json: { file: to }, lines: [to] };
  },
};

/** `dosah org export`: every file that the pages of an organization offer, into one folder. */
export const orgExport: Command = {
  words: "org export",
  usage: "org export --organization ID --to FOLDER [--json]",
  help: "write every file that the pages of an organization offer into a new folder",
  options: { organization: { type: "string" }, to: { type: "string" } },
  run: async (input, { call }) => {
    const folder = required(input, "to");
    const organizationId = required(input, "organization");
    const offered = await offeredFiles(organizationId, input, call);
    if (existsSync(folder)) throw new ServiceError(isThere);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const files: string[] = [];
    const missing: string[] = [];
    for (const { name, content } of offered) {
      try {
        write(join(folder, name), await content());
        files.push(name);
      } catch (cause) {
        // What an organization does not have (a profile, facts for a verdict) is no file.
        if (!(cause instanceof ServiceError) || cause.problem.code === "source_unavailable") throw cause;
        missing.push(`${name}: ${printable(cause.problem.message.en)}`);
      }
    }
    return { json: { folder, files, missing }, lines: files, err: missing };
  },
};

/** A file as its page offers it. */
interface OfferedFile {
  readonly name: string;
  content(): Promise<string | Uint8Array>;
}

/** The files of the pages, in every format that each offers. @throws ServiceError for an unknown organization */
async function offeredFiles(
  organizationId: string,
  { locale }: CommandInput,
  call: CommandContext["call"],
): Promise<readonly OfferedFile[]> {
  const shared = { organizationId, locale };
  const ask = <Input extends z.ZodType, Answer>(capability: Capability<Input, Answer>, args: object) =>
    call(capability, args, [], OPERATOR);
  const organization = [registerFile, supplierFile, organizationVerdictFile, organizationAuditExport, trustExport];
  const whole = organization.flatMap((capability) =>
    formatsOf(capability).map((format) => ({
      name: `${String(capability.file?.name)}.${format}`,
      content: async () => {
        const args = given({ organizationId, format, locale: "locale" in capability.input.shape ? locale : undefined });
        const { answer } = await call(capability as Capability, args, [], OPERATOR);
        return contentOf(answer);
      },
    })),
  );
  const { answer } = await ask(assessmentList, shared);
  const questionnaires = answer.questionnaires.flatMap(({ id: questionnaireId }) =>
    formatsOf(assessmentFile).map((format) => ({
      name: `questionnaire-${questionnaireId}.${format}`,
      content: async () => (await ask(assessmentFile, { ...shared, questionnaireId, format })).answer.content,
    })),
  );
  const scans: OfferedFile[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await ask(scanList, given({ organizationId, limit: 50, cursor }));
    for (const { id: scanId } of page.answer.scans) {
      for (const format of formatsOf(scanFile)) {
        const content = async () => (await ask(scanFile, { ...shared, scanId, format })).answer.content;
        scans.push({ name: `scan-${scanId}.${format}`, content });
      }
    }
    if (page.answer.nextCursor === null) break;
    cursor = page.answer.nextCursor;
  }
  return [...whole, ...questionnaires, ...scans];
}

function formatsOf({ file }: Pick<Capability, "file">): readonly FileFormat[] {
  return file?.formats ?? [];
}

/** The content of a file capability, whatever else its answer says. */
function contentOf(answer: unknown): string | Uint8Array {
  const content = typeof answer === "object" && answer !== null && "content" in answer ? answer.content : undefined;
  if (typeof content === "string" || content instanceof Uint8Array) return content;
  throw new Error("a file has no content");
}

function required(input: CommandInput, name: string): string {
  const value = textOption(input, name);
  if (value !== undefined && value !== "") return value;
  const missing = inEnglish(`The option --${name} is missing.`);
  throw new ServiceError({ code: "invalid_arguments", message: missing, nextStep: inEnglish(`Add --${name}.`) });
}

/** A file of one person or organization is its owner's alone, and never written over another. */
function write(file: string, content: string | Uint8Array): void {
  try {
    writeWhole(file, content, false);
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
    throw code === "EEXIST" ? new ServiceError(isThere, { cause }) : cause;
  }
}

const isThere: Problem = {
  code: "invalid_arguments",
  standsFor: "data",
  field: "to",
  message: inEnglish("There is such a file already."),
  nextStep: inEnglish("Name another one, or move this one away first."),
};
