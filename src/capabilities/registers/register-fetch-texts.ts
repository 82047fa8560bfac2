import type { Localized } from "../../core/locale.ts";
import type { FetchFailureKind } from "../../sources/registers/download/failure.ts";

/** Why a register's files could not be fetched, in words for the operator. */
export const FETCH_FAILURE_TEXTS: Readonly<Record<FetchFailureKind, Localized>> = {
  connect: {
    sk: "so serverom sa nepodarilo spojiť",
    cs: "k serveru se nepodařilo připojit",
    en: "no connection to the server",
  },
  timeout: {
    sk: "server prestal posielať údaje",
    cs: "server přestal posílat data",
    en: "the server stopped sending",
  },
  broken_off: {
    sk: "spojenie sa opakovane prerušilo",
    cs: "spojení se opakovaně přerušilo",
    en: "the connection kept breaking off",
  },
  rate_limited: {
    sk: "server žiada, aby sme počkali",
    cs: "server žádá, abychom počkali",
    en: "the server asks us to wait",
  },
  http_status: {
    sk: "server súbor nevydal",
    cs: "server soubor nevydal",
    en: "the server did not give the file",
  },
  redirect: {
    sk: "server presmerúva na inú adresu, než má zoznam",
    cs: "server přesměrovává na jinou adresu, než má seznam",
    en: "the server redirects to another address than the list has",
  },
  too_large: {
    sk: "súbor je väčší, než pripúšťa zoznam adries (mostMegabytes)",
    cs: "soubor je větší, než připouští seznam adres (mostMegabytes)",
    en: "the file is larger than the list of addresses allows (mostMegabytes)",
  },
  closed: {
    sk: "sťahovanie bolo zastavené",
    cs: "stahování bylo zastaveno",
    en: "the download was stopped",
  },
  mismatch: {
    sk: "súbor dvakrát prišiel s nesprávnym kontrolným súčtom",
    cs: "soubor dvakrát přišel s nesprávným kontrolním součtem",
    en: "the file came with a wrong checksum twice",
  },
  disk_full: {
    sk: "na disku niet dosť miesta",
    cs: "na disku není dost místa",
    en: "there is not enough space on the disk",
  },
  not_stored: {
    sk: "súbor sa nedá zapísať na disk",
    cs: "soubor nelze zapsat na disk",
    en: "the file cannot be written to the disk",
  },
  no_listing: {
    sk: "zoznam dávok sa nedá prečítať",
    cs: "seznam dávek nelze přečíst",
    en: "the list of batches cannot be read",
  },
  no_whole_set: {
    sk: "v zozname nie je žiadna úplná mesačná dávka",
    cs: "v seznamu není žádná úplná měsíční dávka",
    en: "no monthly set in the list is complete",
  },
};

/** Two registers that exclude each other, or none at all. */
export const nothingChosen: { readonly message: Localized; readonly nextStep: Localized } = {
  message: {
    sk: "Pre túto krajinu a tieto registre niet čo sťahovať.",
    cs: "Pro tuto zemi a tyto rejstříky není co stahovat.",
    en: "There is nothing to download for this country and these registers.",
  },
  nextStep: {
    sk: "Každý register patrí jednej krajine. Vynechajte jednu z volieb.",
    cs: "Každý rejstřík patří jedné zemi. Jednu z voleb vynechte.",
    en: "Each register belongs to one country. Leave out one of the options.",
  },
};

export const noAddress: { readonly message: Localized; readonly nextStep: Localized } = {
  message: {
    sk: "Register, ktorý chcete stiahnuť, nemá adresu.",
    cs: "Rejstřík, který chcete stáhnout, nemá adresu.",
    en: "A register that you want to download has no address.",
  },
  nextStep: {
    sk: "Pre nis2-register nastavte OPENDATA_URL, ostatné registre doplňte do súboru --from.",
    cs: "Pro nis2-register nastavte OPENDATA_URL, ostatní rejstříky doplňte do souboru --from.",
    en: "Set OPENDATA_URL for nis2-register; add the others to the file of --from.",
  },
};
