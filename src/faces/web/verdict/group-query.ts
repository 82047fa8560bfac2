import { parseAmount, parseMoney } from "../../../capabilities/scope/typed-number.ts";

/** One enterprise of the group as it was typed. */
export interface GroupLine {
  readonly name: string;
  readonly relation: "linked" | "partner";
  readonly share: string;
  readonly staff: string;
  readonly turnover: string;
  readonly balance: string;
  /** CZ: its technical assets are fully separate. */
  readonly isSeparate: boolean;
}

/** The group as it was typed. */
export interface GroupValues {
  readonly lines: readonly GroupLine[];
  readonly consolidated: { readonly staff: string; readonly turnover: string; readonly balance: string };
}

/** Lines that the form takes. */
export const MOST_LINES = 10;

const COLUMNS = ["name", "relation", "share", "staff", "turnover", "balance", "separate"] as const;

/** Reads the lines of the group: `g.name`, `g.staff` and so on, paired by their order. */
export function readGroup(query: URLSearchParams): GroupValues {
  const columns = Object.fromEntries(COLUMNS.map((name) => [name, query.getAll(`g.${name}`)]));
  const at = (name: (typeof COLUMNS)[number], index: number) => (columns[name]?.[index] ?? "").trim().slice(0, 60);
  const count = Math.min(MOST_LINES, columns.staff?.length ?? 0);
  const lines = Array.from({ length: count }, (_, index) => ({
    name: at("name", index),
    relation: at("relation", index) === "partner" ? ("partner" as const) : ("linked" as const),
    share: at("share", index),
    staff: at("staff", index),
    turnover: at("turnover", index),
    balance: at("balance", index),
    isSeparate: at("separate", index) === "yes",
  }));
  const whole = (name: string) => (query.get(`gc.${name}`) ?? "").trim().slice(0, 30);
  return {
    lines: lines.filter(({ name, staff, turnover, balance }) =>
      [name, staff, turnover, balance].some((one) => one !== ""),
    ),
    consolidated: { staff: whole("staff"), turnover: whole("turnover"), balance: whole("balance") },
  };
}

/** Reads a number and an amount of money of a field; what is wrong is complained of there. */
interface Read {
  readonly number: (typed: string, field: string, isNeeded?: boolean) => number | undefined;
  readonly money: (typed: string, field: string) => number | undefined;
}

/**
 * The group in the terms of `scope_evaluate`; `undefined` where none is stated. Each wrong field is complained of.
 * @param rate Czech crowns for one euro, for amounts in crowns; without it they are a complaint about `rate`
 */
export function groupArgument(
  { lines, consolidated }: GroupValues,
  rate: number | undefined,
  complain: (field: string) => void,
): Record<string, unknown> | undefined {
  const read: Read = { number, money };
  function number(typed: string, field: string, isNeeded = false): number | undefined {
    const value = parseAmount(typed);
    if (value === "wrong" || (value === undefined && isNeeded)) complain(field);
    return value === "wrong" ? undefined : value;
  }
  function money(typed: string, field: string): number | undefined {
    const value = parseMoney(typed, rate);
    if (value === "wrong") complain(field);
    if (value === "rateless") complain("rate");
    return typeof value === "number" ? value : undefined;
  }
  const stated = lines.map((line, index) => {
    const id = `g-${index + 1}`;
    const sharePercent = line.relation === "partner" ? number(line.share, `${id}-share`, true) : undefined;
    if (sharePercent !== undefined && (sharePercent < 25 || sharePercent > 50)) complain(`${id}-share`);
    return {
      ...figures(line, id, read),
      ...(sharePercent === undefined ? {} : { sharePercent }),
      ...(line.isSeparate ? { separateAssets: true } : {}),
    };
  });
  const isConsolidated = consolidated.staff !== "";
  if (stated.length === 0 && !isConsolidated) return undefined;
  return {
    linked: stated.filter((_, index) => lines[index]?.relation === "linked"),
    partners: stated.filter((_, index) => lines[index]?.relation === "partner"),
    ...(isConsolidated ? { consolidated: figures(consolidated, "gc", read) } : {}),
  };
}

function figures(
  { staff, turnover, balance }: Pick<GroupLine, "staff" | "turnover" | "balance">,
  id: string,
  { number, money }: Read,
) {
  const turnoverEur = money(turnover, `${id}-turnover`);
  const balanceSheetEur = money(balance, `${id}-balance`);
  return {
    employees: number(staff, `${id}-staff`, true) ?? 0,
    ...(turnoverEur === undefined ? {} : { turnoverEur }),
    ...(balanceSheetEur === undefined ? {} : { balanceSheetEur }),
  };
}
