import type { KeyScope } from "../../core/key-scope.ts";
import { ServiceError } from "../../core/problem.ts";
import { keptNetwork } from "../../limits/client-address.ts";
import { appendAudit } from "../../state/audit-log.ts";
import { organizationStore } from "../../state/organization-store.ts";
import { activeOrganizationOf, type OwnOrganization, organizationFor } from "../../state/organizations.ts";
import { personStore } from "../../state/person-store.ts";
import type { StateDatabase } from "../../state/state-database.ts";
import type { Access, Capability, Contexts, OperatorServices, Services, Writes } from "../capability.ts";
import {
  type Caller,
  type Identify,
  keyNeeded,
  noOrganization,
  notYours,
  type Principal,
  roleNeeded,
  scopeNeeded,
} from "./principal.ts";
import { hasRight, type Right } from "./rights.ts";

/** What the contexts of the private half are made of. */
export interface PrivateHalf {
  readonly state: StateDatabase;
  readonly identify: Identify;
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
  const { accountId } = personOf(principal, capability.scope ?? "read");
  if (privateHalf === undefined) throw new ServiceError(keyNeeded);
  return (args) => privateContext(capability, args, accountId, caller, services, privateHalf);
}

async function privateContext(
  capability: Capability,
  args: unknown,
  accountId: string,
  caller: Caller,
  services: Services,
  privateHalf: PrivateHalf,
): Promise<Contexts[Access]> {
  const { state } = privateHalf;
  const person = { accountId };
  if (capability.access === "person") {
    const bind = (db: StateDatabase) => personStore(db, accountId);
    return {
      ...services,
      person,
      store: bind(state),
      ...writesOf(capability, bind, { accountId, orgId: null }, caller, privateHalf),
    };
  }
  const organization = await organizationOf(state, accountId, args, capability.right ?? "read");
  const bind = (db: StateDatabase) => organizationStore(db, accountId, organization.id);
  return {
    ...services,
    person,
    organization,
    role: organization.role,
    store: bind(state),
    ...writesOf(capability, bind, { accountId, orgId: organization.id }, caller, privateHalf),
  };
}

function personOf(principal: Principal, scope: KeyScope): { readonly accountId: string } {
  if (principal.kind !== "person") throw new ServiceError(keyNeeded);
  if (principal.scopes !== null && !principal.scopes.includes(scope)) throw new ServiceError(scopeNeeded(scope));
  return principal;
}

/** The named organization, or the active one. Only a text names one: anything else is for the schema to refuse. */
async function organizationOf(
  state: StateDatabase,
  accountId: string,
  args: unknown,
  right: Right,
): Promise<OwnOrganization> {
  const named = typeof args === "object" && args !== null ? Reflect.get(args, "organizationId") : undefined;
  const found =
    typeof named === "string"
      ? await organizationFor(state, accountId, named)
      : await activeOrganizationOf(state, accountId);
  if (found === undefined) throw new ServiceError(typeof named === "string" ? notYours : noOrganization);
  if (!hasRight(found.role, right)) throw new ServiceError(roleNeeded);
  return found;
}

/** Only a capability that says that it writes gets the means to. */
function writesOf<Store>(
  { effect }: Capability,
  bind: (db: StateDatabase) => Store,
  { accountId, orgId }: { readonly accountId: string; readonly orgId: string | null },
  caller: Caller,
  { state, now }: PrivateHalf,
): Partial<Writes<Store>> {
  if (effect !== "write") return {};
  return {
    write: (work) =>
      state.transaction(async (tx) => {
        let recorded = 0;
        const result = await work({
          store: bind(tx),
          record: async (action, target, details = {}) => {
            const via = caller.via ?? "cli";
            const ipPrefix = caller.address === null ? null : keptNetwork(caller.address);
            await appendAudit(tx, { action, actorId: accountId, orgId, target, via, ipPrefix, details }, now());
            recorded++;
          },
        });
        if (recorded === 0) throw new Error("data was changed without an audit entry");
        return result;
      }),
  };
}
