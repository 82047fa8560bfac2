import { z } from "zod";
import { type Problem, ServiceError } from "../../core/problem.ts";
import { newId } from "../../core/random-id.ts";
import { emailKeyOf, localPartOf } from "../../identity/email-address.ts";
import { type Oidc, type OidcPerson, oidcAttempt } from "../../identity/oidc.ts";
import { type Account, accountById, addAccount, lockAccount } from "../../state/accounts.ts";
import { addIdentity, findIdentity } from "../../state/identities.ts";
import { findTotp } from "../../state/second-factors.ts";
import { localeParameter } from "../calling/parameters.ts";
import { Refused } from "../calling/refusal.ts";
import { defineCapability } from "../capability.ts";
import type { VisitorChange, VisitorContext } from "../contexts.ts";
import type { Accounts } from "./accounts.ts";
import { isName } from "./person-name.ts";
import { refuseUninvited } from "./registration.ts";
import { startSession } from "./start-session.ts";

/** What is sealed into the cookie between the two steps. */
const sealedAttempt = z.strictObject({
  attempt: oidcAttempt,
  /** The account that the identity is to be linked to; `null`: somebody signs in. */
  linkTo: z.string().nullable(),
});

/** A sign-in is recent for this time, in milliseconds. */
const RECENT_MS = 15 * 60_000;

/** The first step: where to send the person, and what to keep in the browser. */
export const oidcBegin = defineCapability({
  name: "oidc_begin",
  access: "visitor",
  input: z.strictObject({ next: z.string(), isLink: z.boolean(), locale: localeParameter }),
  web: { limits: ["sign_in_address"] },
  run: async ({ next, isLink }, { accounts, visitor: { principal } }) => {
    const oidc = oidcOf(accounts);
    const session = principal.kind === "person" ? principal.session : undefined;
    // A further way to sign in must not be added at an unlocked screen.
    if (isLink && (session === undefined || accounts.now() - session.authenticatedAt >= RECENT_MS)) {
      throw new Refused([{ code: "sign_in_again" }]);
    }
    const { url, attempt } = await oidc.begin(next).catch((cause: unknown) => {
      throw new ServiceError(providerDown, { cause });
    });
    const content = { attempt, linkTo: isLink ? (session?.accountId ?? null) : null };
    return { url, sealed: accounts.sealing.seal(JSON.stringify(content), "oidc") };
  },
});

/** The second step: the person came back from the provider. */
export const oidcFinish = defineCapability({
  name: "oidc_finish",
  access: "visitor",
  effect: "write",
  input: z.strictObject({
    search: z.string().describe("The query with which the provider sent the person back."),
    sealed: z.string(),
    locale: localeParameter,
  }),
  web: { limits: ["sign_in_address"] },
  run: async ({ search, sealed, locale }, context) => {
    const { accounts, visitor, change, baseUrl } = context;
    const opened = accounts.sealing.open(sealed, "oidc");
    const content = opened === undefined ? undefined : sealedAttempt.safeParse(JSON.parse(opened)).data;
    if (content === undefined) throw new Refused([{ code: "provider_refused" }]);
    const { attempt, linkTo } = content;
    const returned = await oidcOf(accounts).finish(new URL(`${baseUrl}/auth/oidc/callback${search}`), attempt);
    if (returned.kind === "refused") {
      accounts.log.warn({ err: returned.cause }, "a sign-in at the identity provider was refused");
      throw new Refused([{ code: "provider_refused" }]);
    }
    const { person } = returned;
    if (linkTo !== null) {
      await link(context, person, linkTo);
      return { token: null, stage: "full" as const, next: attempt.next };
    }
    const started = await change(async (step) => {
      const { tx, record } = step;
      const known = await findIdentity(tx, person.issuer, person.subject);
      const account =
        known === undefined
          ? await firstVisit(context, step, person, attempt.next, locale)
          : await lockAccount(tx, known.account_id);
      if (account === undefined || account.disabled_at !== null) throw new Refused([{ code: "provider_refused" }]);
      const { id } = account;
      const stage = ((await findTotp(tx, id))?.confirmed_at ?? null) === null ? "full" : "second_factor";
      const { token } = await startSession(tx, visitor, { accountId: id, stage }, accounts.now());
      if (stage === "full") {
        const details = { method: "oidc", secondFactor: false };
        await record({ action: "session.started", actorId: id, target: { type: "account", id }, details });
      }
      return { token, stage } as const;
    });
    return { ...started, next: attempt.next };
  },
});

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
    name: name !== null && isName(name) ? name.trim() : localPartOf(email),
    password_hash: null,
    email_verified_at: at,
  };
  if (!(await addAccount(tx, account, at))) throw new Refused([{ code: "identity_address_taken" }]);
  await addIdentity(tx, { issuer, subject, account_id: id, created_at: at });
  const target = { type: "account", id };
  await record({ action: "account.created", actorId: id, target, details: { method: "oidc" } });
  await record({ action: "identity.linked", actorId: id, target });
  return accountById(tx, id);
}

/** Links the identity to the account of the session that began it, and to no other. */
async function link(
  { accounts, visitor: { principal }, change }: VisitorContext,
  { issuer, subject }: OidcPerson,
  accountId: string,
): Promise<void> {
  const session = principal.kind === "person" ? principal.session : undefined;
  if (session === undefined || session.accountId !== accountId) throw new Refused([{ code: "provider_refused" }]);
  await change(async ({ tx, record, mail }) => {
    const identity = { issuer, subject, account_id: accountId, created_at: accounts.now() };
    if (!(await addIdentity(tx, identity))) throw new Refused([{ code: "identity_taken" }]);
    await record({ action: "identity.linked", actorId: accountId, target: { type: "account", id: accountId } });
    await mail({ to: session.email, locale: session.locale, kind: "identity_linked" });
  });
}

function oidcOf({ oidc }: Accounts): Oidc {
  if (oidc === null) throw new ServiceError(noProvider);
  return oidc;
}

const noProvider: Problem = {
  code: "not_found",
  message: {
    sk: "Poskytovateľ prihlásenia tu nie je nastavený.",
    cs: "Poskytovatel přihlášení zde není nastaven.",
    en: "No identity provider is set up here.",
  },
  nextStep: { sk: "Prihláste sa heslom.", cs: "Přihlaste se heslem.", en: "Sign in with a password." },
};

const providerDown: Problem = {
  code: "source_unavailable",
  message: {
    sk: "Poskytovateľ prihlásenia neodpovedá.",
    cs: "Poskytovatel přihlášení neodpovídá.",
    en: "The identity provider does not answer.",
  },
  nextStep: {
    sk: "Skúste to o chvíľu, alebo sa prihláste inak.",
    cs: "Zkuste to za chvíli, nebo se přihlaste jinak.",
    en: "Try again in a moment, or sign in another way.",
  },
  retryAfter: 60,
};
