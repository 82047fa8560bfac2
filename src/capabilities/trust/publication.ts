import type { Country } from "../../core/country.ts";
import { fold } from "../../core/fold.ts";
import { foreignTextOrNull } from "../../core/foreign-text.ts";
import type { Ico } from "../../core/ico.ts";
import { ServiceError } from "../../core/problem.ts";
import { isReservedSlug, isSlug, nameSlugs, slugOf } from "../../rules/supplier-questionnaire/slug.ts";
import type { OwnedDomain } from "../../state/domains.ts";
import type { FirmKey, FirmProof, ImprintEvidence } from "../../state/firm-proofs.ts";
import type { OwnOrganization } from "../../state/organizations.ts";
import type { StateDatabase } from "../../state/state-database.ts";
import { holderOfSlug, type IdentityMethod } from "../../state/trust-profiles.ts";
import { claimSlug } from "../../state/trust-slugs.ts";
import { confirmPerson } from "../accounts/confirm-person.ts";
import { Refused } from "../calling/refusal.ts";
import type { Services } from "../contexts.ts";
import type { TrustProfiles } from "./trust-profiles.ts";

/** The words that a person agrees to at publication; their number stands in the record. */
export const CONSENT_VERSION = "1";

/** Asks for the password or a code, each time. */
export async function confirmAnew(context: Parameters<typeof confirmPerson>[0], current: string): Promise<void> {
  await confirmPerson(context, current, "always");
}

/** A firm as the register knows it. */
export interface RegisteredFirm extends FirmKey {
  /** Foreign text. */
  readonly name: string | null;
}

/** The firm that an organization may publish for: an active one that the register knows. */
export async function firmOf(
  { country, ico }: Pick<OwnOrganization, "country" | "ico">,
  { registers }: Pick<Services, "registers">,
): Promise<RegisteredFirm | undefined> {
  if (country === null || ico === null) return undefined;
  const found = await registers.find(ico, country);
  if (found.kind === "unavailable") throw new ServiceError(registerSilent);
  if (found.kind !== "found" || found.company.status !== "active") return undefined;
  return { country, ico, name: foreignTextOrNull(found.company.name) };
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

/** How it is shown whose profile it is. `firm`: `null` where the domain alone is proved. */
export interface Identity {
  readonly method: IdentityMethod;
  readonly checkedAt: number;
  readonly firm: FirmKey | null;
}

/** What identity is made of: the firm that the organization names, its domains, and what proves the firm. */
export interface IdentitySources {
  readonly firm: { readonly country: Country | null; readonly ico: Ico | null };
  /** The domain that the profile names. */
  readonly primaryDomain: unknown;
  readonly domains: readonly OwnedDomain[];
  readonly proofs: readonly FirmProof[];
}

/**
 * How it is shown whose profile it is; `undefined`: it is not. The operator's word comes before the number on the
 * website, which counts with the proved domain that it was found on; the domain alone proves no firm.
 */
export function identityOf({ firm, primaryDomain, domains, proofs }: IdentitySources): Identity | undefined {
  const standing = proofs.filter((each) => each.lost_at === null && isSameFirm(each, firm));
  const operator = standing.find(({ method }) => method === "operator");
  if (operator !== undefined) return { method: "operator", checkedAt: operator.checked_at, firm: keyOf(operator) };
  const proved = domains.find(({ domain, verified_at }) => verified_at !== null && domain === primaryDomain);
  if (proved === undefined) return undefined;
  const imprint = standing.find((each) => each.method === "imprint" && imprintOf(each).domain === proved.domain);
  if (imprint !== undefined) return { method: "imprint", checkedAt: imprint.checked_at, firm: keyOf(imprint) };
  return { method: "domain", checkedAt: proved.checked_at ?? proved.verified_at ?? 0, firm: null };
}

function keyOf({ country, ico }: FirmKey): FirmKey {
  return { country, ico };
}

/** True for the same number of the same country. */
export function isSameFirm(
  one: { readonly country: Country | null; readonly ico: Ico | null },
  other: { readonly country: Country | null; readonly ico: Ico | null },
): boolean {
  return one.ico !== null && one.ico === other.ico && one.country === other.country;
}

/** What an imprint was found in. */
export function imprintOf({ evidence }: Pick<FirmProof, "evidence">): ImprintEvidence {
  return JSON.parse(evidence); // written by `putFirmProof` of a look
}

/** The number under which a profile is found: with `TRUST_FOUND_BY_ICO=operator` the imprint gives none. */
export function heldNumber(
  { method, firm }: Pick<Identity, "method" | "firm">,
  { foundByIco }: Pick<TrustProfiles, "foundByIco">,
): { readonly country: Country | null; readonly ico: Ico | null } {
  const isHeld = firm !== null && (method === "operator" || foundByIco === "imprint");
  return isHeld ? firm : { country: null, ico: null };
}

/**
 * Claims the slug that a publication or a change gets: the one entered, else the one it has, else one made from the name. A
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
  const claim = async (slug: string) => {
    // A program of the release before publishes without a claim.
    const holder = await holderOfSlug(tx, slug);
    return (holder === undefined || holder.org_id === orgId) && (await claimSlug(tx, slug, orgId, now));
  };
  const wanted = entered === "" ? own : entered;
  if (wanted !== null) {
    if (!isSlug(wanted)) throw new Refused([{ code: "slug_invalid", field: "slug" }]);
    const isReserved = wanted !== own && (isReservedSlug(wanted) || isNameOfOther);
    if (isReserved) throw new Refused([{ code: "slug_reserved", field: "slug" }]);
    if (!(await claim(wanted))) throw new Refused([{ code: "slug_taken", field: "slug" }]);
    return wanted;
  }
  const proposed = slugOf(name);
  for (let number = 1; number < 1_000; number++) {
    const slug = number === 1 ? proposed : `${proposed}-${number}`;
    if (number === 1 && isNameOfOther) continue;
    if (await claim(slug)) return slug;
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
