import { memberAdd, memberList, memberRemove } from "../../../capabilities/organizations/member-operations.ts";
import { orgAdd } from "../../../capabilities/organizations/org-add.ts";
import { orgDelete } from "../../../capabilities/organizations/org-delete.ts";
import { orgList } from "../../../capabilities/organizations/org-list.ts";
import { type Command, printAnswer, printable, textOptions } from "../command.ts";

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
  run: (input, context) =>
    printAnswer(orgAdd, textOptions(input, "name", "owner", "country", "ico"), input, context, ({ id }) => [id]),
};

/** `dosah org list` */
export const orgListCommand: Command = {
  words: "org list",
  usage: "org list [--json]",
  help: "list the organizations",
  run: (input, context) =>
    printAnswer(orgList, {}, input, context, ({ organizations }) =>
      organizations.map(({ id, untrusted }) => `${id}  ${printable(untrusted.name)}`),
    ),
};

/** `dosah org delete` */
export const orgDeleteCommand: Command = {
  words: "org delete",
  usage: "org delete --id ID --yes [--json]",
  help: "delete an organization with everything that belongs to it",
  options: { id: { type: "string" }, yes: { type: "boolean" } },
  run: (input, context) => {
    const args = { ...textOptions(input, "id"), yes: input.values.yes === true };
    return printAnswer(orgDelete, args, input, context, ({ id }) => [id]);
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
  run: (input, context) => {
    const args = textOptions(input, "organization", "email", "role");
    return printAnswer(memberAdd, args, input, context, ({ accountId, role }) => [`${accountId}  ${role}`]);
  },
};

/** `dosah member remove` */
export const memberRemoveCommand: Command = {
  words: "member remove",
  usage: "member remove --organization ID --email E [--json]",
  help: "end a membership",
  options: membership,
  run: (input, context) => {
    const args = textOptions(input, "organization", "email");
    return printAnswer(memberRemove, args, input, context, ({ accountId }) => [accountId]);
  },
};

/** `dosah member list` */
export const memberListCommand: Command = {
  words: "member list",
  usage: "member list --organization ID [--json]",
  help: "list the members of an organization",
  options: organization,
  run: (input, context) =>
    printAnswer(memberList, textOptions(input, "organization"), input, context, ({ members }) =>
      members.map(({ accountId, role, untrusted }) => `${accountId}  ${role}  ${printable(untrusted.email)}`),
    ),
};
