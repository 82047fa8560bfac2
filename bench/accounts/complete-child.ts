import { writeSync } from "node:fs";
import type { Accounts } from "../../src/capabilities/accounts/accounts.ts";
import { assessmentAnswer } from "../../src/capabilities/assessments/assessment-answer.ts";
import { assessmentComplete } from "../../src/capabilities/assessments/assessment-complete.ts";
import { assessmentStart } from "../../src/capabilities/assessments/assessment-start.ts";
import { bareServices, unlimited } from "../../src/capabilities/bare-services.fixture.ts";
import { createCall } from "../../src/capabilities/calling/call.ts";
import type { BrowserSession } from "../../src/capabilities/calling/principal.ts";
import { loadKnowledge } from "../../src/knowledge/knowledge.ts";
import { createState } from "../../src/state/state.ts";

/**
 * One process that begins, answers and completes questionnaires through the capabilities, and prints the id of each
 * scan once it is acknowledged: `{ dir, databaseUrl, orgId, accountId }` as JSON. It goes on until it is killed.
 */
const { dir, databaseUrl, orgId, accountId } = JSON.parse(process.argv[2] ?? "{}");
const state = createState({ dir, databaseUrl, pool: 2, now: Date.now });
await state.open();
const session = { hash: "", accountId } as BrowserSession;
const call = createCall(
  {
    services: bareServices(loadKnowledge()),
    privateHalf: {
      state,
      now: Date.now,
      accounts: { now: Date.now } as Accounts,
      identify: async () => ({ kind: "person", accountId, scopes: null, session }),
    },
  },
  unlimited,
);
const caller = { address: null, via: "web" } as const;
for (;;) {
  const organizationId = orgId;
  const { answer: begun } = await call(assessmentStart, { organizationId, mode: "quick" }, [], caller);
  const questionnaireId = begun.id;
  const answers = { "bcm-01": "yes", "bcm-02": "yes", "bcm-03": "partial" };
  await call(assessmentAnswer, { organizationId, questionnaireId, area: "bcm", answers }, [], caller);
  const supply = { "supply_chain-01": "yes", "supply_chain-02": "no" };
  await call(assessmentAnswer, { organizationId, questionnaireId, area: "supply_chain", answers: supply }, [], caller);
  writeSync(1, "completing\n");
  const { answer: done } = await call(
    assessmentComplete,
    { organizationId, questionnaireId, prefill: true },
    [],
    caller,
  );
  writeSync(1, `${done.scanId}\n`);
}
