import type { AnswerOf } from "../../../capabilities/capability.ts";
import { sourceStatus } from "../../../capabilities/registers/source-status.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { formatDay } from "../../../core/text.ts";
import type { PageAnswer, PageRequest } from "../page.ts";
import { href, paths } from "../paths.ts";
import { LiveRegisters } from "./live-registers.tsx";
import { Holding } from "./register-holding.tsx";

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

type Status = AnswerOf<typeof sourceStatus>;

const originText = {
  title: { sk: "Odkiaľ je kópia", cs: "Odkud je kopie", en: "Where the copy is from" },
  sampleCopy: {
    sk: "Kópiu zatiaľ tvorí len vzorka skutočných firiem priložená k programu.",
    cs: "Kopii zatím tvoří jen vzorek skutečných firem přiložený k programu.",
    en: "So far the copy consists of the sample shipped with the program.",
  },
  ownCopy: {
    sk: "Kópia vznikla na tomto serveri zo súborov registrov dňa {day}.",
    cs: "Kopie vznikla na tomto serveru ze souborů rejstříků dne {day}.",
    en: "The copy was made on this server from the files of the registers on {day}.",
  },
  fetchedCopy: {
    sk: "Kópia vznikla na inom serveri; tento ju odtiaľ prevzal dňa {day} a overil jej kontrolný súčet.",
    cs: "Kopie vznikla na jiném serveru; tento ji odtamtud převzal dne {day} a ověřil její kontrolní součet.",
    en: "The copy was made on another server; this one fetched it on {day} and verified its checksum.",
  },
  wordIndex: {
    sk: "Hľadanie nájde slová názvu v akomkoľvek poradí, mesto, predošlý názov aj jeden preklep.",
    cs: "Hledání najde slova názvu v jakémkoli pořadí, město, dřívější název i jeden překlep.",
    en: "Search finds the words of a name in any order, a town, a former name and one typing error.",
  },
  noWordIndex: {
    sk: "Kópia je staršia: hľadanie v nej nájde len názov tak, ako je zapísaný. Mesto, predošlý názov ani preklep nepozná.",
    cs: "Kopie je starší: hledání v ní najde jen název tak, jak je zapsán. Město, dřívější název ani překlep nepozná.",
    en: "The copy is of an older kind: search finds a name only as it is written in it, and no town, former name or typing error.",
  },
  waits: {
    sk: "Čaká sa na prvú kópiu celých registrov z iného servera.",
    cs: "Čeká se na první kopii celých rejstříků z jiného serveru.",
    en: "Waiting for the first copy of the whole registers from another server.",
  },
  fetchFails: {
    sk: "Novšiu kópiu sa teraz nedarí prevziať. Používa sa doterajšia.",
    cs: "Novější kopii se nyní nedaří převzít. Používá se dosavadní.",
    en: "A newer copy cannot be fetched at present. The current one stays in use.",
  },
  otherVersion: {
    sk: "Zverejnená kópia je pre inú verziu programu, preto sa nepreberá. Používa sa doterajšia.",
    cs: "Zveřejněná kopie je pro jinou verzi programu, proto se nepřebírá. Používá se dosavadní.",
    en: "The published copy is for another version of the program, so it is not taken over. The current one stays in use.",
  },
} satisfies Record<string, Localized>;

/**
 * Where the file of registers in use is from, and whether newer ones can be had. Its address is not shown: it is the
 * operator's.
 */
function SnapshotOrigin({ snapshot, locale }: { snapshot: Status["snapshot"]; locale: Locale }) {
  const { origin, builtAt, fetchedAt, hasWordIndex, fetching } = snapshot;
  const copy = { sample: originText.sampleCopy, import: originText.ownCopy, fetch: originText.fetchedCopy }[origin][
    locale
  ];
  const [before = "", after = ""] = copy.split("{day}");
  const at = fetchedAt ?? builtAt;
  return (
    <section class="section" aria-labelledby="sources-snapshot">
      <h2 id="sources-snapshot">{originText.title[locale]}</h2>
      <p class="prose">
        {before}
        {origin === "sample" ? null : <time datetime={at}>{formatDay(at.slice(0, 10), locale)}</time>}
        {after}
      </p>
      <p class="prose" data-word-index={hasWordIndex ? "true" : "false"}>
        {(hasWordIndex ? originText.wordIndex : originText.noWordIndex)[locale]}
      </p>
      {fetching === null || origin === "fetch" ? null : <p class="prose">{originText.waits[locale]}</p>}
      {fetching?.lastFailure == null ? null : (
        <p class="prose">
          {(fetching.lastFailure === "other_version" ? originText.otherVersion : originText.fetchFails)[locale]}
        </p>
      )}
    </section>
  );
}
