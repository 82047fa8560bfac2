import { describe, expect, test } from "vitest";
import { z } from "zod";
import { knowledge } from "../../knowledge/shipped.fixture.ts";
import { bareServices, unlimited } from "../bare-services.fixture.ts";
import { createCall } from "../calling/call.ts";
import { opendataDcat } from "./opendata-dcat.ts";

const services = { ...bareServices(knowledge), baseUrl: "https://dosah.example" };

async function ask(args: object) {
  return (await createCall(services, unlimited)(opendataDcat, args, [], { address: null })).answer;
}

const https = z
  .string()
  .min(8)
  .regex(/^https:\/\//);
const iri = z.url();
const mediaType = z.string().regex(/^http:\/\/www\.iana\.org\/assignments\/media-types\/.*$/);
const fileType = z.string().regex(/^http:\/\/publications\.europa\.eu\/resource\/authority\/file-type\/.*$/);
const frequency = z.string().regex(/^http:\/\/publications\.europa\.eu\/resource\/authority\/frequency\/.*$/);
const inLanguage = (language: string) => z.strictObject({ [language]: z.string().min(1), en: z.string().min(1) });
const authorIn = (language: string) => z.strictObject({ [language]: z.string().min(1) });
const keywordsIn = (language: string) =>
  z.strictObject({ [language]: z.array(z.string()).min(1), en: z.array(z.string()).min(1) });

/** https://datova-kancelaria.github.io/dcat-ap-sk-2.0/schémy/katalóg.json and dataset.json: what they require and bind. */
const slovak = {
  catalog: z.strictObject({
    "@context": z.literal(
      "https://datova-kancelaria.github.io/dcat-ap-sk-2.0/kontexty/rozhranie-katalógu-otvorených-dát.jsonld",
    ),
    iri: https,
    typ: z.literal("Katalóg"),
    názov: inLanguage("sk"),
    popis: inLanguage("sk"),
    poskytovateľ: iri,
    domovská_stránka: https,
    dataset: z.array(https),
  }),
  dataset: z.strictObject({
    "@context": z.string(),
    iri: https,
    typ: z.literal("Dataset"),
    názov: inLanguage("sk"),
    popis: inLanguage("sk"),
    poskytovateľ: iri,
    téma: z.array(iri).min(1),
    periodicita_aktualizácie: frequency,
    kľúčové_slovo: keywordsIn("sk"),
    geografické_územie: z.array(iri).min(1),
    dokumentácia: iri,
    distribúcia: z.array(
      z.strictObject({
        iri: https,
        typ: z.literal("Distribúcia"),
        názov: inLanguage("sk"),
        podmienky_použitia: z.strictObject({
          typ: z.literal("Špecifikácia podmienok použitia"),
          autorské_dielo: iri,
          autor: authorIn("sk"),
          databáza_ako_autorské_dielo: iri,
          autor_databázy: authorIn("sk"),
          databáza_chránená_zvláštnými_právami: iri,
          osobné_údaje: z.enum([
            "https://data.gov.sk/def/personal-data-occurence-type/1",
            "https://data.gov.sk/def/personal-data-occurence-type/2",
          ]),
        }),
        prístupové_url: https,
        súbor_na_stiahnutie: https,
        formát: fileType,
        typ_média: mediaType,
      }),
    ),
  }),
};

/** https://ofn.gov.cz/rozhraní-katalogů-otevřených-dat/2021-01-11/: what a catalogue, a dataset and a file must have. */
const czech = {
  catalog: z.strictObject({
    "@context": z.literal(
      "https://ofn.gov.cz/rozhraní-katalogů-otevřených-dat/2021-01-11/kontexty/rozhraní-katalogů-otevřených-dat.jsonld",
    ),
    iri: https,
    typ: z.literal("Katalog"),
    název: inLanguage("cs"),
    popis: inLanguage("cs"),
    poskytovatel: iri,
    domovská_stránka: https,
    datová_sada: z.array(https),
  }),
  dataset: z.strictObject({
    "@context": z.string(),
    iri: https,
    typ: z.literal("Datová sada"),
    název: inLanguage("cs"),
    popis: inLanguage("cs"),
    poskytovatel: iri,
    téma: z.array(iri).min(1),
    periodicita_aktualizace: frequency,
    klíčové_slovo: keywordsIn("cs"),
    prvek_rúian: z.array(iri).min(1),
    dokumentace: iri,
    distribuce: z.array(
      z.strictObject({
        iri: https,
        typ: z.literal("Distribuce"),
        název: inLanguage("cs"),
        podmínky_užití: z.strictObject({
          typ: z.literal("Specifikace podmínek užití"),
          autorské_dílo: iri,
          autor: authorIn("cs"),
          databáze_jako_autorské_dílo: iri,
          autor_databáze: authorIn("cs"),
          databáze_chráněná_zvláštními_právy: iri,
          osobní_údaje: z.enum([
            "https://data.gov.cz/podmínky-užití/neobsahuje-osobní-údaje/",
            "https://data.gov.cz/podmínky-užití/obsahuje-osobní-údaje/",
          ]),
        }),
        přístupové_url: https,
        soubor_ke_stažení: https,
        formát: fileType,
        typ_média: mediaType,
      }),
    ),
  }),
};

describe.each([
  ["SK", slovak, "dataset", "Katalóg povinností NIS2"],
  ["CZ", czech, "datová_sada", "Katalog povinností NIS2"],
] as const)("the records for the national catalogue of %s", (country, shapes, datasets, title) => {
  test("of the catalogue fits its profile and names a record for every dataset", async () => {
    const catalog = shapes.catalog.parse(await ask({ country }));
    const named: unknown = Reflect.get(catalog, datasets);
    expect(named).toEqual(
      ["obligations", "questionnaire", "nace-to-nis2", "ai-act"].map(
        (id) => `https://dosah.example/api/opendata/dcat?country=${country}&dataset=${id}`,
      ),
    );
  });

  test.each(["obligations", "questionnaire", "nace-to-nis2", "ai-act"])(
    "of %s fits its profile, stands at its own address and leads to the file",
    async (dataset) => {
      const record = shapes.dataset.parse(await ask({ country, dataset }));
      expect(record.iri).toBe(`https://dosah.example/api/opendata/dcat?country=${country}&dataset=${dataset}`);
      const text = JSON.stringify(record);
      expect(text).toContain(dataset === "nace-to-nis2" ? "nace-to-nis2.csv" : `/api/opendata/${dataset}.json`);
      expect(text).toContain(dataset === "nace-to-nis2" ? "file-type/CSV" : "file-type/JSON");
      if (dataset === "obligations") expect(text).toContain(title);
    },
  );

  test("name the operator as the publisher where its number is given, in every address", async () => {
    const named = JSON.stringify(await ask({ country, publisher: "313 228 32" }));
    expect(named).toMatch(/(legal-subject|orgán-veřejné-moci)\/31322832"/);
    expect(named.split("publisher=31322832")).toHaveLength(6);
    expect(JSON.stringify(await ask({ country }))).toContain('"https://dosah.example/"');
  });

  test("a record without what the profile requires would be found", async () => {
    const { iri: _iri, ...rest } = await ask({ country, dataset: "ai-act" });
    expect(shapes.dataset.safeParse(rest).success).toBe(false);
  });
});

test.each([{}, { country: "PL" }, { country: "SK", dataset: "firms" }, { country: "SK", publisher: "https://x.sk" }])(
  "%j is refused",
  async (args) => {
    await expect(ask(args)).rejects.toMatchObject({ problem: { code: "invalid_arguments" } });
  },
);
