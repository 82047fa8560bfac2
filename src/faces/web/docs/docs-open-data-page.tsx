import type { z } from "zod";
import { opendataIndex } from "../../../capabilities/opendata/opendata-index.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { CodeBlock } from "../components/code-block.tsx";
import type { PageAnswer, PageRequest } from "../page.ts";
import { href, paths } from "../paths.ts";
import { Checksum } from "./open-data-checksum.tsx";
import { Columns } from "./open-data-columns.tsx";
import { Datasets } from "./open-data-datasets.tsx";

type Index = z.output<typeof opendataIndex.output>;

const text = {
  title: { sk: "Otvorené údaje", cs: "Otevřená data", en: "Open data" },
  description: {
    sk: "Pravidlá, podľa ktorých Dosah odpovedá, na stiahnutie: povinnosti, dotazník, kódy NACE a akt o AI, v troch jazykoch vedľa seba.",
    cs: "Pravidla, podle kterých Dosah odpovídá, ke stažení: povinnosti, dotazník, kódy NACE a akt o AI, ve třech jazycích vedle sebe.",
    en: "The rules that Dosah answers by, for download: obligations, questionnaire, NACE codes and the AI Act, three languages side by side.",
  },
  intro: {
    sk: "Pravidlá, podľa ktorých Dosah odpovedá, si môžete stiahnuť celé, vo všetkých troch jazykoch vedľa seba. Súbor danej verzie je na každej inštalácii Dosahu bajt po bajte rovnaký.",
    cs: "Pravidla, podle kterých Dosah odpovídá, si můžete stáhnout celá, ve všech třech jazycích vedle sebe. Soubor dané verze je na každé instalaci Dosahu bajt po bajtu stejný.",
    en: "You can download all the rules that Dosah answers by, in all three languages side by side. The file of a given version is byte for byte the same on every Dosah.",
  },
  versioned: { sk: "Súbory s verziou", cs: "Soubory s verzí", en: "Files with a version" },
  live: { sk: "Živé údaje", cs: "Živá data", en: "Live data" },
  liveIntro: {
    sk: "Vznikajú z registrov a z noviniek v okamihu, keď sa na ne opýtate. Namiesto verzie majú deň údajov.",
    cs: "Vznikají z rejstříků a z novinek v okamžiku, kdy se na ně zeptáte. Místo verze mají den dat.",
    en: "They are made from registers and feeds at the moment you ask. Instead of a version they carry the day of the data.",
  },
  licence: { sk: "Licencia", cs: "Licence", en: "Licence" },
  licenceIntro: {
    sk: "Čo napísal Dosah, je pod licenciou CC BY 4.0: kopírujte, meňte a predávajte, len uveďte zdroj a povedzte, čo ste zmenili.",
    cs: "Co napsal Dosah, je pod licencí CC BY 4.0: kopírujte, měňte a prodávejte, jen uveďte zdroj a řekněte, co jste změnili.",
    en: "What Dosah wrote is under CC BY 4.0: copy it, change it, sell it, but name the source and say what you changed.",
  },
  attribution: { sk: "Uvedenie zdroja", cs: "Uvedení zdroje", en: "Attribution" },
  full: { sk: "Znenie licencie", cs: "Znění licence", en: "Text of the licence" },
  index: { sk: "Zoznam ako JSON", cs: "Seznam jako JSON", en: "The list as JSON" },
  changes: { sk: "Čo sa v pravidlách zmenilo", cs: "Co se v pravidlech změnilo", en: "What changed in the rules" },
} satisfies Record<string, Localized>;

/** "What can I download, and how do I know that it is whole?" */
export async function docsOpenDataPage(request: PageRequest): Promise<PageAnswer> {
  const { locale } = request;
  const index = await request.ask(opendataIndex, {});
  const versioned = index.datasets.filter(({ updates }) => updates === "versioned");
  const live = index.datasets.filter(({ updates }) => updates === "live");
  return {
    title: text.title[locale],
    description: text.description[locale],
    scripts: ["copy"],
    body: (
      <>
        <section class="opening">
          <h1>{text.title[locale]}</h1>
          <p class="prose lead">{text.intro[locale]}</p>
          <p class="links">
            <a href={`/api/opendata?locale=${locale}`}>{text.index[locale]}</a>
            <a href={href(locale, paths.changelog)}>{text.changes[locale]}</a>
          </p>
        </section>
        <section class="section" aria-labelledby="versioned-title">
          <h2 id="versioned-title">{text.versioned[locale]}</h2>
          <Datasets datasets={versioned} locale={locale} />
        </section>
        <Licence index={index} locale={locale} />
        <Checksum versioned={versioned} locale={locale} />
        <section class="section" aria-labelledby="live-title">
          <h2 id="live-title">{text.live[locale]}</h2>
          <p class="prose">{text.liveIntro[locale]}</p>
          <Datasets datasets={live} locale={locale} />
        </section>
        <Columns datasets={versioned} locale={locale} />
      </>
    ),
  };
}

function Licence({ index, locale }: { index: Index; locale: Locale }) {
  const dataset = index.datasets.find(({ licence }) => licence !== null);
  if (dataset?.licence == null || dataset.attribution === null) return null;
  return (
    <section class="section" aria-labelledby="licence-title">
      <h2 id="licence-title">{text.licence[locale]}</h2>
      <p class="prose">
        {text.licenceIntro[locale]} <a href={dataset.licence.url}>{text.full[locale]}</a>
      </p>
      <CodeBlock id="attribution" code={dataset.attribution} label={text.attribution[locale]} locale={locale} isProse />
    </section>
  );
}
