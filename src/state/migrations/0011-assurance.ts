import type { Migration } from "./migration.ts";

/**
 * What a sign-in proved, the answers that were tried on a challenge, and when a password was set. A session lives for 14
 * days from the sign-in, so its end says when it began, whatever its token was replaced by since.
 */
export const assurance: Migration = {
  version: 11,
  name: "assurance",
  minProgram: 4,
  text: `
    ALTER TABLE session ADD COLUMN assurance text NOT NULL DEFAULT 'one';
    ALTER TABLE session ADD COLUMN tries integer NOT NULL DEFAULT 0;
    ALTER TABLE account ADD COLUMN password_set_at integer;
    UPDATE session SET assurance = 'two' WHERE stage = 'full' AND EXISTS (
      SELECT 1 FROM totp t WHERE t.account_id = session.account_id AND t.confirmed_at <= session.expires_at - 1209600000
    );
    UPDATE account SET password_set_at = (
      SELECT max(e.at) FROM audit_entry e WHERE e.stream = 'acc:' || account.id
      AND e.action IN ('account.created', 'account.password_changed', 'account.password_reset')
    ) WHERE password_hash IS NOT NULL`,
};
