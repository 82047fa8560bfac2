import { afterAll, beforeAll, describe } from "vitest";
import { describeAccounts } from "./accounts.contract.ts";
import { describeApiKeys } from "./api-keys.contract.ts";
import { describeAuditLog } from "./audit-log.contract.ts";
import { describeOrganizationFacts } from "./organization-facts.contract.ts";
import { describeOrganizations } from "./organizations.contract.ts";
import { privateState } from "./private-state.fixture.ts";
import { describeRegister } from "./register.contract.ts";
import { describeSignIn } from "./sign-in.contract.ts";
import type { State } from "./state.ts";
import { describeSuppliers } from "./suppliers.contract.ts";

/** What the tables of people, organizations, keys and the audit log must do alike in both databases. */
export function describePrivateState(
  name: string,
  open: () => Promise<{ state: State; remove(): Promise<void> }>,
): void {
  describe(name, () => {
    let state: State;
    let remove: () => Promise<void>;

    beforeAll(async () => {
      ({ state, remove } = await open());
      await state.open();
    });
    afterAll(async () => {
      await state.close();
      await remove();
    });

    const examined = privateState(() => state);
    describeAccounts(examined);
    describeSignIn(examined);
    describeOrganizations(examined);
    describeRegister(examined);
    describeOrganizationFacts(examined);
    describeSuppliers(examined);
    describeApiKeys(examined);
    describeAuditLog(examined);
  });
}
