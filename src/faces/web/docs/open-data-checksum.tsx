import type { z } from "zod";
import type { opendataIndex } from "../../../capabilities/opendata/opendata-index.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { CodeBlock } from "../components/code-block.tsx";
import { fileOf } from "./open-data-datasets.tsx";

type Dataset = z.output<typeof opendataIndex.output>["datasets"][number];

const text = {
  checksum: { sk: "Kontrolný súčet", cs: "Kontrolní součet", en: "Checksum" },
  example: { sk: "Stiahnuť a overiť", cs: "Stáhnout a ověřit", en: "Download and verify" },
  sums: { sk: "Súčty SHA-256", cs: "Součty SHA-256", en: "SHA-256 checksums" },
} satisfies Record<string, Localized>;

const checksumIntro: Localized = {
  sk: "Každé stiahnutie nesie svoj súčet SHA-256 v hlavičkách ETag a Repr-Digest (RFC 9530). Obsah posielame nekomprimovaný, takže uložený súbor má presne ten súčet, ktorý uvádzame.",
  cs: "Každé stažení nese svůj součet SHA-256 v hlavičkách ETag a Repr-Digest (RFC 9530). Obsah posíláme nekomprimovaný, takže uložený soubor má přesně ten součet, který uvádíme.",
  en: "Every download carries its SHA-256 in the headers ETag and Repr-Digest (RFC 9530). The content is sent uncompressed, so the saved file has exactly the checksum stated here.",
};

/** How to know that a download is whole; nothing where there is none. */
export function Checksum({ versioned, locale }: { versioned: readonly Dataset[]; locale: Locale }) {
  const [first] = versioned;
  if (first === undefined) return null;
  const commands = [`curl -O '${first.url}'`, `echo '${first.sha256}  ${fileOf(first)}' | sha256sum -c`].join("\n");
  const sums = versioned.map((dataset) => `${dataset.sha256}  ${fileOf(dataset)}`).join("\n");
  return (
    <section class="section" aria-labelledby="checksum-title">
      <h2 id="checksum-title">{text.checksum[locale]}</h2>
      <p class="prose">{checksumIntro[locale]}</p>
      <h3>{text.example[locale]}</h3>
      <CodeBlock id="verify-example" code={commands} label={text.example[locale]} locale={locale} />
      <h3>{text.sums[locale]}</h3>
      <CodeBlock id="sha256" code={sums} label={text.sums[locale]} locale={locale} />
    </section>
  );
}
