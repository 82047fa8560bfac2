import type { Finding } from "../../capabilities/operation/doctor-texts.ts";
import { readSuppressList, type SuppressList } from "../suppress-list.ts";
import { reasonOf } from "./server-checks.ts";

/** Is everybody hidden who asked for it? Nothing is said where nobody did. */
export function checkSuppressList({ dataDir }: { readonly dataDir: string }): readonly Finding[] {
  const check = "suppress_list";
  let list: SuppressList | undefined;
  try {
    list = readSuppressList(dataDir);
  } catch (cause) {
    return [{ check, code: "suppressed_unreadable", values: { problem: reasonOf(cause) } }];
  }
  if (list === undefined) return [];
  if (list.wrong.length > 0) return [{ check, code: "suppressed_wrong", values: { lines: list.wrong.join(", ") } }];
  return [{ check, code: "suppressed_ok", values: { count: list.firms.size } }];
}
