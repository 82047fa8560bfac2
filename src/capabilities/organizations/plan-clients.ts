import { createHash } from "node:crypto";
import type { Country } from "../../core/country.ts";
import { hasValidCheckDigit, type Ico } from "../../core/ico.ts";
import type { OwnOrganization } from "../../state/organizations.ts";
import type { Services } from "../contexts.ts";
import { headerWords } from "../rows/columns.ts";
import { inSlices } from "../rows/in-slices.ts";
import { type RowsInput, readRowsInput } from "../rows/read-input.ts";
import type { ReadRow, RowWarning } from "../rows/read-rows.ts";
import { overFile, resolveRow } from "../rows/resolve-row.ts";
import { type RowProblem, rowProblem } from "../rows/row-problems.ts";
import { type RowValues, readRowValues } from "../rows/row-values.ts";
import type { FoundCompanies } from "../scope/find-company.ts";

/** So many lines an import of clients may have. */
export const MOST_CLIENTS = 200;

/** What a line would do. `offered`: a right number that the register lacks, made only where it is ticked. */
export type ClientState = "new" | "exists" | "offered";

/** A firm of the input that would become an organization. */
export interface PlannedClient {
  /** The first line that names it. */
  readonly line: number;
  readonly country: Country;
  readonly ico: Ico;
  readonly state: ClientState;
  /** The organization of this firm that the person is a member of. */
  readonly organizationId: string | null;
  /** As typed beside the number, foreign text; `null`: that of the register. */
  readonly typedName: string | null;
  readonly found: FoundCompanies | null;
  readonly stated: Pick<RowValues, "employees" | "turnoverEur" | "balanceSheetEur">;
  readonly warnings: readonly RowWarning[];
}

/** What an import of clients would do, before anything is saved. */
export interface ClientPlan {
  readonly rows: readonly PlannedClient[];
  readonly failed: readonly { readonly row: ReadRow; readonly problem: RowProblem }[];
  readonly ignoredColumns: readonly string[];
  readonly encoding: string | null;
  /** Rows that the register file was asked for. */
  readonly looked: number;
  /** Names all that was read and met; another one once either changes. */
  readonly plan: string;
}

/** Columns of a table of firms that an import of clients does not use. */
const UNUSED = ["label", "tags", "note", "domain"] as const;

/** Problems of rows whose number may be right all the same. */
const OFFERED: readonly string[] = ["not_found", "not_held", "source_unavailable"];

/**
 * What an import of clients would do.
 * @param own the organizations of the person: a firm of one of them is there already
 * @throws ServiceError where the input cannot be read at all
 */
export async function planClients(
  input: RowsInput,
  { own, country }: { readonly own: readonly OwnOrganization[]; readonly country: Country | undefined },
  services: Services,
): Promise<ClientPlan> {
  const read = readRowsInput(input, headerWords(), MOST_CLIENTS);
  const mirror = overFile(services);
  const there = new Map(own.map(({ id, country: of, ico }) => [`${of}-${ico}`, id]));
  const failed: { row: ReadRow; problem: RowProblem }[] = [];
  const met = new Map<string, PlannedClient>();
  const unused = new Set<string>();
  let looked = 0;
  await inSlices(read.rows, async (row) => {
    for (const name of UNUSED) if (row.cells[name] !== undefined) unused.add(name);
    const valued = readRowValues(row.cells);
    const wrong = row.problem ?? ("problem" in valued ? valued.problem : undefined);
    if (wrong !== undefined || "problem" in valued)
      return failed.push({ row, problem: wrong ?? rowProblem("unreadable_row") });
    looked++;
    const resolved = await resolveRow(row, { country, takesNames: true }, mirror);
    const isOffered =
      "problem" in resolved &&
      OFFERED.includes(resolved.problem.code) &&
      row.ico !== undefined &&
      hasValidCheckDigit(row.ico);
    if ("problem" in resolved && !isOffered) return failed.push({ row, problem: resolved.problem });
    const found = "problem" in resolved ? null : resolved.found;
    const firm: { readonly country: Country; readonly ico: Ico } = found?.company ?? {
      country: row.country ?? country ?? "CZ",
      ico: row.ico ?? ("" as Ico),
    };
    const key = `${firm.country}-${firm.ico}`;
    const earlier = met.get(key);
    const organizationId = there.get(key) ?? null;
    const { employees, turnoverEur, balanceSheetEur } = valued.values;
    met.set(key, {
      line: earlier?.line ?? row.line,
      country: firm.country,
      ico: firm.ico,
      state: organizationId !== null ? "exists" : found === null ? "offered" : "new",
      organizationId,
      typedName: row.nameBeside ?? earlier?.typedName ?? null,
      found,
      stated: {
        ...earlier?.stated,
        ...(employees === undefined ? {} : { employees }),
        ...(turnoverEur === undefined ? {} : { turnoverEur }),
        ...(balanceSheetEur === undefined ? {} : { balanceSheetEur }),
      },
      warnings: "problem" in resolved ? row.warnings : resolved.warnings,
    });
    return 0;
  });
  const rows = [...met.values()];
  const parts = [
    country ?? "",
    services.registers.snapshot().builtAt,
    rows.map(({ country: of, ico, state, typedName, stated }) => [of, ico, state, typedName, stated]),
    failed.map(({ row }) => row.line),
  ];
  const plan = createHash("sha256").update(JSON.stringify(parts)).digest("base64url");
  return { rows, failed, ignoredColumns: [...read.ignoredColumns, ...unused], encoding: read.encoding, looked, plan };
}
