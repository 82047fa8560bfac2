import { sourceStatus } from "../../../capabilities/registers/source-status.ts";
import type { Localized } from "../../../core/locale.ts";
import type { PageAnswer, PageRequest } from "../page.ts";
import { href, paths } from "../paths.ts";
import { Holding } from "./holding.tsx";
import { LiveRegisters } from "./live-registers.tsx";
import { SnapshotOrigin } from "./snapshot-origin.tsx";

const text = {
  title: { sk: "Zdroje údajov a ich stav", cs: "Zdroje dat a jejich stav", en: "Data sources and their state" },
  description: {
    sk: "Z ktorých registrov Dosah čerpá, z ktorého dňa sú údaje a kedy boli načítané.",
    cs: "Z kterých rejstříků Dosah čerpá, ze kterého dne jsou data a kdy byla načtena.",
    en: "Which registers Dosah draws on, which day the data are from and when they were imported.",
  },
  intro: {
    sk: "Odpovede vychádzajú z verejných registrov. Dosah má ich kópiu, aby odpovedal aj vtedy, keď register neodpovedá; dátum pri každom údaji hovorí, z ktorého dňa je.",
    cs: "Odpovědi vycházejí z veřejných rejstříků. Dosah má jejich kopii, aby odpovídal i tehdy, když rejstřík neodpovídá; datum u každého údaje říká, ze kterého dne je.",
    en: "Answers are based on public registers. Dosah keeps a copy of them, so that it can answer even when a register does not; the date beside each fact says which day it is from.",
  },
  none: {
    sk: "Nie je načítaný žiadny zdroj. Firmu možno posúdiť len zo zadaných údajov.",
    cs: "Není načten žádný zdroj. Firmu lze posoudit jen ze zadaných údajů.",
    en: "No source is loaded. A firm can be assessed from facts entered by hand only.",
  },
  whatIf: { sk: "Zadať údaje ručne", cs: "Zadat údaje ručně", en: "Enter the facts by hand" },
} satisfies Record<string, Localized>;

/** "Can I rely on it?" */
export async function sourcesPage(request: PageRequest): Promise<PageAnswer> {
  const { locale } = request;
  const status = await request.ask(sourceStatus, {});
  return {
    title: text.title[locale],
    description: text.description[locale],
    body: (
      <>
        <section class="opening">
          <h1>{text.title[locale]}</h1>
          <p class="prose lead">{text.intro[locale]}</p>
        </section>
        {status.holdings.map((holding) => (
          <Holding holding={holding} sources={status.sources} isAsked={status.live.length > 0} locale={locale} />
        ))}
        <SnapshotOrigin snapshot={status.snapshot} locale={locale} />
        <LiveRegisters live={status.live} locale={locale} />
        {status.holdings.length === 0 ? (
          <p class="prose">
            {text.none[locale]} <a href={href(locale, paths.whatIf)}>{text.whatIf[locale]}</a>
          </p>
        ) : null}
      </>
    ),
  };
}
