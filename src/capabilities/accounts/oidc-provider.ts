import { z } from "zod";
import { type Problem, ServiceError } from "../../core/problem.ts";
import { ATTEMPT_MS, type Oidc, type OidcAttempt, type OidcPerson } from "../../identity/oidc.ts";
import type { Once } from "../../state/spent.ts";
import { Refused } from "../calling/refusal.ts";
import type { Accounts } from "./accounts.ts";

/** What the provider sent the person back with. */
export const searchParameter = z.string().describe("The query with which the provider sent the person back.");

/** Begins an attempt at the operator's identity provider. @throws ServiceError where there is none, or it is down */
export function beginAt(accounts: Accounts, next: string): ReturnType<Oidc["begin"]> {
  return oidcOf(accounts)
    .begin(next)
    .catch((cause: unknown) => {
      throw new ServiceError(providerDown, { cause });
    });
}

/** Who came back from the provider. @throws Refused `provider_refused` where it is not the person who left */
export async function finishAt(
  { accounts, baseUrl }: { readonly accounts: Accounts; readonly baseUrl: string },
  search: string,
  attempt: OidcAttempt,
): Promise<OidcPerson> {
  const returned = await oidcOf(accounts).finish(new URL(`${baseUrl}/auth/oidc/callback${search}`), attempt);
  if (returned.kind === "signed_in") return returned.person;
  accounts.log.warn({ err: returned.cause }, "a sign-in at the identity provider was refused");
  throw new Refused([{ code: "provider_refused" }]);
}

/** What makes sure that an attempt is answered once. */
export function onceOf({ state, expiresAt }: OidcAttempt): Once {
  return { secret: state, until: expiresAt, from: expiresAt - ATTEMPT_MS };
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
