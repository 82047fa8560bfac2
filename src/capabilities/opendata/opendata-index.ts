import { z } from "zod";
import type { Localized } from "../../core/locale.ts";
import { DISCLAIMER } from "../answers/disclaimer.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import { datasetRow } from "./dataset-row.ts";
import { describeLive, liveDatasets } from "./live-datasets.ts";
import { describeVersioned, versionedDatasets } from "./versioned-datasets.ts";

const input = z.strictObject({ locale: localeParameter });

const output = z.object({
  version: z.string().describe("The newest version of the rule set."),
  date: z.string(),
  count: z.number().int(),
  datasets: z.array(datasetRow),
  verify: z.string().describe("How to compare a saved file with its checksum."),
  changelog: z.object({ url: z.string(), rss: z.string(), jsonFeed: z.string() }),
  indicative: z.literal(true),
  disclaimer: z.string(),
  dataAsOf: z.string().describe("Day to which the state of the law was checked."),
});

type Answer = z.output<typeof output>;

/** Everything that can be downloaded, with version, size, checksum and licence. */
export const opendataIndex = defineCapability({
  name: "opendata_index",
  access: "public",
  dependsOn: (services) => [
    services.knowledge,
    ...liveDatasets.flatMap(({ capability }) => capability.dependsOn?.(services) ?? [Number.NaN]),
  ],
  input,
  published: {
    title: "Open data",
    description: "All datasets that can be downloaded, with version, date, size, SHA-256, licence and address.",
    output,
  },
  rest: [{ method: "GET", path: "/api/opendata", cost: { rows: ["rest_opendata_files"] }, maxAge: 300 }],
  run: async ({ locale }, services): Promise<Answer> => {
    const { changelog, asOf } = services.knowledge;
    const { version, date } = changelog.newest;
    const address = `${services.baseUrl}/${locale}/changelog`;
    const live = await Promise.all(liveDatasets.map((each) => describeLive(each, locale, services)));
    const datasets = [...versionedDatasets.map((each) => describeVersioned(each, locale, services)), ...live];
    return {
      version,
      date,
      count: datasets.length,
      datasets,
      verify: VERIFY[locale],
      changelog: { url: address, rss: `${address}.rss`, jsonFeed: `${address}.json` },
      indicative: true,
      disclaimer: DISCLAIMER[locale],
      dataAsOf: asOf,
    };
  },
});

const VERIFY: Localized = {
  sk: "sha256 je kontrolný súčet obsahu, ako ho vracia url. Ten istý súčet nesie hlavička Repr-Digest (RFC 9530, base64) a ETag. Uložený súbor overí príkaz sha256sum.",
  cs: "sha256 je kontrolní součet obsahu, jak ho vrací url. Týž součet nese hlavička Repr-Digest (RFC 9530, base64) a ETag. Uložený soubor ověří příkaz sha256sum.",
  en: "sha256 is the checksum of the content as url returns it. The header Repr-Digest (RFC 9530, base64) and ETag carry the same. The command sha256sum verifies a saved file.",
};
