/**
 * The condition under which an organization is in the reach of what a call came with, on a membership `m`. Its value is the
 * id of the connection or key whose chosen organizations count.
 */
export const REACHED =
  "EXISTS (SELECT 1 FROM (SELECT connection_id AS via, org_id FROM oauth_connection_org UNION ALL " +
  "SELECT key_id, org_id FROM api_key_organization) r WHERE r.via = ? AND r.org_id = m.org_id)";

/** Whose chosen organizations count: the id of a connection or key; `null`: all of the person. */
export type ReachOf = string | null;
