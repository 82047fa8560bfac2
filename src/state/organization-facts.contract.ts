import { describe, expect, test } from "vitest";
import { organizationStore } from "./organization-store.ts";
import { deleteOrganization } from "./organizations.ts";
import { personStore } from "./person-store.ts";
import { NOW, type PrivateState } from "./private-state.fixture.ts";

/** What organizations say of themselves. It does the same in both databases. */
export function describeOrganizationFacts({ state, person, organization, count }: PrivateState): void {
  describe("what an organization says of itself", () => {
    test("is saved over the version that was read, and over no other", async () => {
      const { id } = await person();
      const orgId = await organization(id);
      const store = organizationStore({ db: state(), accountId: id, orgId });
      expect(await store.facts()).toBeUndefined();
      const said = { facts: '{"employees":60}', dates: "{}", updated_at: NOW, updated_by: id };
      expect(await store.saveFacts(0, said)).toBe(true);
      expect(await store.saveFacts(0, said)).toBe(false);
      expect(await store.saveFacts(1, { ...said, facts: '{"employees":70}' })).toBe(true);
      expect(await store.saveFacts(1, said)).toBe(false);
      expect(await store.facts()).toEqual({ ...said, facts: '{"employees":70}', version: 2 });
      expect(await personStore({ db: state(), accountId: id }).scoredOrganizations()).toMatchObject([
        { id: orgId, facts: '{"employees":70}' },
      ]);
    });

    test("is shown to no stranger, and goes with the organization", async () => {
      const [owner, stranger] = [(await person()).id, (await person()).id];
      const orgId = await organization(owner);
      const said = { facts: "{}", dates: "{}", updated_at: NOW, updated_by: owner };
      const before = await count("organization_facts");
      await organizationStore({ db: state(), accountId: owner, orgId }).saveFacts(0, said);
      expect(await organizationStore({ db: state(), accountId: stranger, orgId }).facts()).toBeUndefined();
      await deleteOrganization({ db: state(), orgId }, NOW);
      expect(await count("organization_facts")).toBe(before);
    });
  });
}
