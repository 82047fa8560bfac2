import { emailKeyOf } from "../../identity/email-address.ts";
import { equalInConstantTime, hashToken } from "../../identity/token.ts";
import { invitationByToken, type OpenInvitation } from "../../state/invitations.ts";
import type { StateDatabase } from "../../state/state-database.ts";

/** An invitation that the address of a page names, and whether the link was that of the mail. */
export interface NamedInvitation {
  readonly invitation: OpenInvitation;
  /** The link came from the mail: whoever has it reads the mailbox of the invited address. */
  readonly isProved: boolean;
}

/** The page of an invitation with its token and, in the link of the mail, its proof. */
const PAGE = /^\/(?:sk|cs|en)\/invitations\/([\w-]{1,100})(?:\?proof=([\w-]{1,100}))?$/;

/**
 * The open invitation to whose page an address within this site leads. A proof counts as long as its invitation does: it
 * is no right of its own.
 */
export async function invitationAt(db: StateDatabase, next: string, now: number): Promise<NamedInvitation | undefined> {
  const [, token, proof] = PAGE.exec(next) ?? [];
  const invitation = token === undefined ? undefined : await invitationByToken(db, hashToken(token), now);
  if (invitation === undefined) return undefined;
  const { proof_hash } = invitation;
  const isProved = proof !== undefined && proof_hash !== null && equalInConstantTime(hashToken(proof), proof_hash);
  return { invitation, isProved };
}

/** True where an invitation went to this address. */
export function isFor({ email_key }: OpenInvitation, email: string | undefined): boolean {
  return email !== undefined && email_key === emailKeyOf(email);
}
