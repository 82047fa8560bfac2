import { dayOf } from "../../core/day.ts";
import { foreignText } from "../../core/foreign-text.ts";
import type { Locale, Localized } from "../../core/locale.ts";
import { formatShortDay } from "../../core/text.ts";
import type { AuditEntry } from "../../state/audit-log.ts";
import type { OrganizationContext } from "../contexts.ts";
import { overFile } from "../rows/resolve-row.ts";
import { readSupplierName } from "../suppliers/listed-supplier.ts";
import { lookUpSuppliers } from "../suppliers/supplier-standing.ts";

const QUESTIONNAIRE: Readonly<Record<"quick" | "extended", Localized>> = {
  quick: { sk: "krátky dotazník", cs: "krátký dotazník", en: "short questionnaire" },
  extended: { sk: "úplný dotazník", cs: "úplný dotazník", en: "full questionnaire" },
};

/**
 * The names of what entries of a log are about, by type and id: a supplier as the register file has it, the domain of a
 * scan, a questionnaire by its kind and day, a list. What is gone has none.
 */
export async function objectsOf(
  entries: readonly Pick<AuditEntry, "target_type" | "target_id">[],
  context: OrganizationContext,
  locale: Locale,
): Promise<ReadonlyMap<string, string>> {
  const idsOf = (type: string) => [
    ...new Set(
      entries.flatMap((each) => (each.target_type === type && each.target_id !== null ? [each.target_id] : [])),
    ),
  ];
  const [suppliers, scans, questionnaires, lists] = ["supplier", "scan", "questionnaire", "list"].map(idsOf);
  const named = await Promise.all([
    suppliersOf(suppliers ?? [], context, locale),
    scansOf(scans ?? [], context),
    questionnairesOf(questionnaires ?? [], context, locale),
    listsOf(lists ?? [], context),
  ]);
  return new Map(named.flat());
}

type Named = readonly (readonly [string, string])[];

async function suppliersOf(ids: readonly string[], context: OrganizationContext, locale: Locale): Promise<Named> {
  const keys = ids.flatMap((id) => readSupplierName(id) ?? []);
  // Who reads a log waits for no register.
  const looked = await lookUpSuppliers(keys, overFile(context), locale);
  return looked.map(({ key: { country, ico }, standing: { name } }) => [
    `supplier ${country}-${ico}`,
    name === null ? `${country} ${ico}` : `${name} (${country} ${ico})`,
  ]);
}

async function scansOf(ids: readonly string[], { store }: OrganizationContext): Promise<Named> {
  const scans = await Promise.all(ids.map((id) => store.scan(id)));
  return scans.flatMap((scan) =>
    scan?.domain == null ? [] : [[`scan ${scan.id}`, foreignText(scan.domain)] as const],
  );
}

async function questionnairesOf(
  ids: readonly string[],
  { store }: OrganizationContext,
  locale: Locale,
): Promise<Named> {
  if (ids.length === 0) return [];
  return (await store.assessments()).map(({ id, mode, created_at }) => [
    `questionnaire ${id}`,
    `${QUESTIONNAIRE[mode][locale]}, ${formatShortDay(dayOf(new Date(created_at)), locale)}`,
  ]);
}

async function listsOf(ids: readonly string[], { store }: OrganizationContext): Promise<Named> {
  const lists = await Promise.all(ids.map((id) => store.firmList(id)));
  return lists.flatMap((list) => (list === undefined ? [] : [[`list ${list.id}`, foreignText(list.name)] as const]));
}
