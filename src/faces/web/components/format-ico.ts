import type { Ico } from "../../../core/ico.ts";

/** A number as people read it: `35 763 469`, with blanks that do not break. */
export function formatIco(ico: Ico): string {
  return ico.replace(/^(\d{2})(\d{3})(\d{3})$/, "$1\u00a0$2\u00a0$3");
}
