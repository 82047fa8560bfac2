import { expect, test } from "vitest";
import { passwordChange } from "../../src/capabilities/accounts/password-change.ts";
import { signIn } from "../../src/capabilities/accounts/sign-in.ts";
import type { PersonContext, VisitorContext, Writes } from "../../src/capabilities/contexts.ts";
import { accountById, setPassword } from "../../src/state/accounts.ts";
import { type PersonStore, personStore } from "../../src/state/person-store.ts";
import { endSessionsOf, sessionsOf } from "../../src/state/sessions.ts";
import { describeOnBoth, type Installation } from "../promises/installation.fixture.ts";
import { NOW } from "../promises/service.fixture.ts";
import { person } from "./organization.fixture.ts";

const AT = NOW.getTime();

/** What a reset does while somebody else's password is being hashed: another password, and no session left. */
async function reset({ operator: { opened } }: Installation, id: string): Promise<void> {
  await opened.state.transaction(async (tx) => {
    await setPassword(tx, id, "of the reset", AT);
    await endSessionsOf(tx, id);
  });
}

/** Accounts whose passwords are hashed for as long as a reset takes. */
function accountsWith(here: Installation, id: string) {
  return {
    state: here.operator.opened.state,
    settings: { registration: "open", passwordSignIn: true, secondFactor: "optional" },
    limiter: {
      attempt: async (_rows: unknown, _keys: unknown, work: () => Promise<object>) =>
        Reflect.get(await work(), "value"),
    },
    sealing: { keyedHash: () => "counted" },
    isBreached: async () => false,
    now: () => AT,
    passwords: {
      verify: async () => true,
      needsRehash: () => true,
      hash: async () => {
        await reset(here, id);
        return "of the one who was slower";
      },
    },
  };
}

describeOnBoth("a password that is reset while somebody uses the old one", (install) => {
  test("signs nobody in, and the old one is not stored again with newer parameters", async () => {
    const here = await install();
    const jana = await person(here);
    const { state } = here.operator.opened;
    await setPassword(state, jana.id, "old", AT);
    const change = (work: (step: object) => Promise<unknown>) =>
      state.transaction((tx) => work({ tx, former: null, record: async () => {}, mail: async () => {} }));
    const visitor = { address: null, ipPrefix: null, agent: "" };
    const context = { accounts: accountsWith(here, jana.id), visitor, change } as unknown as VisitorContext;
    const asked = { email: jana.email, password: "old", next: "", locale: "en" } as const;
    await expect(signIn.run(asked, context)).rejects.toMatchObject({ faults: [{ code: "credentials_wrong" }] });
    expect((await accountById(state, jana.id))?.password_hash).toBe("of the reset");
    expect(await sessionsOf(state, jana.id, AT)).toEqual([]);
  });

  test("is not replaced by somebody whose session the reset has ended", async () => {
    const here = await install();
    const jana = await person(here);
    const { state } = here.operator.opened;
    await setPassword(state, jana.id, "old", AT);
    const [session] = await sessionsOf(state, jana.id, AT);
    const write: Writes<PersonStore>["write"] = (work) =>
      state.transaction((tx) =>
        work({
          store: personStore({ db: tx, accountId: jana.id }),
          ipPrefix: null,
          record: async () => {},
          mail: async () => {},
          charge: async () => {},
        }),
      );
    const context = {
      accounts: accountsWith(here, jana.id),
      person: { accountId: jana.id, session: { ...session, email: jana.email, name: "Jana", authenticatedAt: AT } },
      write,
    } as unknown as PersonContext & Writes<PersonStore>;
    const asked = { current: "old", password: "seven green tables on a roof", locale: "en" } as const;
    await expect(passwordChange.run(asked, context)).rejects.toMatchObject({ problem: { code: "session_required" } });
    expect((await accountById(state, jana.id))?.password_hash).toBe("of the reset");
    expect(await sessionsOf(state, jana.id, AT)).toEqual([]);
  });
});
