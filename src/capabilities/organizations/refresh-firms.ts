import { factsOf } from "../../state/organization-facts.ts";
import { copyFirm, keepVerdict, listOrganizations, type Organization } from "../../state/organizations.ts";
import type { StateDatabase } from "../../state/state-database.ts";
import type { Services } from "../contexts.ts";
import { copyOf, factsRest } from "./firm.ts";
import { foundInFile, judgeToKeep } from "./kept-verdict.ts";
import { settleFirms } from "./settle-firms.ts";

const BATCH = 200;

/**
 * Renews what organizations keep of their firms and of their verdicts, from the register file alone. A firm that the file
 * lacks keeps what was read last.
 * @throws StateError; the signal's reason when the work is to stop
 */
export async function refreshFirms(
  state: StateDatabase,
  services: Services,
  now: () => number,
  signal: AbortSignal,
): Promise<void> {
  await settleFirms(state, now);
  for (let after = ""; ; ) {
    const batch = await listOrganizations(state, after, BATCH);
    for (const organization of batch) {
      signal.throwIfAborted();
      after = organization.id;
      await refreshFirm(state, organization, services);
    }
    if (batch.length < BATCH) return;
  }
}

async function refreshFirm(state: StateDatabase, organization: Organization, services: Services): Promise<void> {
  const scope = { db: state, orgId: organization.id };
  const { country, ico, verdict } = organization;
  const found = await foundInFile(organization, services);
  const row = await factsOf(scope);
  const judged = judgeToKeep({ ...organization, row, rests: factsRest(organization), found }, services);
  if (found !== null && country !== null && ico !== null) {
    await copyFirm(scope, { country, ico }, copyOf(found, services));
  }
  // Without the firm in the file, an answer of a live register is the better one.
  if (judged !== verdict && (found !== null || verdict === null)) await keepVerdict(scope, judged);
}
