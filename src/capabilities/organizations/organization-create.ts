import { z } from "zod";
import { newId } from "../../core/random-id.ts";
import { localeParameter } from "../calling/parameters.ts";
import { type Fault, Refused, refuseFaults } from "../calling/refusal.ts";
import { defineCapability } from "../capability.ts";
import { startFromRequest } from "../suppliers/supplier-request.ts";
import { type Firm, firmFields, isSameFirm, lookUpFirm, type NamedFirm, readFirm } from "./firm.ts";
import { judgeToKeep } from "./kept-verdict.ts";
import { organizationNameField, readOrganizationName } from "./organization-fields.ts";

/** Founds an organization; who does so owns it. */
export const organizationCreate = defineCapability({
  name: "organization_create",
  access: "person",
  effect: "write",
  needsSession: true,
  input: z.strictObject({
    ...firmFields,
    name: organizationNameField.default("").describe("1 to 120 characters; empty: the name of the firm."),
    ask: z.string().max(200).default("").describe("The request of a customer with which it goes on."),
    again: z.boolean().default(false).describe("Another organization of a firm that the person has one of."),
    locale: localeParameter,
  }),
  form: {
    cost: { rows: ["person_write", "organization_create"], stock: ["organizations"] },
    path: "/organizations",
    shownOn: "/organizations/new",
    leadsTo: "/organizations/:id",
    done: "created",
  },
  run: async ({ name: typed, again, ask, locale: _locale, ...fields }, context) => {
    const { accounts, store, write } = context;
    const named = readBoth(fields, typed);
    const { copy, found } = await lookUpFirm(named, context);
    const name = readOrganizationName(typed.trim() === "" ? [...(copy.firm_name ?? "")].slice(0, 120).join("") : typed);
    if (named.country !== null && named.ico !== null && !again) {
      refuseSecond(await store.organizations(), { country: named.country, ico: named.ico });
    }
    const verdict = judgeToKeep({ ...named, row: undefined, rests: false, found }, context);
    const organization = { id: newId("organization"), name, ...named, ...copy, verdict };
    await write(async ({ store, record, charge }) => {
      await charge("organizations");
      await store.addOrganization(organization, accounts.now());
      await startFromRequest(store, ask, organization, accounts.now());
      await record("organization.created", { type: "organization", id: organization.id }, {}, organization.id);
    });
    return { id: organization.id };
  },
});

/** The firm that the fields name. A wrong name and a wrong firm are refused together. */
function readBoth(fields: Parameters<typeof readFirm>[0], typedName: string): NamedFirm {
  const faults: Fault[] = [];
  if (typedName.trim() !== "") faults.push(...faultsOf(() => readOrganizationName(typedName)));
  if (typedName.trim() === "" && !namesFirm(fields)) faults.push({ code: "name_invalid", field: "name" });
  faults.push(...faultsOf(() => readFirm(fields)));
  refuseFaults(faults);
  return readFirm(fields);
}

function namesFirm({ firm = "", ico = "" }: Parameters<typeof readFirm>[0]): boolean {
  return (firm !== "" && firm !== "none") || ico.trim() !== "";
}

function faultsOf(read: () => unknown): readonly Fault[] {
  try {
    read();
    return [];
  } catch (thrown) {
    if (thrown instanceof Refused) return thrown.faults;
    throw thrown;
  }
}

/** @throws Refused `firm_yours` with the way to the organization that the person has of the firm */
function refuseSecond(
  own: readonly { readonly id: string; readonly country: Firm["country"] | null; readonly ico: string | null }[],
  firm: Firm,
): void {
  const first = own.find((each) => isSameFirm(each, firm));
  if (first !== undefined) throw new Refused([{ code: "firm_yours", link: `/organizations/${first.id}` }]);
}
