import { basisWords } from "../../../capabilities/obligations/basis-texts.ts";
import type { Locale } from "../../../core/locale.ts";
import type { Register } from "./register-query.ts";

/** What the status of a questionnaire rests on, beside it; nothing where a person set it. */
export function BasisRemark({
  item: { status, basis },
  locale,
}: {
  item: Pick<Register["items"][number], "status" | "basis">;
  locale: Locale;
}) {
  if (basis === undefined) return null;
  return (
    <span class="register-remark" data-answered={basis.answered} data-asked={basis.asked} data-gaps={basis.gaps}>
      {basisWords(status, basis, locale)}
    </span>
  );
}
