import type { Locale, Localized } from "../../../core/locale.ts";
import { keepShortWords, typesetTexts } from "../../../core/non-breaking.ts";
import type { Shown } from "./assessment-page.tsx";

const text = typesetTexts({
  next: { sk: "Uložiť a ďalej", cs: "Uložit a dál", en: "Save and go on" },
  last: { sk: "Uložiť a uzavrieť", cs: "Uložit a uzavřít", en: "Save and complete" },
  overview: { sk: "Uložiť a späť na oblasti", cs: "Uložit a zpět na oblasti", en: "Save and show all areas" },
  finish: { sk: "Uložiť a ukončiť", cs: "Uložit a dokončit", en: "Save and finish" },
  others: { sk: "Uložiť a prejsť na oblasť", cs: "Uložit a přejít na oblast", en: "Save and go to an area" },
} satisfies Record<string, Localized>);

/** The ways out of an area: each is a button of its form, so that nothing that was chosen is lost. */
export function WaysOutOfArea({ areas, area, locale }: { areas: Shown["areas"]; area: string; locale: Locale }) {
  const isLast = areas.at(-1)?.id === area;
  return (
    <>
      <p class="buttons">
        <button type="submit" class="button">
          {(isLast ? text.last : text.next)[locale]}
        </button>
        <button type="submit" name="go" value="overview" class="button is-second">
          {text.overview[locale]}
        </button>
        {isLast ? null : (
          <button type="submit" name="go" value="complete" class="button is-quiet">
            {text.finish[locale]}
          </button>
        )}
      </p>
      <details>
        <summary>{text.others[locale]}</summary>
        <p class="buttons">
          {areas
            .filter(({ id }) => id !== area)
            .map(({ id, title, answered, questionCount }) => (
              <button type="submit" name="go" value={id} class="button is-quiet">
                {keepShortWords(title ?? id, locale)} {answered}/{questionCount}
              </button>
            ))}
        </p>
      </details>
    </>
  );
}
