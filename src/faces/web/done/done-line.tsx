import type { Locale } from "../../../core/locale.ts";
import type { Done } from "./done.ts";
import { CODE_TEXTS, FORM_TEXTS } from "./done-texts.ts";

/** What stands in the place of the name in a text. */
const NAME = "{name}";

/** One line that says what was done before the page is shown; nothing where nothing was. */
export function DoneLine({ done, locale }: { done: Done | null | undefined; locale: Locale }) {
  if (done == null) return null;
  const { code, by, name } = done;
  const ofForm = by === null ? undefined : FORM_TEXTS[by]?.[code];
  const named = name === null ? undefined : ofForm?.named?.[locale];
  const [before = "", after = ""] = (named ?? "").split(NAME);
  return (
    <p class="notice is-note done-line" role="status" data-done={code}>
      {named === undefined ? (
        (ofForm?.plain ?? CODE_TEXTS[code])[locale]
      ) : (
        <>
          {before}
          <bdi class="breakable">{name}</bdi>
          {after}
        </>
      )}
    </p>
  );
}
