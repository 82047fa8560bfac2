import { ServiceError } from "../../core/problem.ts";
import { hasRight } from "../../core/rights.ts";
import type { Role } from "../../core/role.ts";
import { keptNetwork } from "../../limits/client-address.ts";
import { holdAccount } from "../../state/accounts.ts";
import { isApiKeyValid } from "../../state/api-keys.ts";
import { type AuditEvent, appendAudit } from "../../state/audit-log.ts";
import { organizationOfList } from "../../state/firm-lists.ts";
import { isConnectionLive } from "../../state/oauth-connections.ts";
import { organizationStore } from "../../state/organization-store.ts";
import {
  activeOrganizationOf,
  lockOrganizationFor,
  type OwnOrganization,
  oldestOwnerOf,
  organizationFor,
  organizationsOf,
  roleOf,
} from "../../state/organizations.ts";
import { personStore } from "../../state/person-store.ts";
import { openSession } from "../../state/sessions.ts";
import type { StateDatabase } from "../../state/state-database.ts";
import { StateError } from "../../state/state-error.ts";
import { measureStored } from "../../state/stored-bytes.ts";
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
  connectionScopeNeeded,
  type Identify,
  keyNeeded,
  noOrganization,
  noOrganizationOfKey,
  noOrganizationReached,
  notYours,
  organizationRequired,
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
  /** Called with each entry of the audit log that a change wrote, once the change is committed. */
  readonly onEntry?: (entry: Entry) => void;
}

type Entry = Pick<AuditEvent, "action" | "details">;

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
  const isOfOperator = capability.cli !== undefined || capability.openToOperator === true;
  if (principal.kind === "operator" && isOfOperator) {
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
  privateHalf: PrivateHalf,
): VisitorContext {
  const { accounts, now } = privateHalf;
  const session = "session" in principal ? principal.session : undefined;
  const keyId = "keyId" in principal ? principal.keyId : undefined;
  const via = caller.via ?? "cli";
  const ipPrefix = caller.address === null ? null : keptNetwork(caller.address);
  return {
    ...services,
    accounts,
    visitor: { address: caller.address, ipPrefix, agent: caller.agent ?? "", knownBrowser: caller.knownBrowser },
    change: (work) =>
      committed(privateHalf, async (tx, recorded) => {
        if (!startsSession) await stillAdmitted(tx, { session, keyId }, accounts);
        return work({
          tx,
          former: startsSession ? (session?.hash ?? null) : null,
          record: async (event) => {
            await appendAudit(tx, { orgId: null, via, ipPrefix, ...event }, now());
            recorded.push(event);
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
  const { accountId, reach = null } = person;
  if (capability.access === "person") {
    const bind = async (db: StateDatabase) => personStore({ db, accountId, reach });
    return {
      ...services,
      person,
      accounts,
      store: personStore({ db: state, accountId, reach }),
      ...writesOf(capability, bind, { person, orgId: null }, caller, privateHalf),
    };
  }
  const right = capability.right ?? "read";
  const roleAs = ({ role }: OwnOrganization): Role => (person.operator?.actorId === null ? "owner" : role);
  const organization = await organizationOf(state, person, args, capability);
  if (!hasRight(roleAs(organization), right)) throw new ServiceError(roleNeeded);
  const bind = async (tx: StateDatabase) => {
    const own = await lockOrganizationFor(tx, accountId, organization.id, reach);
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
  { address, knownBrowser }: Caller,
): Person {
  const ipPrefix = address === null ? null : keptNetwork(address);
  if (principal.kind === "challenged" || principal.kind === "set_up") {
    if (!openTo.includes(principal.kind)) throw new ServiceError(keyNeeded);
    return { accountId: principal.accountId, session: principal.session, address, ipPrefix, knownBrowser };
  }
  if (principal.kind !== "person") throw new ServiceError(keyNeeded);
  const { accountId, scopes, session, keyId, connectionId, reach } = principal;
  if (needsSession && session === undefined) throw new ServiceError(sessionNeeded);
  if (scopes !== null && !scopes.includes(scope)) {
    throw new ServiceError(connectionId === undefined ? scopeNeeded(scope) : connectionScopeNeeded(scope));
  }
  return { accountId, session, keyId, connectionId, reach, address, ipPrefix, knownBrowser };
}

/** The named organization, or the active one. Only a text or a number names one: the schema refuses anything else. */
async function organizationOf(
  state: StateDatabase,
  { accountId, connectionId, reach: chosen }: Person,
  args: unknown,
  { ofList, effect }: Pick<Capability, "ofList" | "effect">,
): Promise<OwnOrganization> {
  const reach = chosen ?? null;
  const stated = organizationNamed(args);
  const named = ofList === true ? await ofListNamed(state, accountId, args, stated) : stated;
  if (named === undefined && effect === "write") {
    // A change goes into no organization that nobody named, but where there is one alone.
    const own = await organizationsOf(state, accountId, Number.MAX_SAFE_INTEGER, reach);
    if (own.length > 1) throw new ServiceError(organizationRequired(own.map(({ id }) => id)));
  }
  const found =
    named === undefined
      ? await activeOrganizationOf(state, accountId, reach)
      : await organizationFor(state, accountId, named, reach);
  if (found === undefined) {
    if (named !== undefined) throw new ServiceError(notYours);
    if (connectionId !== undefined) throw new ServiceError(noOrganizationReached);
    throw new ServiceError(reach === null ? noOrganization : noOrganizationOfKey);
  }
  return found;
}

/** The organization of the list that is named. @throws ServiceError where it is nobody's, or not that which is named too */
async function ofListNamed(
  state: StateDatabase,
  accountId: string,
  args: unknown,
  stated: string | undefined,
): Promise<string> {
  const list: unknown = typeof args === "object" && args !== null ? Reflect.get(args, "list") : undefined;
  const found = typeof list === "string" ? await organizationOfList(state, accountId, list) : undefined;
  if (found === undefined || (stated !== undefined && stated !== found)) throw new ServiceError(notYours);
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
  privateHalf: PrivateHalf,
): Partial<Writes<Store>> {
  if (effect !== "write") return {};
  const { accounts, now } = privateHalf;
  return {
    write: (work) =>
      againOnConflict(() =>
        committed(privateHalf, async (tx, recorded) => {
          // First the account: a reset that is under way has then ended the session, and is not undone by this change.
          if (person.session !== undefined) await holdAccount(tx, person.accountId);
          await stillAdmitted(tx, person, accounts);
          const charged = { tx, at: now(), isOperator: person.operator !== undefined };
          const charge = orgId === null ? chargePerson(charged, person.accountId) : chargeOrganization(charged, orgId);
          const stored = orgId === null ? undefined : measureStored(tx, orgId);
          const chargeStored = async () => {
            const growth = (await stored?.growth()) ?? 0;
            if (growth !== 0) await charge("stored_bytes", growth);
          };
          const ipPrefix = caller.address === null ? null : keptNetwork(caller.address);
          const result = await work({
            store: await bind(stored?.tx ?? tx),
            ipPrefix,
            record: async (action, target, details = {}, where = orgId) => {
              await chargeStored();
              const via = caller.via ?? "cli";
              const { connectionId } = person;
              const said = connectionId === undefined ? details : { ...details, connection: connectionId };
              const event = { action, actorId: actorOf(person), orgId: where, target, via, ipPrefix, details: said };
              await appendAudit(tx, event, now());
              recorded.push(event);
            },
            mail: (mail) => queueMail(tx, accounts.sealing, mail, now()),
            charge,
          });
          await chargeStored();
          if (recorded.length === 0) throw new Error("data was changed without an audit entry");
          return result;
        }),
      ),
  };
}

/** Makes a change in a transaction, and says which entries it wrote once it is committed. */
async function committed<T>(
  { state, onEntry }: PrivateHalf,
  work: (tx: StateDatabase, recorded: Entry[]) => Promise<T>,
): Promise<T> {
  let recorded: Entry[] = [];
  const result = await state.transaction((tx) => {
    // A transaction that is made again begins without entries.
    recorded = [];
    return work(tx, recorded);
  });
  for (const entry of recorded) onEntry?.(entry);
  return result;
}

/**
 * Who was let in when the request began may have been shut out since: the body of a request may arrive half a minute after
 * its head. So nothing is changed for a session that has ended or must show more than it did, a key that was revoked or an
 * account that was disabled.
 */
async function stillAdmitted(
  tx: StateDatabase,
  { session, keyId, connectionId }: Pick<Person, "session" | "keyId" | "connectionId">,
  { settings, now }: Pick<Accounts, "settings" | "now">,
): Promise<void> {
  if (session !== undefined) {
    const open = await openSession(tx, session.hash, now());
    const entry = open === undefined ? undefined : entryOf(open, settings.secondFactor);
    if (entry !== session.entry) throw new ServiceError(sessionNeeded);
  }
  if (keyId !== undefined && !(await isApiKeyValid(tx, keyId, now()))) throw new ServiceError(keyNeeded);
  if (connectionId !== undefined && !(await isConnectionLive(tx, connectionId, now()))) {
    throw new ServiceError(keyNeeded);
  }
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
