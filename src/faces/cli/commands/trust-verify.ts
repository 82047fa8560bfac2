import { operatorTrustVerify } from "../../../capabilities/trust/operator-trust.ts";
import { type Command, given, OPERATOR, printable, textOption } from "../command.ts";
import { textOfFile } from "../offered-commands.ts";

/** `dosah trust verify firma.jws.json --jwks jwks.json` */
export const trustVerifyCommand: Command = {
  words: "trust verify",
  usage: "trust verify FILE|URL [--jwks FILE] [--json]",
  help: "check the signature of a published profile",
  state: "optional",
  options: { jwks: { type: "string" } },
  positionals: [1, 1],
  run: async (input, { call }) => {
    const [from = ""] = input.positionals;
    const source = /^https:\/\//i.test(from) ? { url: from } : { content: textOfFile(from) };
    const args = given({ ...source, keys: textOfFile(textOption(input, "jwks")), locale: input.locale });
    const { answer } = await call(operatorTrustVerify, args, [], OPERATOR);
    const { valid, reason, keyId, sha256, untrusted } = answer;
    const lines = [
      verdict(valid, reason) ?? `valid  ${printable(keyId)}  ${sha256}`,
      `issuer ${printable(untrusted.issuer)}, stated ${printable(untrusted.updatedAt)}`,
    ];
    return { json: answer, lines, exit: valid === null ? 3 : valid ? 0 : 1 };
  },
};

function verdict(valid: boolean | null, reason: string | null): string | undefined {
  if (valid === null) return "could not be checked: the keys of the issuer cannot be fetched; --jwks FILE names them";
  return valid ? undefined : `not valid: ${reason}`;
}
