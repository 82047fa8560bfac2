import { z } from "zod";
import { LOCALES } from "../core/locale.ts";

/** What a mail says. Its words are in `texts.ts`. */
export const MAIL_KINDS = [
  "verify",
  "account_exists",
  "reset",
  "change_email",
  "email_changed",
  "password_changed",
  "password_reset",
  "sign_in_after_failures",
  "two_factor_on",
  "two_factor_off",
  "passkey_added",
  "identity_linked",
  "key_issued",
  "connection_added",
  "connection_ended",
  "invitation",
  "member_added",
  "organization_deleted",
  "organization_deleted_by_operator",
  "account_deleted",
  "domain_lost",
  "supplier_ask",
  "supplier_remind",
  "access_confirm",
  "access_waiting",
  "access_granted",
  "access_declined",
  "profile_expiring",
  "profile_ends",
  "profile_stale",
  "profile_identity_lost",
  "profile_firm_lost",
  "profile_domain_only",
  "profile_withdrawn",
  "draft_ends",
  "digest",
  "test",
] as const;

export type MailKind = (typeof MAIL_KINDS)[number];

/**
 * A mail that is to be sent. Of what people typed it holds addresses alone: where it goes, and who asks. Firms are named
 * as a register has them, by `nameInMail`.
 */
export const mail = z.strictObject({
  /** An address that `readEmailAddress` let through. */
  to: z.string(),
  locale: z.enum(LOCALES),
  kind: z.enum(MAIL_KINDS),
  /** The address that the mail leads to; `null` for a notice. */
  link: z.string().nullable(),
  /** Whether there is something to send is found out at the moment of sending, so that asking for it tells nothing. */
  isReset: z.boolean().default(false),
  /** Numbers that the words of a kind name. */
  counts: z.record(z.string(), z.number().int().min(0)).optional(),
  /** What the words of a kind name besides: the address of an account, name and number of a firm. */
  facts: z.record(z.string(), z.string().max(40_000)).optional(),
  /** Where its reader goes after what the link leads to, within this site; only of a mail that is made at its sending. */
  next: z.string().optional(),
  /** Where its addressee ends further mails of this kind; only with a kind that offers it. */
  stopLink: z.string().optional(),
});

export type Mail = z.output<typeof mail>;
