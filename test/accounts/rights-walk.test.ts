import { expect, test } from "vitest";
import { admit, type ContextSources } from "../../src/capabilities/calling/context.ts";
import { identifyByKey } from "../../src/capabilities/calling/identify-by-key.ts";
import { identifyBySession } from "../../src/capabilities/calling/identify-by-session.ts";
import type { Caller } from "../../src/capabilities/calling/principal.ts";
import type { Capability } from "../../src/capabilities/capability.ts";
import type { Change, VisitorChange } from "../../src/capabilities/contexts.ts";
import { capabilities } from "../../src/capabilities/index.ts";
import { KEY_SCOPES } from "../../src/core/key-scope.ts";
import { newId } from "../../src/core/random-id.ts";
import { hashApiKey, newApiKey, tailOf } from "../../src/identity/api-key.ts";
import { hashToken } from "../../src/identity/token.ts";
import { setDisabled } from "../../src/state/accounts.ts";
import { addApiKey, revokeApiKey } from "../../src/state/api-keys.ts";
import { firmListsIn } from "../../src/state/firm-lists.ts";
import { addMember, changeMembership } from "../../src/state/organizations.ts";
import { endSession, endSessionsOf } from "../../src/state/sessions.ts";
import { composedSql } from "../../src/state/sql.ts";
import { describeOnBoth, type Installation } from "../promises/installation.fixture.ts";
import { NOW } from "../promises/service.fixture.ts";
import { organization, type PersonOfTest, person, signIn } from "./organization.fixture.ts";

const AT = NOW.getTime();

/** Whoever starts a session, or ends all of an account, need not have the one that the browser had. */
const START_A_SESSION = ["oidc_finish", "passkey_sign_in", "reset_password", "sign_in"];

/** What every member may do: it stays theirs with any other role. */
const OF_EVERY_ROLE = ["calendar_create", "calendar_revoke", "organization_activate", "organization_leave"];

const writes = capabilities.filter(({ effect, access }) => effect === "write" && access !== "operator");

/** Each capability that writes, with what its caller loses after they were let in and before anything is changed. */
const CELLS = writes.flatMap((capability) => {
  const { name, access, needsSession, startsSession, right } = capability;
  const ofKey =
    needsSession === true || access === "visitor" ? [] : (["key revoked", "account of the key disabled"] as const);
  const ofSession = startsSession === true ? [] : (["session ended", "account disabled"] as const);
  const ofRole =
    access !== "organization"
      ? []
      : right === undefined
        ? (["removed"] as const)
        : (["role lowered", "removed"] as const);
  return [...ofSession, ...ofKey, ...ofRole].map((loss) => [name, loss, capability] as const);
});

type Loss = (typeof CELLS)[number][1];

describeOnBoth("what is lost between being let in and the change", (install) => {
  test("lets nobody change anything, whatever the capability: session, key, account, role, membership", {
    timeout: 300_000,
  }, async () => {
    const here = await install();
    const { state } = here.operator.opened;
    const owner = await person(here);
    const someone = await person(here);
    const org = await organization(here, owner, { owner });
    await state.transaction((tx) => addMember(tx, { accountId: someone.id, orgId: org, role: "owner" }, AT));
    const list = newId("firmList");
    await state.transaction((tx) =>
      firmListsIn({ db: tx, accountId: owner.id, orgId: org }).addList(
        { id: list, name: "Dodávatelia", country: null },
        AT,
      ),
    );
    const entries = async () =>
      (await state.get<{ n: number }>(composedSql("SELECT count(*) AS n FROM audit_entry")))?.n;
    const passed: string[] = [];
    for (const [name, loss, capability] of CELLS) {
      const isByKey = loss.includes("key");
      const key = isByKey ? await keyOf(here, someone) : undefined;
      if (key === undefined) await signIn(here, someone, here.operator.opened.privateHalf.now());
      const change = await letIn(here, capability, someone, { org, list }, key?.key).catch((cause: unknown) => {
        throw new Error(`${name}, ${loss}: not let in`, { cause });
      });
      // As long as nothing is lost, the change is made: so what is refused below is refused for the loss.
      const before = await entries();
      await change();
      expect(await entries(), `${name} changes nothing at all`).toBe((before ?? 0) + 1);
      await lose(here, loss, someone, org, key?.id);
      const refused = await change().then(
        () => false,
        () => true,
      );
      if (!refused || (await entries()) !== (before ?? 0) + 1) passed.push(`${name}: ${loss}`);
      await restore(here, someone, org);
    }
    expect(passed).toEqual([]);
  });
});

test("nobody but whoever starts a session, or ends all of an account, leaves the question out", () => {
  expect(
    writes
      .filter(({ startsSession }) => startsSession === true)
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(START_A_SESSION);
  const ofEveryRole = writes.filter(({ access, right }) => access === "organization" && right === undefined);
  expect(ofEveryRole.map(({ name }) => name).toSorted()).toEqual(OF_EVERY_ROLE);
});

/** Lets a person in to a capability. @returns what makes a change of it that writes one entry */
async function letIn(
  { operator: { opened } }: Installation,
  capability: Capability,
  { id, browser }: PersonOfTest,
  { org, list }: { readonly org: string; readonly list: string },
  key: string | undefined,
): Promise<() => Promise<unknown>> {
  const { services, privateHalf } = opened;
  const { state, accounts, now } = privateHalf;
  const log = accounts.log;
  const identify =
    key === undefined
      ? identifyBySession({ state, now, log, secondFactor: "optional" })
      : identifyByKey({ state, limiter: accounts.limiter, now, log });
  const sources: ContextSources = { services, privateHalf: { ...privateHalf, identify }, identify };
  const caller: Caller = {
    address: "192.0.2.1",
    via: key === undefined ? "web" : "rest",
    sessionToken: key === undefined ? browser.cookie : undefined,
    authorization: key === undefined ? undefined : `Bearer ${key}`,
  };
  const makeContext = await admit(capability, caller, sources);
  const context = await makeContext({ organizationId: org, ...(capability.ofList === true && { list }) });
  const target = { type: "account", id } as const;
  if ("change" in context) {
    return () =>
      context.change((change: VisitorChange) =>
        change.record({ action: "account.profile_changed", actorId: id, target, details: {} }),
      );
  }
  const write: unknown = Reflect.get(context, "write");
  if (typeof write !== "function") throw new Error(`${capability.name} has no way to change anything`);
  return () => write((change: Change<unknown>) => change.record("account.profile_changed", target));
}

async function keyOf({ operator }: Installation, { id: accountId }: PersonOfTest) {
  const [id, key] = [newId("apiKey"), newApiKey()];
  const made = { id, accountId, name: id, scopes: [...KEY_SCOPES], tail: tailOf(key), once: null } as const;
  await addApiKey(operator.opened.state, { ...made, hash: hashApiKey(key), expiresAt: null }, AT);
  return { id, key };
}

async function lose(
  { operator }: Installation,
  loss: Loss,
  { id, browser }: PersonOfTest,
  org: string,
  keyId = "",
): Promise<void> {
  await operator.opened.state.transaction(async (tx) => {
    if (loss === "session ended") await endSession(tx, hashToken(browser.cookie ?? ""));
    if (loss === "key revoked") await revokeApiKey(tx, id, keyId, AT);
    if (loss.endsWith("disabled")) await setDisabled(tx, id, AT);
    const handover = { at: AT, why: "role" } as const;
    if (loss === "role lowered") await changeMembership(tx, id, org, "viewer", handover);
    if (loss === "removed") await changeMembership(tx, id, org, null, { at: AT, why: "removed" });
  });
}

async function restore({ operator }: Installation, { id }: PersonOfTest, org: string): Promise<void> {
  await operator.opened.state.transaction(async (tx) => {
    await setDisabled(tx, id, null);
    // Twenty are open at most.
    await endSessionsOf(tx, id);
    await changeMembership(tx, id, org, null, { at: AT, why: "removed" });
    await addMember(tx, { accountId: id, orgId: org, role: "owner" }, AT);
  });
}
