import { readFileSync } from "node:fs";
import {
  operatorTrustComplaints,
  operatorTrustConfirm,
  operatorTrustExport,
  operatorTrustImport,
  operatorTrustKeyRotate,
  operatorTrustVerify,
  operatorTrustWithdraw,
} from "../../../capabilities/trust/operator-trust.ts";
import { supplierTrustProfile } from "../../../capabilities/trust/supplier-trust-profile.ts";
import { type Command, given, OPERATOR, printable, textOption } from "../command.ts";

/** The text of a file; one that cannot be read has none, and the answer says what is missing. */
function textOf(file: string | undefined): string | undefined {
  if (file === undefined) return undefined;
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

/** `dosah trust show firma` */
export const trustShowCommand: Command = {
  words: "trust show",
  usage: "trust show SLUG [--json]",
  help: "show a published supplier profile",
  positionals: [1, 1],
  run: async ({ positionals: [slug], locale, json }, { call, terminal }) => {
    const { answer } = await call(supplierTrustProfile, { slug, locale }, [], OPERATOR);
    if (json) return terminal.out(JSON.stringify(answer, null, 2));
    terminal.out(`${printable(answer.untrusted.name)}  ${answer.country} ${answer.ico}  ${answer.profileUrl}`);
    terminal.out(`revision ${answer.revision}, valid until ${answer.validUntil}${answer.stale ? ", stale" : ""}`);
    for (const { letter, answered, total, positive, state } of answer.coverage) {
      terminal.out(`  ${letter.padEnd(6)} ${answered}/${total}  ${positive} positive  ${state}`);
    }
  },
};

/** `dosah trust export --organization ID --format csv` */
export const trustExportCommand: Command = {
  words: "trust export",
  usage: "trust export --organization ID [--format json|csv] [--json]",
  help: "write the answers of a draft",
  options: { organization: { type: "string" }, format: { type: "string" } },
  run: async (input, { call, terminal }) => {
    const named = given({ organization: textOption(input, "organization"), format: textOption(input, "format") });
    const { answer } = await call(operatorTrustExport, { ...named, locale: input.locale }, [], OPERATOR);
    terminal.out(input.json ? JSON.stringify(answer, null, 2) : answer.content.replace(/\n$/, ""));
  },
};

/** `dosah trust import --organization ID --file answers.json` */
export const trustImportCommand: Command = {
  words: "trust import",
  usage: "trust import --organization ID --file F [--json]",
  help: "read answers (JSON or CSV) into a draft",
  options: { organization: { type: "string" }, file: { type: "string" } },
  run: async (input, { call, terminal }) => {
    const named = given({ organization: textOption(input, "organization"), text: textOf(textOption(input, "file")) });
    const { answer } = await call(operatorTrustImport, { ...named, locale: input.locale }, [], OPERATOR);
    if (input.json) return terminal.out(JSON.stringify(answer, null, 2));
    for (const { id, kind } of answer.changes) terminal.out(`${kind}  ${id}`);
    for (const { id, reason } of answer.refused) terminal.out(`refused  ${printable(id)}  ${reason}`);
  },
};

/** `dosah trust verify firma.jws.json --jwks jwks.json` */
export const trustVerifyCommand: Command = {
  words: "trust verify",
  usage: "trust verify FILE|URL [--jwks FILE] [--json]",
  help: "check the signature of a published profile",
  options: { jwks: { type: "string" } },
  positionals: [1, 1],
  run: async (input, { call, terminal }) => {
    const [from = ""] = input.positionals;
    const source = /^https:\/\//i.test(from) ? { url: from } : { content: textOf(from) };
    const args = given({ ...source, keys: textOf(textOption(input, "jwks")), locale: input.locale });
    const { answer } = await call(operatorTrustVerify, args, [], OPERATOR);
    if (input.json) terminal.out(JSON.stringify(answer, null, 2));
    else {
      const { valid, reason, keyId, sha256, untrusted } = answer;
      terminal.out(valid ? `valid  ${printable(keyId)}  ${sha256}` : `not valid: ${reason}`);
      terminal.out(`issuer ${printable(untrusted.issuer)}, stated ${printable(untrusted.updatedAt)}`);
    }
    return answer.valid ? 0 : 1;
  },
};

/** `dosah trust confirm --organization ID --note "extract of 1 November"` */
export const trustConfirmCommand: Command = {
  words: "trust confirm",
  usage: "trust confirm --organization ID --note TEXT [--json]",
  help: "confirm whose profile it is, where no domain proves it",
  options: { organization: { type: "string" }, note: { type: "string" } },
  run: async (input, { call, terminal }) => {
    const named = given({ organization: textOption(input, "organization"), note: textOption(input, "note") });
    const { answer } = await call(operatorTrustConfirm, { ...named, locale: input.locale }, [], OPERATOR);
    terminal.out(input.json ? JSON.stringify(answer, null, 2) : answer.organization);
  },
};

/** `dosah trust withdraw --organization ID --reason "not its own"` */
export const trustWithdrawCommand: Command = {
  words: "trust withdraw",
  usage: "trust withdraw --organization ID --reason TEXT [--json]",
  help: "withdraw a published profile; the supplier reads the reason",
  options: { organization: { type: "string" }, reason: { type: "string" } },
  run: async (input, { call, terminal }) => {
    const named = given({ organization: textOption(input, "organization"), reason: textOption(input, "reason") });
    const { answer } = await call(operatorTrustWithdraw, { ...named, locale: input.locale }, [], OPERATOR);
    terminal.out(input.json ? JSON.stringify(answer, null, 2) : answer.organization);
  },
};

/** `dosah trust key rotate --revoke 2026-a` */
export const trustKeyRotateCommand: Command = {
  words: "trust key rotate",
  usage: "trust key rotate [--revoke KEY] [--json]",
  help: "sign profiles with a new key from now on; --revoke marks a key that somebody else may hold",
  options: { revoke: { type: "string" } },
  run: async (input, { call, terminal }) => {
    const named = given({ revoke: textOption(input, "revoke") });
    const { answer } = await call(operatorTrustKeyRotate, { ...named, locale: input.locale }, [], OPERATOR);
    terminal.out(input.json ? JSON.stringify(answer, null, 2) : answer.keyId);
  },
};

/** `dosah trust complaints` */
export const trustComplaintsCommand: Command = {
  words: "trust complaints",
  usage: "trust complaints [--json]",
  help: "list what people reported about profiles",
  run: async ({ locale, json }, { call, terminal }) => {
    const { answer } = await call(operatorTrustComplaints, { locale }, [], OPERATOR);
    if (json) return terminal.out(JSON.stringify(answer, null, 2));
    for (const { at, untrusted } of answer.complaints) {
      terminal.out(`${at}  ${printable(untrusted.slug)}  ${printable(untrusted.message)}`);
    }
  },
};
