import type { z } from "zod";
import type { opendataIndex } from "../../../capabilities/opendata/opendata-index.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { formatDay, formatNumber } from "../../../core/text.ts";

type Dataset = z.output<typeof opendataIndex.output>["datasets"][number];

const text = {
  dataset: { sk: "Súbor", cs: "Soubor", en: "File" },
  version: { sk: "Verzia", cs: "Verze", en: "Version" },
  date: { sk: "Zo dňa", cs: "Ze dne", en: "Dated" },
  size: { sk: "Veľkosť", cs: "Velikost", en: "Size" },
} satisfies Record<string, Localized>;

/** Datasets to download, with version, day and size. */
export function Datasets({ datasets, locale }: { datasets: readonly Dataset[]; locale: Locale }) {
  return (
    <table class="is-stacked datasets">
      <thead>
        <tr>
          <th scope="col">{text.dataset[locale]}</th>
          <th scope="col">{text.version[locale]}</th>
          <th scope="col">{text.date[locale]}</th>
          <th scope="col" class="number">
            {text.size[locale]}
          </th>
        </tr>
      </thead>
      <tbody>
        {datasets.map((dataset) => (
          <tr>
            <th scope="row">
              <a href={pathOf(dataset)} type={dataset.mediaType} download={dataset.updates === "versioned"}>
                {dataset.title}
              </a>
              <p class="meta">{fileOf(dataset)}</p>
              {dataset.terms === null ? null : <p class="meta">{dataset.terms}</p>}
            </th>
            <td data-label={text.version[locale]}>{dataset.version}</td>
            <td data-label={text.date[locale]}>{formatDay(dataset.date, locale)}</td>
            <td data-label={text.size[locale]} class="number">
              {formatNumber(Math.ceil(dataset.bytes / 1024), locale)} KiB
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The address within this site: a page may be read under another name of the same host. */
function pathOf({ url }: Dataset): string {
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`;
}

/** What the file is called. */
export function fileOf({ url }: Dataset): string {
  return new URL(url).pathname.split("/").at(-1) ?? "";
}
