import type { Migration } from "./migration.ts";

/** The open invitations of an address. */
export const invitationAddress: Migration = {
  version: 24,
  name: "invitation-address",
  minProgram: 4,
  isConcurrent: true,
  text: "CREATE INDEX invitation_address ON invitation (email_key)",
};
