import { factsOf } from "../../state/organization-facts.ts";
import { listOrganizations, lockOrganization, type Organization } from "../../state/organizations.ts";
import { ownWatchIn } from "../../state/watched-organizations.ts";
import { lookAtOrganization, saveLooked } from "./look-at-organization.ts";
import type { WatchOptions } from "./watch-options.ts";

const BATCH = 200;

/**
 * Compares the own firm of every organization with the register file of now, the rules and what it says of itself. One
 * that was looked at with all of these is left alone, so that a run that was broken off goes on.
 * @throws StateError; the signal's reason when the work is to stop
 */
export async function watchOrganizations(options: WatchOptions): Promise<void> {
  for (let after = ""; ; ) {
    const batch = await listOrganizations(options.state, after, BATCH);
    for (const organization of batch) {
      options.signal.throwIfAborted();
      after = organization.id;
      await watchOne(options, organization);
    }
    if (batch.length < BATCH) return;
  }
}

async function watchOne({ state, services, now }: WatchOptions, { id: orgId }: Organization): Promise<void> {
  const snapshot = services.registers.snapshot().builtAt;
  const ruleSet = services.knowledge.changelog.byPart.scope.version;
  const seen = await ownWatchIn({ db: state, orgId }).watchedOrganization();
  if (seen?.snapshot === snapshot && seen.rule_set === ruleSet && seen.day === services.today()) return;
  await state.transaction(async (tx) => {
    // Nobody states another fact or number meanwhile.
    const organization = await lockOrganization(tx, orgId);
    if (organization === undefined) return;
    const inside = { db: tx, orgId };
    const store = ownWatchIn(inside);
    const before = await store.watchedOrganization();
    // An older file is not looked at, and another instance may have been faster.
    if (before !== undefined && before.snapshot > snapshot) return;
    const looked = await lookAtOrganization(before, organization, await factsOf(inside), services);
    if (looked !== undefined) await saveLooked(store, before, looked, now());
  });
}
