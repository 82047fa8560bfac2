import { memberAdd, memberList, memberRemove } from "../../../capabilities/organizations/member-operations.ts";
import { orgAdd } from "../../../capabilities/organizations/org-add.ts";
import { orgList } from "../../../capabilities/organizations/org-list.ts";
import { type Command, given, OPERATOR, printable, textOption } from "../command.ts";

/** `dosah org add`: prints the id of the organization. */
export const orgAddCommand: Command = {
  words: "org add",
  usage: "org add --name N --owner EMAIL [--country SK|CZ] [--ico ICO] [--json]",
  help: "add an organization with its owner",
  options: {
    name: { type: "string" },
    owner: { type: "string" },
    country: { type: "string" },
    ico: { type: "string" },
  },
  positionals: [0, 0],
  run: async (input, { call, terminal }) => {
    const args = given({
      name: textOption(input, "name"),
      owner: textOption(input, "owner"),
      country: textOption(input, "country"),
      ico: textOption(input, "ico"),
      locale: input.locale,
    });
    const { answer } = await call(orgAdd, args, [], OPERATOR);
    terminal.out(input.json ? JSON.stringify(answer, null, 2) : answer.id);
  },
};

/** `dosah org list` */
export const orgListCommand: Command = {
  words: "org list",
  usage: "org list [--json]",
  help: "list the organizations",
  options: {},
  positionals: [0, 0],
  run: async ({ locale, json }, { call, terminal }) => {
    const { answer } = await call(orgList, { locale }, [], OPERATOR);
    if (json) return terminal.out(JSON.stringify(answer, null, 2));
    for (const { id, untrusted } of answer.organizations) terminal.out(`${id}  ${printable(untrusted.name)}`);
  },
};

const organization = { organization: { type: "string" } } as const;
const membership = { ...organization, email: { type: "string" } } as const;

/** `dosah member add` */
export const memberAddCommand: Command = {
  words: "member add",
  usage: "member add --organization ID --email E --role owner|admin|member|viewer [--json]",
  help: "make a person a member, or give a member another role",
  options: { ...membership, role: { type: "string" } },
  positionals: [0, 0],
  run: async (input, { call, terminal }) => {
    const args = given({
      organization: textOption(input, "organization"),
      email: textOption(input, "email"),
      role: textOption(input, "role"),
      locale: input.locale,
    });
    const { answer } = await call(memberAdd, args, [], OPERATOR);
    terminal.out(input.json ? JSON.stringify(answer, null, 2) : `${answer.accountId}  ${answer.role}`);
  },
};

/** `dosah member remove` */
export const memberRemoveCommand: Command = {
  words: "member remove",
  usage: "member remove --organization ID --email E [--json]",
  help: "end a membership",
  options: membership,
  positionals: [0, 0],
  run: async (input, { call, terminal }) => {
    const args = given({
      organization: textOption(input, "organization"),
      email: textOption(input, "email"),
      locale: input.locale,
    });
    const { answer } = await call(memberRemove, args, [], OPERATOR);
    terminal.out(input.json ? JSON.stringify(answer, null, 2) : answer.accountId);
  },
};

/** `dosah member list` */
export const memberListCommand: Command = {
  words: "member list",
  usage: "member list --organization ID [--json]",
  help: "list the members of an organization",
  options: organization,
  positionals: [0, 0],
  run: async (input, { call, terminal }) => {
    const args = given({ organization: textOption(input, "organization"), locale: input.locale });
    const { answer } = await call(memberList, args, [], OPERATOR);
    if (input.json) return terminal.out(JSON.stringify(answer, null, 2));
    for (const { accountId, role, untrusted } of answer.members) {
      terminal.out(`${accountId}  ${role}  ${printable(untrusted.email)}`);
    }
  },
};
