import { fold } from "./fold.ts";
import { LOCALES, type Locale } from "./locale.ts";

/** ISO 3166-1: the code of two letters, and that of three behind it. */
const CODES: readonly (readonly [two: string, three: string])[] = (
  "ADAND AEARE AFAFG AGATG AIAIA ALALB AMARM AOAGO AQATA ARARG ASASM ATAUT AUAUS AWABW AXALA AZAZE BABIH BBBRB " +
  "BDBGD BEBEL BFBFA BGBGR BHBHR BIBDI BJBEN BLBLM BMBMU BNBRN BOBOL BQBES BRBRA BSBHS BTBTN BVBVT BWBWA BYBLR " +
  "BZBLZ CACAN CCCCK CDCOD CFCAF CGCOG CHCHE CICIV CKCOK CLCHL CMCMR CNCHN COCOL CRCRI CUCUB CVCPV CWCUW CXCXR " +
  "CYCYP CZCZE DEDEU DJDJI DKDNK DMDMA DODOM DZDZA ECECU EEEST EGEGY EHESH ERERI ESESP ETETH FIFIN FJFJI FKFLK " +
  "FMFSM FOFRO FRFRA GAGAB GBGBR GDGRD GEGEO GFGUF GGGGY GHGHA GIGIB GLGRL GMGMB GNGIN GPGLP GQGNQ GRGRC GSSGS " +
  "GTGTM GUGUM GWGNB GYGUY HKHKG HMHMD HNHND HRHRV HTHTI HUHUN IDIDN IEIRL ILISR IMIMN ININD IOIOT IQIRQ IRIRN " +
  "ISISL ITITA JEJEY JMJAM JOJOR JPJPN KEKEN KGKGZ KHKHM KIKIR KMCOM KNKNA KPPRK KRKOR KWKWT KYCYM KZKAZ LALAO " +
  "LBLBN LCLCA LILIE LKLKA LRLBR LSLSO LTLTU LULUX LVLVA LYLBY MAMAR MCMCO MDMDA MEMNE MFMAF MGMDG MHMHL MKMKD " +
  "MLMLI MMMMR MNMNG MOMAC MPMNP MQMTQ MRMRT MSMSR MTMLT MUMUS MVMDV MWMWI MXMEX MYMYS MZMOZ NANAM NCNCL NENER " +
  "NFNFK NGNGA NINIC NLNLD NONOR NPNPL NRNRU NUNIU NZNZL OMOMN PAPAN PEPER PFPYF PGPNG PHPHL PKPAK PLPOL PMSPM " +
  "PNPCN PRPRI PSPSE PTPRT PWPLW PYPRY QAQAT REREU ROROU RSSRB RURUS RWRWA SASAU SBSLB SCSYC SDSDN SESWE SGSGP " +
  "SHSHN SISVN SJSJM SKSVK SLSLE SMSMR SNSEN SOSOM SRSUR SSSSD STSTP SVSLV SXSXM SYSYR SZSWZ TCTCA TDTCD TFATF " +
  "TGTGO THTHA TJTJK TKTKL TLTLS TMTKM TNTUN TOTON TRTUR TTTTO TVTUV TWTWN TZTZA UAUKR UGUGA UMUMI USUSA UYURY " +
  "UZUZB VAVAT VCVCT VEVEN VGVGB VIVIR VNVNM VUVUT WFWLF WSWSM YEYEM YTMYT ZAZAF ZMZMB ZWZWE"
)
  .split(" ")
  .map((pair) => [pair.slice(0, 2), pair.slice(2)]);

/** Names that people write and that no list of names has, folded. */
const OTHERS: Readonly<Record<string, string>> = {
  "slovenska republika": "SK",
  "slovak republic": "SK",
  "slowakische republik": "SK",
  "ceska republika": "CZ",
  "czech republic": "CZ",
  "tschechische republik": "CZ",
};

let read: ReadonlyMap<string, string> | undefined;

/** Names and codes of every country, folded, made at the first question. */
function known(): ReadonlyMap<string, string> {
  if (read !== undefined) return read;
  const names = [...LOCALES, "de"].map((tag) => new Intl.DisplayNames(tag, { type: "region" }));
  const all = new Map(Object.entries(OTHERS));
  for (const [two, three] of CODES) {
    for (const word of [two, three, ...names.map((list) => list.of(two) ?? two)]) all.set(fold(word), two);
  }
  read = all;
  return all;
}

/** The code (ISO 3166-1, two letters) of a country by its code or its name in four languages; `undefined`: none of them. */
export function readCountry(text: string): string | undefined {
  return known().get(fold(text));
}

/** True for a code of two letters. */
export function isCountryCode(code: string): boolean {
  return CODES.some(([two]) => two === code);
}

/** The name of a country by its code. */
export function countryWord(code: string, locale: Locale): string {
  return isCountryCode(code) ? (new Intl.DisplayNames(locale, { type: "region" }).of(code) ?? code) : code;
}
