import type { ActKind, Issuer } from "../../knowledge/acts.ts";

/** The words of citations in Slovak, Czech and English, folded (no diacritics, lower case), in all their cases. */

function forms(words: string): readonly string[] {
  return words.trim().split(/\s+/);
}

function lookup<T>(table: readonly (readonly [T, string])[]): ReadonlyMap<string, T> {
  return new Map(table.flatMap(([meaning, words]) => forms(words).map((word) => [word, meaning] as const)));
}

/** Words that say what kind of act follows. An adjective before them can make another kind of it. */
export const TYPE_WORDS = lookup<ActKind>([
  ["directive", "smernica smernice smernici smernicu smernicou smernic smerniciam smerniciach smernicami"],
  ["directive", "smernicim smernicich smernicemi directive directives"],
  ["regulation", "nariadenie nariadenia nariadeniu nariadeni nariadenim nariadeniam nariadeniach nariadeniami"],
  ["regulation", "narizeni narizenim narizenich narizenimi regulation regulations"],
  ["recommendation", "odporucanie odporucania odporucaniu odporucani odporucanim odporucaniam odporucaniach"],
  ["recommendation", "odporucaniami doporuceni doporucenim doporucenich doporucenimi recommendation recommendations"],
  ["act", "zakon zakona zakonu zakone zakonom zakony zakonov zakonoch zakonmi zakonem zakonech act acts"],
  ["decree", "vyhlaska vyhlasky vyhlaske vyhlasku vyhlaskou vyhlasok vyhlaskam vyhlaskach vyhlaskami"],
  ["decree", "vyhlasce vyhlasek decree decrees"],
]);

/** Adjectives that make another kind of act of the type word they stand before. */
export const TYPE_ADJECTIVES = lookup<"implementing" | "delegated">([
  ["implementing", "vykonavacie vykonavacieho vykonavaciemu vykonavacom vykonavacim vykonavacich vykonavacimi"],
  ["implementing", "provadeci provadeciho provadecimu provadecim provadecich provadecimi implementing"],
  ["delegated", "delegovane delegovaneho delegovanemu delegovanom delegovanem delegovanym delegovanych"],
  ["delegated", "delegovana delegovanej delegovanou delegovane delegovany delegated"],
  ["delegated", "ustavny ustavneho ustavnemu ustavni ustavniho ustavnimu constitutional"],
]);

/** Words between type and number in the long official form, and the institution they name. */
export const FILLERS: ReadonlyMap<string, Issuer | "any"> = lookup<Issuer | "any">([
  ["parliament-and-council", "europskeho evropskeho parlamentu european parliament ep"],
  ["commission", "komisie komise commission"],
  ["nbu", "nbu narodneho bezpecnostneho"],
  ["nukib", "nukib narodniho"],
  ["any", "a rady of the and council uradu pro kybernetickou informacni bezpecnost"],
  ["any", "o kybernetickej kyberneticke bezpecnosti nis"],
]);

export type HeadKind = "article" | "section" | "annex" | "other";

/** Words that open a citation. `other` are parts that the registry does not hold. */
export const HEAD_WORDS = lookup<HeadKind>([
  ["article", "article articles art arts cl clanok clanku clankom clanky clankov clankoch clankami clankam"],
  ["article", "clanek clankem clancich clanku"],
  ["section", "section sections sec paragraf paragrafu paragrafe paragrafom paragrafem paragrafy paragrafov par"],
  ["annex", "annex annexes annexe priloha prilohy prilohe prilohu prilohou priloh prilohach prilohami priloham"],
  ["annex", "priloze pril"],
  [
    "other",
    "recital recitals chapter chapters title clause clauses kapitola kapitoly kapitole kapitolu hlava hlavy hlave",
  ],
  ["other", "odovodnenie odovodnenia oduvodneni preambula"],
]);

/** Head words that need a dot or a capital letter: `art` is also a word of plain English. */
export const ABBREVIATED_HEADS: ReadonlySet<string> = new Set(forms("art arts sec par cl pril"));

export type StepLevel = "paragraph" | "letter" | "point";

/** Words that go one step down inside an article, a section or an annex. */
export const STEP_WORDS = lookup<StepLevel>([
  ["paragraph", "ods odst odsek odseku odseky odsekov odsekoch odsekom odsekmi odstavec odstavce odstavci odstavcich"],
  ["paragraph", "odstavcu odstavcem odstavcum paragraph paragraphs para paras subsection subsections"],
  [
    "letter",
    "pism pismeno pismena pismene pismenu pismenom pismenem pismen pismenach pismeny pismenami lit letter letters",
  ],
  ["point", "bod bodu bode bodom bodem body bodov bodoch bodmi bodech bodum point points"],
  ["point", "cast casti castou castech castiach part parts"],
]);

/** A part of an annex when a Roman number follows ("Annex I, Part II"); before any other number the word is a step. */
export const PART_WORDS: ReadonlySet<string> = new Set(forms("cast casti castou castech castiach part parts"));

/** Step words after which a bare letter needs no bracket: `písm. a`. After a full word it could be a conjunction. */
export const LETTER_ABBREVIATIONS: ReadonlySet<string> = new Set(forms("pism lit"));

/** Parts of a paragraph that the registry does not count; the citation is checked without them. */
export const NEUTRAL_WORDS: ReadonlySet<string> = new Set(
  forms(`first second third fourth fifth last subparagraph subparagraphs sentence sentences
    prvy prveho prvom prva prvej prvu druhy druheho druhom druha druhej druhu treti tretieho tretom tretia tretej
    prvni prvniho prvnim druhe druhem tretiho tretim posledny posledna posledni
    pododsek pododseku pododseky pododstavec pododstavce pododstavci veta vety vete vetu`),
);

export const ORDINALS: ReadonlySet<string> = new Set(
  forms(`first second third fourth fifth last prvy prveho prvom druhy druheho druhom treti tretieho tretom
    prvni prvniho prvnim druhe druhem tretiho tretim posledny posledni`),
);

/** Joins the members of a list. */
export const AND_WORDS: ReadonlySet<string> = new Set(forms("a and or aj i alebo nebo ci ani resp jakoz ako as well"));

/** Joins the ends of a range. */
export const RANGE_WORDS: ReadonlySet<string> = new Set(forms("az to through"));

/** Stands between a unit and what it belongs to. */
export const OF_WORDS: ReadonlySet<string> = new Set(forms("of to the k ku ke v ve vo z zo ze in under from"));

/** Nouns after which a number counts something and is no member of a list: "§ 24 a 72 hodín". */
export const MEASURES: ReadonlySet<string> = new Set(
  forms(`hodina hodiny hodin hodinu hodinach hour hours den dni dnu dnov dnoch dny dnech day days tyzden tyzdne tyzdnov
    tyden tydny tydnu week weeks mesiac mesiace mesiacov mesiacoch mesic mesice mesicu mesicich month months rok roky
    rokov rokoch roku let letech year years minut minuta minuty minute minutes percent percenta percento eur euro eura
    eurov kc czk usd mil milion miliony milionov milionu miliard million billion zamestnanec zamestnanci zamestnancov
    zamestnancoch zamestnancu zamestnancich employee employees people persons osob osoby osoba osobami mw gw kw krat
    times opatreni opatrenia measures questions otazok otazek firiem firem firmy firms companies dalsie dalsi dalsich
    dalsia other others more further january february march april may june july august september october november
    december`),
);

/** Names and kinds of acts that are no named act for a unit: an article "of the GDPR" is an article of no named act. */
export const UNNAMED_ACTS: ReadonlySet<string> = new Set(
  forms(`nis dora gdpr cra cer dsa dma eidas zkb zokb nzkb iso iec stn csn akt aktu akte aktom aktem zakonnik zakonnika
    zakonniku zakonik zakonika zakoniku kodex kodexu ustava ustavy ustave charta charty charte listina listiny listine
    zmluva zmluvy zmluve smlouva smlouvy smlouve dohovor dohovoru dohoda dohody umluva umluvy umluve zfeu sfeu tfeu teu
    zeu seu code constitution charter treaty convention agreement contract law standard norma normy rozhodnutie
    rozhodnutia rozhodnuti decision`),
);

/** Bodies whose standards are named by a number. */
export const STANDARD_BODIES: ReadonlySet<string> = new Set(forms("iso iec stn csn en etsi"));

/** Words after which a dot ends no sentence. Single letters need no entry. */
export const ABBREVIATIONS: ReadonlySet<string> = new Set(
  forms(`cl ods odst pism art arts no nr sec par para paras lit pril cit napr tzv tj resp pozn str apod atd incl approx
    ing mgr judr dr mr mrs st min max obr tab cca vs viz tzn pripadne ust zak`),
);

/** Words that say "number": `č.`, `No.` */
export const NUMBER_WORDS: ReadonlySet<string> = new Set(forms("c no nr cis cislo cisla cislom cislem number"));

/** Marks of the European Union and the Communities before or after a number. */
export const UNION_MARKS = lookup<"EU" | "EC">([
  ["EU", "eu"],
  ["EC", "es ec ehs eec euratom esp eg"],
]);
