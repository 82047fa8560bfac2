import { newId } from "../../src/core/random-id.ts";
import type { Role } from "../../src/core/role.ts";
import { hashToken, newToken } from "../../src/identity/token.ts";
import { addAccount } from "../../src/state/accounts.ts";
import { addMember, addOrganization, changeMembership } from "../../src/state/organizations.ts";
import { addSession } from "../../src/state/sessions.ts";
import type { Installation } from "../promises/installation.fixture.ts";
import { type Json, NOW } from "../promises/service.fixture.ts";
import { type VisitorOfTest, visit } from "./visitor.fixture.ts";

const AT = NOW.getTime();

/** A person of the tests, signed in with a browser. */
export interface PersonOfTest {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly browser: VisitorOfTest;
}

/** Adds a verified account and opens a browser in which it is signed in, `signedInAgo` milliseconds ago. */
export async function person(
  here: Pick<Installation, "operator" | "service">,
  { name = "Jana Nová", signedInAgo = 0, email }: { name?: string; signedInAgo?: number; email?: string } = {},
): Promise<PersonOfTest> {
  const { state } = here.operator.opened;
  const id = newId("account");
  const address = email ?? `${id}@firma.sk`;
  const rest = { name, locale: "sk", password_hash: null, email_verified_at: AT } as const;
  await addAccount(state, { id, email: address, email_key: address.toLowerCase(), ...rest }, AT);
  const browser = visit(here.service);
  const someone = { id, email: address, name, browser };
  await signIn(here, someone, AT - signedInAgo);
  return someone;
}

/** Signs a person in, at an instant in milliseconds: the browser has that session from then on. */
export async function signIn(
  { operator }: Pick<Installation, "operator">,
  { id, browser }: PersonOfTest,
  at: number,
): Promise<void> {
  const token = newToken();
  await addSession(operator.opened.state, {
    hash: hashToken(token),
    account_id: id,
    stage: "full",
    assurance: "one",
    created_at: at,
    authenticated_at: at,
    seen_at: Math.max(at, AT),
    expires_at: at + 7 * 86_400_000,
    ip_prefix: null,
    agent: "Firefox, Linux",
  });
  browser.cookie = token;
}

/** Adds an organization with its owner and further members. */
export async function organization(
  { operator }: Pick<Installation, "operator">,
  owner: PersonOfTest,
  members: Readonly<Partial<Record<Role, PersonOfTest>>> = {},
  name = "Alfa s.r.o.",
): Promise<string> {
  const { state } = operator.opened;
  const id = newId("organization");
  await state.transaction(async (tx) => {
    await addOrganization(tx, { id, name, country: "SK", ico: "31322832", created_by: owner.id }, AT);
    for (const [role, { id: accountId }] of Object.entries(members) as [Role, PersonOfTest][]) {
      await addMember(tx, { accountId, orgId: id, role }, AT);
      await changeMembership(tx, accountId, id, role, { at: AT, why: "role" });
    }
  });
  return id;
}

/** Calls a tool of the MCP endpoint with a key. @returns the result as an agent gets it */
export async function callTool(
  { service }: Pick<Installation, "service">,
  key: string,
  name: string,
  args: object = {},
): Promise<Json> {
  const response = await service.fetch("/api/mcp", {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
      Authorization: `Bearer ${key}`,
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } }),
  });
  return (await response.json()).result;
}
