import { z } from "zod";
import { inEnglish } from "../../core/locale.ts";
import { type Problem, ServiceError } from "../../core/problem.ts";
import { emailKeyOf, readEmailAddress } from "../../identity/email-address.ts";
import type { Sealing } from "../../identity/sealing.ts";
import { type Account, accountByEmail, lockAccount } from "../../state/accounts.ts";
import { type AuditEvent, appendAudit } from "../../state/audit-log.ts";
import { type Organization, organizationById } from "../../state/organizations.ts";
import type { StateDatabase } from "../../state/state-database.ts";

/** Services for the operator's commands on people, organizations and keys. */
export interface OperatorAccounts {
  readonly state: StateDatabase;
  /** A hash in the PHC string format. */
  hashPassword(password: string): Promise<string>;
  /** True for a password of the operator's list of breaches; false without one. */
  isBreached(password: string): Promise<boolean>;
  /** Seals the mails that a command causes. */
  readonly sealing: Sealing;
  /** Private schemes of return addresses that an application may have. */
  readonly appSchemes: readonly string[];
  /** Milliseconds since 1970. */
  now(): number;
}

/** Names the account that a command speaks of. */
export const emailParameter = z.string().describe("E-mail address of the person's account.");

/** The address as it may be stored. @throws ServiceError where the text is no address */
export function addressOf(text: string): { readonly email: string; readonly emailKey: string } {
  const email = readEmailAddress(text);
  if (email === undefined) throw new ServiceError(noAddress);
  return { email, emailKey: emailKeyOf(email) };
}

/** The account of an address. @throws ServiceError `not_found` */
export async function accountOf(state: StateDatabase, text: string): Promise<Account> {
  const account = await accountByEmail(state, addressOf(text).emailKey);
  if (account === undefined) throw new ServiceError(noAccount);
  return account;
}

/** An organization by its id. @throws ServiceError `not_found` */
export async function organizationOf(state: StateDatabase, id: string): Promise<Organization> {
  const organization = await organizationById(state, id);
  if (organization === undefined) throw new ServiceError(noOrganizationOfId);
  return organization;
}

/**
 * Changes the account of an address under its lock, together with the audit entry of the command.
 * @returns the account, and the instant of the change
 */
export async function changeAccount(
  { state, now }: OperatorAccounts,
  email: string,
  action: AuditEvent["action"],
  change: (tx: StateDatabase, account: Account, at: number) => Promise<unknown>,
): Promise<Account & { readonly at: number }> {
  const account = await accountOf(state, email);
  const at = now();
  await state.transaction(async (tx) => {
    await lockAccount(tx, account.id);
    await change(tx, account, at);
    await recordCommand(tx, { action, target: { type: "account", id: account.id } }, at);
  });
  return { ...account, at };
}

/** Writes the audit entry of a command. `actorId`: the person of `--email` where the command acts as one. */
export async function recordCommand(
  tx: StateDatabase,
  event: Pick<AuditEvent, "action" | "target"> & Partial<Pick<AuditEvent, "actorId" | "orgId" | "details">>,
  at: number,
): Promise<void> {
  await appendAudit(tx, { actorId: null, orgId: null, via: "cli", ipPrefix: null, ...event }, at);
}

const noAddress: Problem = {
  code: "invalid_arguments",
  field: "email",
  message: inEnglish("That is not an e-mail address."),
  nextStep: inEnglish("Give an address such as name@domain.org."),
};

const noAccount: Problem = {
  code: "not_found",
  message: inEnglish("There is no account with this address."),
  nextStep: inEnglish("dosah user list lists the accounts."),
};

/** The answer to the operator where no organization has the id. */
export const noOrganizationOfId: Problem = {
  code: "not_found",
  message: inEnglish("There is no organization with this id."),
  nextStep: inEnglish("dosah org list lists the organizations."),
};
