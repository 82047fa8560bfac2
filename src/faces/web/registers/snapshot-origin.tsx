import type { z } from "zod";
import type { sourceStatus } from "../../../capabilities/registers/source-status.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { formatDay } from "../../../core/text.ts";

type Status = z.output<typeof sourceStatus.output>;

const text = {
  title: { sk: "Odkiaľ je kópia", cs: "Odkud je kopie", en: "Where the copy is from" },
  sampleCopy: {
    sk: "Kópiu zatiaľ tvorí len ukážka priložená k programu.",
    cs: "Kopii zatím tvoří jen ukázka přiložená k programu.",
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

/** Where the file of registers in use is from, and whether newer ones can be had. Addresses are the operator's own affair. */
export function SnapshotOrigin({ snapshot, locale }: { snapshot: Status["snapshot"]; locale: Locale }) {
  const { origin, builtAt, fetchedAt, fetching } = snapshot;
  const copy = { sample: text.sampleCopy, import: text.ownCopy, fetch: text.fetchedCopy }[origin][locale];
  const [before = "", after = ""] = copy.split("{day}");
  const at = fetchedAt ?? builtAt;
  return (
    <section class="section" aria-labelledby="sources-snapshot">
      <h2 id="sources-snapshot">{text.title[locale]}</h2>
      <p class="prose">
        {before}
        {origin === "sample" ? null : <time datetime={at}>{formatDay(at.slice(0, 10), locale)}</time>}
        {after}
      </p>
      {fetching === null || origin === "fetch" ? null : <p class="prose">{text.waits[locale]}</p>}
      {fetching?.lastFailure == null ? null : (
        <p class="prose">{(fetching.lastFailure === "other_version" ? text.otherVersion : text.fetchFails)[locale]}</p>
      )}
    </section>
  );
}
