import { z } from "zod";
import type { Localized } from "../../core/locale.ts";
import { type HostName, hostPasted, subjectOf } from "../../outbound/guarded/host-name.ts";
import type { Services } from "../contexts.ts";

/** Why another name than the typed one is the subject. */
const READ_AS = ["address", "firm"] as const;

/** The field of an answer that says so. */
export const readAs = z
  .enum(READ_AS)
  .nullable()
  .describe("address: the domain was taken out of an address. firm: www and mail stand for the domain below them.");

export type ReadAs = z.output<typeof readAs>;

/** The domain that somebody means, and how it was read. */
export interface TypedDomain {
  readonly target: HostName;
  readonly readAs: ReadAs;
}

/**
 * Reads what somebody typed as a domain: `www.firma.sk` and `mail.firma.sk` mean `firma.sk`.
 * @param isPerson a person typed it on a page or in a command, and may have pasted an address
 */
export function readTypedDomain(
  text: string,
  { readTarget }: Pick<Services["scans"], "readTarget">,
  isPerson: boolean,
): TypedDomain | null {
  const plain = readTarget(text);
  const pasted = plain === null && isPerson ? hostPasted(text) : null;
  const named = pasted === null ? plain : readTarget(pasted);
  if (named === null) return null;
  const subject = readTarget(subjectOf(named).host);
  if (subject === null) return null;
  return { target: subject, readAs: subject.host !== named.host ? "firm" : plain === null ? "address" : null };
}

/** How a domain was read, as a sentence. */
export const readAsSentence: Readonly<Record<NonNullable<ReadAs>, (domain: string) => Localized>> = {
  address: (domain) => ({
    sk: `Zo zadanej adresy sme vzali doménu ${domain}.`,
    cs: `Ze zadané adresy jsme vzali doménu ${domain}.`,
    en: `The domain ${domain} was taken from the address you gave.`,
  }),
  firm: (domain) => ({
    sk: `Ide o doménu ${domain}: mená ako www a mail patria k nej a jej pošta sa posudzuje pod ňou.`,
    cs: `Jde o doménu ${domain}: jména jako www a mail patří k ní a její pošta se posuzuje pod ní.`,
    en: `This is about the domain ${domain}: names such as www and mail belong to it, and its mail is judged there.`,
  }),
};
