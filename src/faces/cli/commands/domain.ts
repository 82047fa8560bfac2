import {
  operatorDomainAdd,
  operatorDomainList,
  operatorDomainRemove,
  operatorDomainVerify,
  proofNotFound,
} from "../../../capabilities/scans/operator-domains.ts";
import { type Command, type CommandInput, given, OPERATOR, type Terminal, textOption } from "../command.ts";

/** The proof was looked for and is not there. */
const NOT_FOUND = 1;

const options = { organization: { type: "string" } } as const;

function named(input: CommandInput) {
  const [domain] = input.positionals;
  return given({ domain, organization: textOption(input, "organization"), locale: input.locale });
}

interface Shown {
  readonly domain: string;
  readonly verified: boolean;
  readonly proof: { readonly dns: { name: string; value: string }; readonly file: { url: string } } | null;
}

/** The domain, whether it is proved, and what to publish. */
function show({ domain, verified, proof }: Shown, terminal: Terminal): void {
  terminal.out(`${domain}  ${verified ? "verified" : "not verified"}`);
  if (proof === null || verified) return;
  terminal.out(`  TXT   ${proof.dns.name}  "${proof.dns.value}"`);
  terminal.out(`  file  ${proof.file.url}  ${proof.dns.value}`);
}

/** `dosah domain add firma.sk --organization ID` */
export const domainAddCommand: Command = {
  words: "domain add",
  usage: "domain add DOMAIN --organization ID [--json]",
  help: "add a domain to an organization and print what proves it",
  options,
  positionals: [1, 1],
  run: async (input, { call, terminal }) => {
    const { answer } = await call(operatorDomainAdd, named(input), [], OPERATOR);
    if (input.json) terminal.out(JSON.stringify(answer, null, 2));
    else show(answer, terminal);
  },
};

/** `dosah domain verify firma.sk --organization ID` */
export const domainVerifyCommand: Command = {
  words: "domain verify",
  usage: "domain verify DOMAIN --organization ID [--json]",
  help: "look for the proof of a domain",
  options,
  positionals: [1, 1],
  run: async (input, { call, terminal }) => {
    const { answer } = await call(operatorDomainVerify, named(input), [], OPERATOR);
    if (input.json) terminal.out(JSON.stringify(answer, null, 2));
    else show(answer, terminal);
    if (answer.found) return undefined;
    if (!input.json) {
      terminal.err(proofNotFound.message[input.locale]);
      terminal.err(proofNotFound.nextStep[input.locale]);
    }
    return NOT_FOUND;
  },
};

/** `dosah domain list --organization ID` */
export const domainListCommand: Command = {
  words: "domain list",
  usage: "domain list --organization ID [--json]",
  help: "list the domains of an organization with what proves them",
  options,
  run: async (input, { call, terminal }) => {
    const { answer } = await call(operatorDomainList, named(input), [], OPERATOR);
    if (input.json) terminal.out(JSON.stringify(answer, null, 2));
    else for (const each of answer.domains) show(each, terminal);
  },
};

/** `dosah domain remove firma.sk --organization ID` */
export const domainRemoveCommand: Command = {
  words: "domain remove",
  usage: "domain remove DOMAIN --organization ID [--json]",
  help: "remove a domain of an organization",
  options,
  positionals: [1, 1],
  run: async (input, { call, terminal }) => {
    const { answer } = await call(operatorDomainRemove, named(input), [], OPERATOR);
    terminal.out(input.json ? JSON.stringify(answer, null, 2) : answer.domain);
  },
};
