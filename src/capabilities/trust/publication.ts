import type { Country } from "../../core/country.ts";
import { fold } from "../../core/fold.ts";
import type { Ico } from "../../core/ico.ts";
import { ServiceError } from "../../core/problem.ts";
import { isReservedSlug, isSlug, nameSlugs, slugOf } from "../../rules/supplier-questionnaire/slug.ts";
import type { OwnedDomain } from "../../state/domains.ts";
import type { OwnOrganization } from "../../state/organizations.ts";
import type { StateDatabase } from "../../state/state-database.ts";
import { holderOfSlug, type IdentityMethod, type TrustProfile } from "../../state/trust-profiles.ts";
import { oldSlug } from "../../state/trust-slugs.ts";
import { confirmPerson } from "../accounts/confirm-person.ts";
import { Refused } from "../calling/refusal.ts";
import type { Services } from "../contexts.ts";
import type { ReadDraft } from "./draft.ts";

/** The words that a person agrees to at publication; their number stands in the record. */
export const CONSENT_VERSION = "1";

/** Asks for the password (or a code), each time, and says so in the word of the publication. */
export async function confirmAnew(context: Parameters<typeof confirmPerson>[0], current: string): Promise<void> {
  try {
    await confirmPerson(context, current, "always");
  } catch (thrown) {
    if (!(thrown instanceof Refused) || thrown.faults[0].code !== "password_or_code_wrong") throw thrown;
    throw new Refused([{ code: "credentials_wrong", field: "current" }]);
  }
}

/** The firm that an organization may publish for: an active one that the register knows. */
export async function firmOf(
  { country, ico }: Pick<OwnOrganization, "country" | "ico">,
  { registers }: Services,
): Promise<{ readonly country: Country; readonly ico: Ico } | undefined> {
  if (country === null || ico === null) return undefined;
  const found = await registers.find(ico, country);
  if (found.kind === "unavailable") throw new ServiceError(registerSilent);
  return found.kind === "found" && found.company.status === "active" ? { country, ico } : undefined;
}

const registerSilent = {
  code: "source_unavailable",
  message: {
    sk: "Register teraz neodpovedá, preto sa firma nedá overiť.",
    cs: "Rejstřík teď neodpovídá, firmu proto nelze ověřit.",
    en: "The register does not answer now, so the firm cannot be checked.",
  },
  nextStep: { sk: "Skúste to neskôr.", cs: "Zkuste to později.", en: "Try again later." },
  retryAfter: 60,
} as const;

/** How it is shown that the profile is the firm's own; `undefined`: it is not. */
export function identityOf(
  { answers }: Pick<ReadDraft, "answers">,
  domains: readonly OwnedDomain[],
  profile: Pick<TrustProfile, "confirmed_at"> | undefined,
): { readonly method: IdentityMethod; readonly checkedAt: number } | undefined {
  const proved = domains.find(({ domain, verified_at }) => verified_at !== null && domain === answers.primaryDomain);
  if (proved !== undefined) return { method: "domain", checkedAt: proved.checked_at ?? proved.verified_at ?? 0 };
  const confirmedAt = profile?.confirmed_at ?? null;
  return confirmedAt === null ? undefined : { method: "operator", checkedAt: confirmedAt };
}

/**
 * The slug that a publication or a change gets: the one entered, else the one it has, else one made from the name. A
 * proposal that is taken, or that is another firm's name, gets a number.
 * @param isNameOfOther of the slug entered, or of the one proposed
 * @throws Refused `slug_invalid`, `slug_reserved`, `slug_taken`
 */
export async function chooseSlug(
  tx: StateDatabase,
  {
    entered,
    own,
    name,
    orgId,
    isNameOfOther,
    now,
  }: {
    readonly entered: string;
    readonly own: string | null;
    readonly name: string;
    readonly orgId: string;
    readonly isNameOfOther: boolean;
    readonly now: number;
  },
): Promise<string> {
  const isFree = async (slug: string) => {
    const [holder, old] = [await holderOfSlug(tx, slug), await oldSlug(tx, slug, now)];
    return (holder === undefined || holder.org_id === orgId) && (old === undefined || old.org_id === orgId);
  };
  if (entered === "" && own !== null) return own;
  if (entered !== "") {
    if (!isSlug(entered)) throw new Refused([{ code: "slug_invalid", field: "slug" }]);
    if (isReservedSlug(entered) || isNameOfOther) throw new Refused([{ code: "slug_reserved", field: "slug" }]);
    if (!(await isFree(entered))) throw new Refused([{ code: "slug_taken", field: "slug" }]);
    return entered;
  }
  const proposed = slugOf(name);
  for (let number = 1; number < 1_000; number++) {
    const slug = number === 1 ? proposed : `${proposed}-${number}`;
    if (number === 1 && isNameOfOther) continue;
    if (await isFree(slug)) return slug;
  }
  throw new Refused([{ code: "slug_taken", field: "slug" }]);
}

/** Is the slug exactly the registered name of another firm? Nobody else may stand under it. */
export async function isNameOfOther(slug: string, ownIco: Ico | null, { registers }: Services): Promise<boolean> {
  const words = slug.replaceAll("-", " ");
  if (!isSlug(slug) || fold(words).length < 3) return false;
  const { hits } = await registers.search(words, undefined, 10);
  return (
    !hits.some(({ ico, name }) => ico === ownIco && nameSlugs(name ?? "").includes(slug)) &&
    hits.some(({ ico, name }) => ico !== ownIco && nameSlugs(name ?? "").includes(slug))
  );
}
