import { describe, expect, test } from "vitest";
import { newId } from "../core/random-id.ts";
import { MIGRATIONS } from "./migrations/list.ts";
import { organizationStore } from "./organization-store.ts";
import { deleteOrganization } from "./organizations.ts";
import { ownAccountStore } from "./person-store.ts";
import { NOW, type PrivateState } from "./private-state.fixture.ts";
import { refuseSupplierAsks } from "./supplier-asks.ts";
import { removeEnded } from "./table-ends.ts";

const FIRM = { country: "SK", ico: "31322832" } as const;
const DAY = 86_400_000;

/** The list of suppliers of an organization. It does the same in both databases. */
export function describeSuppliers({ state, person, organization, count }: PrivateState): void {
  const open = async () => {
    const { id } = await person();
    const orgId = await organization(id);
    return { id, orgId, trust: organizationStore({ db: state(), accountId: id, orgId }).trust };
  };
  const save = (
    { id, orgId }: Awaited<ReturnType<typeof open>>,
    fields: { readonly note: string; readonly judgement: "suitable" | null; readonly version: number },
    updated_at = NOW,
  ) =>
    state().transaction((tx) =>
      organizationStore({ db: tx, accountId: id, orgId }).trust.saveSupplier({ ...FIRM, ...fields, updated_at }),
    );

  const askTo = (email: string, at: number) => ({
    ...FIRM,
    id: newId("supplierAsk"),
    email_key: email,
    tokenHash: newId("supplierAsk"),
    locale: "sk" as const,
    at,
    expires_at: at + 60 * DAY,
    remind: false,
  });

  describe("the list of suppliers", () => {
    test("holds each firm once, and shows it to no stranger", async () => {
      const [here, stranger] = [await open(), await person()];
      expect(await here.trust.addSupplier(FIRM, NOW)).toBe(true);
      expect(await here.trust.addSupplier(FIRM, NOW)).toBe(false);
      expect(await here.trust.suppliers()).toMatchObject([{ ...FIRM, note: "", judgement: null, version: 1 }]);
      const elsewhere = organizationStore({ db: state(), accountId: stranger.id, orgId: here.orgId }).trust;
      expect(await elsewhere.suppliers()).toEqual([]);
      expect(await elsewhere.supplierChanges(FIRM, 10)).toEqual([]);
      await here.trust.addAsk(askTo("a@firma.sk", NOW));
      expect(await elsewhere.asksOf(FIRM, 10)).toEqual([]);
      expect(await elsewhere.asks(0)).toEqual([]);
    });

    test("saves a judgement over the version that was read, over no other, and keeps what was before", async () => {
      const here = await open();
      await here.trust.addSupplier(FIRM, NOW);
      const first = { note: "first words", judgement: "suitable", version: 1 } as const;
      expect(await save(here, first)).toMatchObject({ note: "", judgement: null });
      expect(await save(here, { ...first, note: "second words" })).toBeUndefined();
      expect(await here.trust.suppliers()).toMatchObject([{ note: "first words", version: 2, updated_by: here.id }]);
      const [change, ...others] = await here.trust.supplierChanges(FIRM, 10);
      expect(others).toEqual([]);
      expect(change).toMatchObject({ version: 2, by: here.id });
      expect(JSON.parse(change?.after ?? "")).toEqual({ note: "first words", judgement: "suitable" });
      expect(await ownAccountStore({ db: state(), accountId: here.id }).supplierChanges()).toMatchObject([
        { ...FIRM, version: 2 },
      ]);
    });

    test("goes with its history when it is removed, and with the organization", async () => {
      const here = await open();
      const tables = ["supplier_entry", "supplier_change", "supplier_ask"];
      const before = await Promise.all(tables.map(count));
      await here.trust.addSupplier(FIRM, NOW);
      await save(here, { note: "x", judgement: null, version: 1 });
      await here.trust.addAsk(askTo("a@firma.sk", NOW));
      expect(await here.trust.removeSupplier(FIRM)).toBe(true);
      expect(await here.trust.removeSupplier(FIRM)).toBe(false);
      expect(await count("supplier_change")).toBe(before[1]);
      await deleteOrganization({ db: state(), orgId: here.orgId }, NOW);
      expect(await Promise.all(tables.map(count))).toEqual(before);
    });

    test("remembers whom it asked, and for ever who wants no further mail; the history goes after its time", async () => {
      const here = await open();
      await here.trust.addSupplier(FIRM, NOW);
      await save(here, { note: "x", judgement: null, version: 1 }, NOW - DAY);
      await here.trust.addAsk(askTo("a@firma.sk", NOW - DAY));
      await here.trust.addAsk(askTo("b@firma.sk", NOW - DAY));
      expect((await here.trust.asksOf(FIRM, 10)).map(({ email_key }) => email_key)).toEqual([
        "a@firma.sk",
        "b@firma.sk",
      ]);
      expect(await refuseSupplierAsks(state(), here.orgId, "b@firma.sk", NOW)).toBe(true);
      expect(await refuseSupplierAsks(state(), here.orgId, "b@firma.sk", NOW)).toBe(false);
      await removeEnded(state(), MIGRATIONS, NOW + 729 * DAY);
      expect(await here.trust.asks(NOW)).toMatchObject([{ email_key: "b@firma.sk", refused_at: NOW }]);
      expect(await here.trust.supplierChanges(FIRM, 10)).not.toEqual([]);
      await removeEnded(state(), MIGRATIONS, NOW + 1824 * DAY);
      expect(await here.trust.supplierChanges(FIRM, 10)).toEqual([]);
      expect(await here.trust.suppliers()).toHaveLength(1);
    });
  });
}
