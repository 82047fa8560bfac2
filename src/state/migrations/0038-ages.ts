import type { Migration } from "./migration.ts";

/** What the night removes by its age is found by it: nothing that is younger is read. */
export const ages: Migration = {
  version: 38,
  name: "ages",
  minProgram: 4,
  text: `
    CREATE INDEX session_expires ON session (expires_at);
    CREATE INDEX session_seen ON session (seen_at);
    CREATE INDEX mail_token_expires ON mail_token (expires_at);
    CREATE INDEX api_key_revoked ON api_key (revoked_at) WHERE revoked_at IS NOT NULL;
    CREATE INDEX scan_created ON scan (created_at) WHERE domain IS NOT NULL;
    CREATE INDEX register_change_at ON register_change (at);
    CREATE INDEX supplier_change_at ON supplier_change (at);
    CREATE INDEX trust_share_expires ON trust_share (expires_at)`,
};
