import { z } from "zod";
import { newId } from "../../core/random-id.ts";
import { emailKeyOf, localPartOf } from "../../identity/email-address.ts";
import { type OidcPerson, oidcAttempt } from "../../identity/oidc.ts";
import { type Account, accountById, addAccount, deleteNeverConfirmed, lockAccount } from "../../state/accounts.ts";
import { addIdentity, findIdentity } from "../../state/identities.ts";
import { spend } from "../../state/spent.ts";
import { localeParameter } from "../calling/parameters.ts";
import { Refused } from "../calling/refusal.ts";
import { defineCapability } from "../capability.ts";
import type { VisitorChange, VisitorContext } from "../contexts.ts";
import { beginAt, finishAt, onceOf, searchParameter } from "./oidc-provider.ts";
import { nameOf } from "./person-name.ts";
import { refuseUninvited } from "./registration.ts";
import { startSession } from "./start-session.ts";

/** What is sealed into the cookie between the two steps. */
const sealedAttempt = z.strictObject({ attempt: oidcAttempt });

/** The first step: where to send the person, and what to keep in the browser. */
export const oidcBegin = defineCapability({
  name: "oidc_begin",
  access: "visitor",
  input: z.strictObject({ next: z.string(), locale: localeParameter }),
  web: { rows: ["sign_in_address"] },
  run: async ({ next }, { accounts }) => {
    const { url, attempt } = await beginAt(accounts, next);
    return { url, sealed: accounts.sealing.seal(JSON.stringify({ attempt }), "oidc") };
  },
});

/** The second step: the person came back from the provider, and is signed in, once for each attempt. */
export const oidcFinish = defineCapability({
  name: "oidc_finish",
  access: "visitor",
  effect: "write",
  startsSession: true,
  input: z.strictObject({ search: searchParameter, sealed: z.string(), locale: localeParameter }),
  run: ({ search, sealed, locale }, context) => {
    const { accounts, visitor } = context;
    return accounts.limiter.attempt(["sign_in_address"], [visitor.address], async () => {
      try {
        return { judged: "right", value: await finish(context, search, sealed, locale) };
      } catch (thrown) {
        // What came back is of nobody here, or was answered before; any other reason is no guess.
        const isWrong = thrown instanceof Refused && thrown.faults[0].code === "provider_refused";
        if (isWrong) return { judged: "wrong", refusal: thrown };
        throw thrown;
      }
    });
  },
});

/** Signs in whoever came back from the provider. @throws Refused */
async function finish(context: VisitorContext, search: string, sealed: string, locale: Account["locale"]) {
  const { accounts, visitor, change } = context;
  const opened = accounts.sealing.open(sealed, "oidc");
  const content = opened === undefined ? undefined : sealedAttempt.safeParse(JSON.parse(opened)).data;
  if (content === undefined) throw new Refused([{ code: "provider_refused" }]);
  const { attempt } = content;
  const person = await finishAt(context, search, attempt);
  const started = await change(async (step) => {
    const { tx } = step;
    if (!(await spend(tx, onceOf(attempt)))) throw new Refused([{ code: "provider_refused" }]);
    const known = await findIdentity(tx, person.issuer, person.subject);
    const account =
      known === undefined
        ? await firstVisit(context, step, person, attempt.next, locale)
        : await lockAccount(tx, known.account_id);
    if (account === undefined || account.disabled_at !== null) throw new Refused([{ code: "provider_refused" }]);
    const { oidcAssurance: assurance } = accounts.settings;
    return startSession(step, visitor, accounts, { account, method: "oidc", assurance });
  });
  return { ...started, next: attempt.next };
}

/**
 * Makes an account for somebody whom the provider vouches for. An address that has an account is never joined by itself:
 * its owner signs in as before and links the identity in the settings.
 */
async function firstVisit(
  { accounts }: VisitorContext,
  { tx, record }: VisitorChange,
  { issuer, subject, verifiedEmail: email, name }: OidcPerson,
  next: string,
  locale: Account["locale"],
): Promise<Account | undefined> {
  if (email === null) throw new Refused([{ code: "identity_unverified" }]);
  await refuseUninvited(accounts, email, next);
  const [id, at] = [newId("account"), accounts.now()];
  const account = {
    id,
    email,
    email_key: emailKeyOf(email),
    locale,
    name: nameOf(name ?? "") ?? localPartOf(email),
    password_hash: null,
    email_verified_at: at,
  };
  // Whoever typed the address before never showed that it is theirs; the provider has.
  const squatter = await deleteNeverConfirmed(tx, account.email_key);
  if (squatter !== undefined) {
    const gone = { type: "account", id: squatter } as const;
    await record({ action: "account.deleted", actorId: null, target: gone, details: { why: "never_confirmed" } });
  }
  if (!(await addAccount(tx, account, at))) throw new Refused([{ code: "identity_address_taken" }]);
  await addIdentity(tx, { issuer, subject, account_id: id, created_at: at });
  const target = { type: "account", id };
  await record({ action: "account.created", actorId: id, target, details: { method: "oidc" } });
  await record({ action: "identity.linked", actorId: id, target });
  return accountById(tx, id);
}
