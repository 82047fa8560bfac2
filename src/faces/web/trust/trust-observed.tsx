import type { ObservedByScan as Observed } from "../../../capabilities/trust/observed.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { formatInstant } from "../../../core/text.ts";
import { type ShownProfile, YesNoMark } from "./trust-view.tsx";

const text = {
  title: { sk: "Čo videl sken domény", cs: "Co viděl sken domény", en: "Observed by the scan" },
  lead: {
    sk: "Vedľa odpovede stojí, čo náš sken zvonku videl na overenej doméne dodávateľa. Odpovede sa tým nemenia.",
    cs: "Vedle odpovědi stojí, co náš sken zvenčí viděl na ověřené doméně dodavatele. Odpovědi se tím nemění.",
    en: "Beside the answer stands what our scan saw from outside on the supplier's proved domain. It changes no answer.",
  },
  scanned: { sk: "Sken zo dňa", cs: "Sken ze dne", en: "Scan of" },
  stated: { sk: "Dodávateľ uvádza", cs: "Dodavatel uvádí", en: "The supplier states" },
  differs: {
    sk: "Čo dodávateľ uvádza, sa líši od toho, čo sken videl.",
    cs: "Co dodavatel uvádí, se liší od toho, co sken viděl.",
    en: "What the supplier states differs from what the scan saw.",
  },
} satisfies Record<string, Localized>;

/** What a scan saw beside the answers that it speaks to; a difference in one sentence. */
export function ObservedByScan({
  observed,
  shown,
  locale,
}: {
  observed: Observed | null;
  shown: ShownProfile;
  locale: Locale;
}) {
  if (observed === null) return null;
  const { scannedAt, fields } = observed;
  return (
    <section class="section" aria-labelledby="observed">
      <h2 id="observed">{text.title[locale]}</h2>
      <p class="prose">{text.lead[locale]}</p>
      <p class="meta">
        {text.scanned[locale]} <time datetime={scannedAt}>{formatInstant(scannedAt, locale)}</time>
      </p>
      <dl class="trust-answers">
        {fields.map(({ id, differs, checks }) => {
          const answer = shown.untrusted.answers.find((each) => each.id === id);
          return (
            <div>
              <dt>{answer?.question}</dt>
              <dd>
                {text.stated[locale]}: <YesNoMark value={answer?.value === true} locale={locale} />
                <ul>
                  {checks.map(({ finding }) => (
                    <li>{finding}</li>
                  ))}
                </ul>
                {differs ? <p class="trust-differs">{text.differs[locale]}</p> : null}
              </dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}
