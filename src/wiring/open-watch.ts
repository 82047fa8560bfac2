import type { OperatorServices, Services } from "../capabilities/contexts.ts";
import { watchFirms } from "../capabilities/watch/watch-firms.ts";
import type { StateDatabase } from "../state/state-database.ts";
import { saveRun, watchRun } from "../state/watch.ts";

/** The watch of firms, as the operator steers it. */
export function openWatch({
  state,
  services,
  massChange,
  now,
}: {
  readonly state: StateDatabase;
  readonly services: () => Services;
  readonly massChange: number;
  readonly now: () => Date;
}): OperatorServices["watch"] {
  return {
    status: async () => {
      const { state: stands, snapshot, rule_set, changed } = await watchRun(state);
      return { state: stands, snapshot, ruleSet: rule_set, changed: Number(changed) };
    },
    run: () => {
      const { signal } = new AbortController();
      return watchFirms({ state, services: services(), massChange, now: () => now().getTime(), signal });
    },
    release: async () => {
      const run = await watchRun(state);
      if (run.state !== "held") return false;
      await saveRun(state, { ...run, released: run.snapshot });
      return true;
    },
    discard: async () => {
      const run = await watchRun(state);
      if (run.state !== "held") return false;
      await saveRun(state, { ...run, state: "done" });
      return true;
    },
  };
}
