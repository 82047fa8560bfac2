import { ServiceError } from "../../core/problem.ts";
import { hasRight } from "../../core/rights.ts";
import type { Role } from "../../core/role.ts";
import { keptNetwork } from "../../limits/client-address.ts";
import { holdAccount } from "../../state/accounts.ts";
import { isApiKeyValid } from "../../state/api-keys.ts";
import { appendAudit } from "../../state/audit-log.ts";
import { organizationStore } from "../../state/organization-store.ts";
import {
  activeOrganizationOf,
  lockOrganizationFor,
  type OwnOrganization,
  oldestOwnerOf,
  organizationFor,
  roleOf,
} from "../../state/organizations.ts";
import { personStore } from "../../state/person-store.ts";
import { openSession } from "../../state/sessions.ts";
import type { StateDatabase } from "../../state/state-database.ts";
import { StateError } from "../../state/state-error.ts";
import type { Accounts } from "../accounts/accounts.ts";
import { entryOf } from "../accounts/may-enter.ts";
import { accountOf, noOrganizationOfId } from "../accounts/operator-accounts.ts";
import { queueMail } from "../accounts/queue-mail.ts";
import type { Capability } from "../capability.ts";
import {
  type Access,
  actorOf,
  type Contexts,
  type OperatorServices,
  type Person,
  type Services,
  type VisitorContext,
  type Writes,
} from "../contexts.ts";
import { noMember } from "../organizations/organization-problems.ts";
import { chargeOrganization, chargePerson } from "./charge.ts";
import {
  type Caller,
  type Identify,
  keyNeeded,
  noOrganization,
  notYours,
  type Principal,
  roleNeeded,
  scopeNeeded,
  sessionNeeded,
} from "./principal.ts";

/** What the contexts of the private half are made of. */
export interface PrivateHalf {
  readonly state: StateDatabase;
  readonly identify: Identify;
  readonly accounts: Accounts;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** What stands behind `createCall`. */
export interface ContextSources {
  readonly services: Services;
  readonly operator?: OperatorServices;
  readonly privateHalf?: PrivateHalf;
  /** Resolves who calls, once per request. */
  readonly identify: Identify;
}

/** Makes the context of a call from its arguments, as they were sent. */
export type MakeContext = (args: unknown) => Promise<Contexts[Access]>;

/**
 * Lets a caller through to a capability, or not, in this order: who calls, the scope of the key; then, with the
 * arguments, the organization with the membership, and the role. Not for the public half, which needs none of it and
 * makes no statement.
 * @throws ServiceError `unauthorized`, `forbidden` or `not_found`; a foreign and a missing organization alike.
 */
export async function admit(capability: Capability, caller: Caller, sources: ContextSources): Promise<MakeContext> {
  const { services, operator, privateHalf, identify } = sources;
  const principal = await identify(caller);
  if (capability.access === "operator") {
    if (principal.kind !== "operator" || operator === undefined) throw new ServiceError(keyNeeded);
    return async () => ({ ...services, operator });
  }
  if (privateHalf === undefined) throw new ServiceError(keyNeeded);
  if (capability.access === "visitor")
    return async () => visitorContext(capability, principal, caller, services, privateHalf);
  if (principal.kind === "operator" && capability.cli !== undefined) {
    return async (args) => {
      const person = await throughMember(capability, args, caller, privateHalf.state);
      return privateContext(capability, args, person, caller, services, privateHalf);
    };
  }
  const person = personOf(principal, capability, caller);
  return (args) => privateContext(capability, args, person, caller, services, privateHalf);
}

/** Without a person every change names its own actor. */
function visitorContext(
  { startsSession = false }: Capability,
  principal: Principal,
  caller: Caller,
  services: Services,
  { state, accounts, now }: PrivateHalf,
): VisitorContext {
  const session = "session" in principal ? principal.session : undefined;
  const keyId = "keyId" in principal ? principal.keyId : undefined;
  const via = caller.via ?? "cli";
  const ipPrefix = caller.address === null ? null : keptNetwork(caller.address);
  return {
    ...services,
    accounts,
    visitor: { address: caller.address, ipPrefix, agent: caller.agent ?? "" },
    change: (work) =>
      state.transaction(async (tx) => {
        if (!startsSession) await stillAdmitted(tx, { session, keyId }, accounts);
        return work({
          tx,
          former: startsSession ? (session?.hash ?? null) : null,
          record: async (event) => {
            await appendAudit(tx, { orgId: null, via, ipPrefix, ...event }, now());
          },
          mail: (mail) => queueMail(tx, accounts.sealing, mail, now()),
        });
      }),
  };
}

async function privateContext(
  capability: Capability,
  args: unknown,
  person: Person,
  caller: Caller,
  services: Services,
  privateHalf: PrivateHalf,
): Promise<Contexts[Access]> {
  const { state, accounts } = privateHalf;
  const { accountId } = person;
  if (capability.access === "person") {
    const bind = async (db: StateDatabase) => personStore({ db, accountId });
    return {
      ...services,
      person,
      accounts,
      store: personStore({ db: state, accountId }),
      ...writesOf(capability, bind, { person, orgId: null }, caller, privateHalf),
    };
  }
  const right = capability.right ?? "read";
  const roleAs = ({ role }: OwnOrganization): Role => (person.operator?.actorId === null ? "owner" : role);
  const organization = await organizationOf(state, accountId, args);
  if (!hasRight(roleAs(organization), right)) throw new ServiceError(roleNeeded);
  const bind = async (tx: StateDatabase) => {
    const own = await lockOrganizationFor(tx, accountId, organization.id);
    if (own === undefined) throw new ServiceError(notYours);
    if (!hasRight(roleAs(own), right)) throw new ServiceError(roleNeeded);
    return organizationStore({ db: tx, accountId, orgId: organization.id });
  };
  return {
    ...services,
    person,
    accounts,
    organization,
    role: roleAs(organization),
    store: organizationStore({ db: state, accountId, orgId: organization.id }),
    ...writesOf(capability, bind, { person, orgId: organization.id }, caller, privateHalf),
  };
}

/**
 * The person through whom the operator acts, so that each statement keeps its join on a membership. The person of `--email`
 * has a role and stands in the audit log. The oldest owner lends the membership alone.
 */
async function throughMember(
  { access }: Capability,
  args: unknown,
  { email }: Caller,
  state: StateDatabase,
): Promise<Person> {
  const account = email === undefined ? undefined : await accountOf(state, email);
  const named = account?.id;
  if (access === "person") {
    if (named === undefined) throw new Error("a command of a person names none");
    return { accountId: named, ipPrefix: null, operator: { actorId: named } };
  }
  const orgId = organizationNamed(args);
  const owner = orgId === undefined ? undefined : await oldestOwnerOf(state, orgId);
  if (orgId === undefined || owner === undefined) throw new ServiceError(noOrganizationOfId);
  if (named === undefined) return { accountId: owner, ipPrefix: null, operator: { actorId: null } };
  if ((await roleOf(state, named, orgId)) === undefined) throw new ServiceError(noMember);
  return { accountId: named, ipPrefix: null, operator: { actorId: named } };
}

function personOf(
  principal: Principal,
  { scope = "read", needsSession = false, openTo = [] }: Capability,
  { address }: Caller,
): Person {
  const ipPrefix = address === null ? null : keptNetwork(address);
  if (principal.kind === "challenged" || principal.kind === "set_up") {
    if (!openTo.includes(principal.kind)) throw new ServiceError(keyNeeded);
    return { accountId: principal.accountId, session: principal.session, ipPrefix };
  }
  if (principal.kind !== "person") throw new ServiceError(keyNeeded);
  const { accountId, scopes, session, keyId } = principal;
  if (needsSession && session === undefined) throw new ServiceError(sessionNeeded);
  if (scopes !== null && !scopes.includes(scope)) throw new ServiceError(scopeNeeded(scope));
  return { accountId, session, keyId, ipPrefix };
}

/** The named organization, or the active one. Only a text or a number names one: the schema refuses anything else. */
async function organizationOf(state: StateDatabase, accountId: string, args: unknown): Promise<OwnOrganization> {
  const named = organizationNamed(args);
  const found =
    named === undefined ? await activeOrganizationOf(state, accountId) : await organizationFor(state, accountId, named);
  if (found === undefined) throw new ServiceError(named === undefined ? noOrganization : notYours);
  return found;
}

function organizationNamed(args: unknown): string | undefined {
  const named = typeof args === "object" && args !== null ? Reflect.get(args, "organizationId") : undefined;
  // The schema reads a number as text (`as-meant.ts`): it must not lead to the active organization.
  return typeof named === "string" || typeof named === "number" ? String(named) : undefined;
}

/** Only a capability that says that it writes gets the means to. */
function writesOf<Store>(
  { effect }: Capability,
  bind: (tx: StateDatabase) => Promise<Store>,
  { person, orgId }: { readonly person: Person; readonly orgId: string | null },
  caller: Caller,
  { state, accounts, now }: PrivateHalf,
): Partial<Writes<Store>> {
  if (effect !== "write") return {};
  return {
    write: (work) =>
      againOnConflict(() =>
        state.transaction(async (tx) => {
          // First the account: a reset that is under way has then ended the session, and is not undone by this change.
          if (person.session !== undefined) await holdAccount(tx, person.accountId);
          await stillAdmitted(tx, person, accounts);
          const charged = { tx, at: now(), isOperator: person.operator !== undefined };
          let recorded = 0;
          const ipPrefix = caller.address === null ? null : keptNetwork(caller.address);
          const result = await work({
            store: await bind(tx),
            ipPrefix,
            record: async (action, target, details = {}, where = orgId) => {
              const via = caller.via ?? "cli";
              const event = { action, actorId: actorOf(person), orgId: where, target, via, ipPrefix, details };
              await appendAudit(tx, event, now());
              recorded++;
            },
            mail: (mail) => queueMail(tx, accounts.sealing, mail, now()),
            charge: orgId === null ? chargePerson(charged, person.accountId) : chargeOrganization(charged, orgId),
          });
          if (recorded === 0) throw new Error("data was changed without an audit entry");
          return result;
        }),
      ),
  };
}

/**
 * Who was let in when the request began may have been shut out since: the body of a request may arrive half a minute after
 * its head. So nothing is changed for a session that has ended or must show more than it did, a key that was revoked or an
 * account that was disabled.
 */
async function stillAdmitted(
  tx: StateDatabase,
  { session, keyId }: Pick<Person, "session" | "keyId">,
  { settings, now }: Pick<Accounts, "settings" | "now">,
): Promise<void> {
  if (session !== undefined) {
    const open = await openSession(tx, session.hash, now());
    const entry = open === undefined ? undefined : entryOf(open, settings.secondFactor);
    if (entry !== session.entry) throw new ServiceError(sessionNeeded);
  }
  if (keyId !== undefined && !(await isApiKeyValid(tx, keyId, now()))) throw new ServiceError(keyNeeded);
}

/** How often a change is made again when others made a row with its key meanwhile. */
const AGAIN = 3;

/**
 * Two that make a row with the same key at once: the second one learns of the first when it writes. What it looked up is
 * out of date, so it is done again from the beginning, and then finds what the first one made.
 */
async function againOnConflict<T>(change: () => Promise<T>): Promise<T> {
  for (let left = AGAIN; ; left--) {
    try {
      return await change();
    } catch (thrown) {
      if (left === 0 || !(thrown instanceof StateError) || thrown.kind !== "conflict") throw thrown;
    }
  }
}
