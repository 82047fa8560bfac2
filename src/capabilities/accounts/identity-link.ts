import { z } from "zod";
import { foreignText } from "../../core/foreign-text.ts";
import { oidcAttempt } from "../../identity/oidc.ts";
import type { SealPurpose } from "../../identity/sealing.ts";
import { findIdentity } from "../../state/identities.ts";
import { localeParameter } from "../calling/parameters.ts";
import { Refused } from "../calling/refusal.ts";
import { defineCapability } from "../capability.ts";
import type { Person } from "../contexts.ts";
import type { Accounts } from "./accounts.ts";
import { isSignInRecent } from "./confirm-person.ts";
import { beginAt, finishAt, onceOf, searchParameter } from "./oidc-provider.ts";

/** So long a person may look at the question whether to link, in milliseconds. */
const QUESTION_MS = 10 * 60_000;

/** What is sealed into the cookie while the person is at the provider. */
const sealedAttempt = z.strictObject({ attempt: oidcAttempt, session: z.string() });

/** What is sealed into the cookie until the form comes back. */
const sealedIdentity = z.strictObject({
  issuer: z.string(),
  subject: z.string(),
  shown: z.string().describe("Name or address at the provider. Foreign text."),
  session: z.string().describe("The hash of the session that began it."),
  once: z.strictObject({ secret: z.string(), until: z.number(), from: z.number().default(0) }),
  expiresAt: z.number(),
});

const refused = () => new Refused([{ code: "provider_refused" }]);

/** The first step to link an identity: where to send the person, and what to keep in the browser. */
export const identityLinkBegin = defineCapability({
  name: "identity_link_begin",
  access: "person",
  needsSession: true,
  input: z.strictObject({ locale: localeParameter }),
  web: { rows: ["sign_in_address"] },
  run: async (_input, { accounts, person: { session } }) => {
    // A further way to sign in must not be added at an unlocked screen.
    if (session === undefined || !isSignInRecent(session, accounts.now())) {
      throw new Refused([{ code: "sign_in_again" }]);
    }
    const { url, attempt } = await beginAt(accounts, "");
    return { url, sealed: accounts.sealing.seal(JSON.stringify({ attempt, session: session.hash }), "oidc_link") };
  },
});

/** The second step: who came back from the provider is kept in the browser, and nothing is written. */
export const identityLinkReturn = defineCapability({
  name: "identity_link_return",
  access: "person",
  needsSession: true,
  input: z.strictObject({ search: searchParameter, sealed: z.string(), locale: localeParameter }),
  web: { rows: ["sign_in_address"] },
  /** @returns `null` for an attempt that is a sign-in */
  run: async ({ search, sealed }, context) => {
    const { accounts, person } = context;
    const content = openAs(accounts, sealed, "oidc_link", sealedAttempt);
    if (content === undefined) return null;
    if (content.session !== person.session?.hash) throw refused();
    const { attempt, session } = content;
    const { issuer, subject, verifiedEmail, name } = await finishAt(context, search, attempt);
    if ((await findIdentity(accounts.state, issuer, subject)) !== undefined) {
      throw new Refused([{ code: "identity_taken" }]);
    }
    const expiresAt = accounts.now() + QUESTION_MS;
    const once = { ...onceOf(attempt), until: Math.max(attempt.expiresAt, expiresAt) };
    const kept = { issuer, subject, shown: name ?? verifiedEmail ?? subject, session, once, expiresAt };
    return { sealed: accounts.sealing.seal(JSON.stringify(kept), "identity") };
  },
});

/** The identity that waits for its form, and nobody else's; `null` without one. */
export const identityWaiting = defineCapability({
  name: "identity_waiting",
  access: "person",
  needsSession: true,
  input: z.strictObject({ sealed: z.string(), locale: localeParameter }),
  run: ({ sealed }, { accounts, person }) => {
    const identity = waitingIn(accounts, person, sealed);
    return identity === undefined ? null : { untrusted: { identity: foreignText(identity.shown) } };
  },
});

/** Links the identity that waits to the account of the session that began it, once. */
export const identityLink = defineCapability({
  name: "identity_link",
  access: "person",
  needsSession: true,
  effect: "write",
  input: z.strictObject({ sealed: z.string(), locale: localeParameter }),
  run: async ({ sealed }, { accounts, person, write }) => {
    const identity = waitingIn(accounts, person, sealed);
    if (identity === undefined) throw refused();
    const { issuer, subject, once } = identity;
    await write(async ({ store: { own }, record, mail }) => {
      if (!(await own.spend(once))) throw refused();
      const made = { issuer, subject, created_at: accounts.now() };
      if (!(await own.addIdentity(made))) throw new Refused([{ code: "identity_taken" }]);
      await record("identity.linked", { type: "account", id: person.accountId });
      const { session } = person;
      if (session !== undefined) await mail({ to: session.email, locale: session.locale, kind: "identity_linked" });
    });
    return {};
  },
});

function waitingIn(
  accounts: Accounts,
  { session }: Person,
  sealed: string,
): z.output<typeof sealedIdentity> | undefined {
  const identity = openAs(accounts, sealed, "identity", sealedIdentity);
  const isHis = identity !== undefined && identity.session === session?.hash && accounts.now() < identity.expiresAt;
  return isHis ? identity : undefined;
}

function openAs<Schema extends z.ZodType>(
  { sealing }: Accounts,
  sealed: string,
  purpose: SealPurpose,
  schema: Schema,
): z.output<Schema> | undefined {
  const opened = sealing.open(sealed, purpose);
  return opened === undefined ? undefined : schema.safeParse(JSON.parse(opened)).data;
}
