import type { Localized } from "../../core/locale.ts";

/** The columns of `nace-to-nis2.csv` in their order, each with what it holds. */
export const NACE_COLUMNS = {
  nace_revision: {
    sk: "Revízia NACE, do ktorej kód patrí: 2 alebo 2.1. Tie isté číslice znamenajú v každej niečo iné.",
    cs: "Revize NACE, do které kód patří: 2 nebo 2.1. Stejné číslice znamenají v každé něco jiného.",
    en: "Revision of NACE that the code belongs to: 2 or 2.1. The same digits mean different things in the two.",
  },
  nace_code: {
    sk: "Kód s bodkou, dve až štyri číslice. Čítajte ho ako text: 06.10 nie je 6.1.",
    cs: "Kód s tečkou, dvě až čtyři číslice. Čtěte ho jako text: 06.10 není 6.1.",
    en: "The code with its dot, two to four digits. Read it as text: 06.10 is not 6.1.",
  },
  title_sk: {
    sk: "Názov kódu po slovensky.",
    cs: "Název kódu slovensky.",
    en: "Title of the code in Slovak.",
  },
  title_cs: {
    sk: "Názov kódu po česky.",
    cs: "Název kódu česky.",
    en: "Title of the code in Czech.",
  },
  title_en: {
    sk: "Názov kódu po anglicky.",
    cs: "Název kódu anglicky.",
    en: "Title of the code in English.",
  },
  annex: {
    sk: "Príloha smernice (EÚ) 2022/2555: I alebo II.",
    cs: "Příloha směrnice (EU) 2022/2555: I nebo II.",
    en: "Annex of Directive (EU) 2022/2555: I or II.",
  },
  sector: {
    sk: "Označenie sektora, rovnaké ako v každej odpovedi služby Dosah.",
    cs: "Označení odvětví, stejné jako v každé odpovědi služby Dosah.",
    en: "Id of the sector, as in every answer of Dosah.",
  },
  sector_sk: {
    sk: "Sektor po slovensky.",
    cs: "Odvětví slovensky.",
    en: "The sector in Slovak.",
  },
  sector_cs: {
    sk: "Sektor po česky.",
    cs: "Odvětví česky.",
    en: "The sector in Czech.",
  },
  sector_en: {
    sk: "Sektor po anglicky.",
    cs: "Odvětví anglicky.",
    en: "The sector in English.",
  },
  subsector: {
    sk: "Podsektor podľa prílohy, po anglicky; prázdne, kde ho príloha nemá.",
    cs: "Pododvětví podle přílohy, anglicky; prázdné, kde ho příloha nemá.",
    en: "Subsector of the annex; empty where it has none.",
  },
  entity_type: {
    sk: "Druh subjektu z prílohy, ktorému činnosť zodpovedá, po anglicky.",
    cs: "Druh subjektu z přílohy, kterému činnost odpovídá, anglicky.",
    en: "The type of entity in the annex that the activity stands for.",
  },
  confidence: {
    sk: "certain (isté), likely (pravdepodobné) alebo weak (slabé): riadok weak nikdy nerozhoduje, len upozorňuje. Pri 52.21 a 61.20 Rev. 2.1 preto výsledok zostáva neurčený.",
    cs: "certain (jisté), likely (pravděpodobné) nebo weak (slabé): řádek weak nikdy nerozhoduje, jen upozorňuje. U 52.21 a 61.20 Rev. 2.1 proto výsledek zůstává neurčený.",
    en: "certain, likely, or weak: a weak row never decides, it only points something out. For 52.21 and 61.20 of Rev. 2.1 the result therefore stays undetermined.",
  },
  size_rule: {
    sk: "medium-or-large (od stredného podniku), any-size (každá veľkosť) alebo special: rozhoduje osobitné pravidlo.",
    cs: "medium-or-large (od středního podniku), any-size (každá velikost) nebo special: rozhoduje zvláštní pravidlo.",
    en: "medium-or-large, any-size, or special: a rule of its own decides.",
  },
  condition_sk: {
    sk: "Pri riadku weak, po slovensky: čo by firma musela robiť, aby riadok platil.",
    cs: "U řádku weak, slovensky: co by firma musela dělat, aby řádek platil.",
    en: "For a weak row, in Slovak: what a firm would have to do for the row to count.",
  },
  condition_cs: {
    sk: "Pri riadku weak, po česky.",
    cs: "U řádku weak, česky.",
    en: "For a weak row, in Czech.",
  },
  condition_en: {
    sk: "Pri riadku weak, po anglicky.",
    cs: "U řádku weak, anglicky.",
    en: "For a weak row, in English.",
  },
} as const satisfies Record<string, Localized>;
