import type { Company } from "../../../../core/company.ts";

/** Turnover and balance sheet total in whole euro. */
export type Accounts = Pick<Company, "turnoverEur" | "balanceSheetEur">;

/** Two sums as one column of a row: `2665000000 2421000000`, `-` for one that is not known; `null` for none. */
export function encodeAccounts(turnover: number | null, balanceSheet: number | null): string | null {
  if (turnover === null && balanceSheet === null) return null;
  return `${turnover ?? "-"} ${balanceSheet ?? "-"}`;
}

/** The sums of a row's column. */
export function decodeAccounts(text: string): Accounts {
  const [turnover = "-", balanceSheet = "-"] = text.split(" ");
  return {
    ...(turnover === "-" ? {} : { turnoverEur: Number(turnover) }),
    ...(balanceSheet === "-" ? {} : { balanceSheetEur: Number(balanceSheet) }),
  };
}
