import type { Locale, Localized } from "../../core/locale.ts";
import type { FeedFailureKind } from "../../sources/feeds/failure.ts";

const WORDS = {
  connect: { sk: "nedá sa s ním spojiť", cs: "nelze se s ním spojit", en: "no connection to it" },
  timeout: { sk: "neodpovedal včas", cs: "neodpověděl včas", en: "no answer in time" },
  broken_off: { sk: "spojenie sa prerušilo", cs: "spojení se přerušilo", en: "the connection broke off" },
  rate_limited: {
    sk: "žiada nás, aby sme počkali",
    cs: "žádá nás, abychom počkali",
    en: "it asks us to wait",
  },
  http_status: {
    sk: "odpovedal chybou namiesto noviniek",
    cs: "odpověděl chybou místo novinek",
    en: "it answered with an error instead of news",
  },
  redirect: {
    sk: "posiela nás na adresu, ktorej neveríme",
    cs: "posílá nás na adresu, které nevěříme",
    en: "it sends us to an address that we do not trust",
  },
  too_large: { sk: "odpoveď je priveľká", cs: "odpověď je příliš velká", en: "the answer is too large" },
  not_text: {
    sk: "odpoveď nie je text v UTF-8",
    cs: "odpověď není text v UTF-8",
    en: "the answer is no text in UTF-8",
  },
  not_json: { sk: "odpoveď nie je čitateľná", cs: "odpověď není čitelná", en: "the answer cannot be read" },
  wrong_route: {
    sk: "na jeho adrese nič nie je",
    cs: "na jeho adrese nic není",
    en: "there is nothing at its address",
  },
  not_understood: {
    sk: "odpovedi nerozumieme",
    cs: "odpovědi nerozumíme",
    en: "the answer is not understood",
  },
  resting: {
    sk: "po viacerých zlyhaniach čakáme",
    cs: "po několika selháních čekáme",
    en: "we wait after several failures",
  },
  busy: {
    sk: "čaká priveľa našich vlastných požiadaviek",
    cs: "čeká příliš mnoho našich vlastních dotazů",
    en: "too many of our own requests are waiting",
  },
  mismatch: {
    sk: "prišlo niečo iné, než bolo ohlásené",
    cs: "přišlo něco jiného, než bylo ohlášeno",
    en: "what arrived is not what was announced",
  },
  not_stored: {
    sk: "odpoveď sa nedala zapísať na disk",
    cs: "odpověď nešlo zapsat na disk",
    en: "the answer could not be written to disk",
  },
  closed: { sk: "služba sa vypínala", cs: "služba se vypínala", en: "the service was shutting down" },
  doctype: {
    sk: "kanál obsahuje deklarácie, ktoré z bezpečnostných dôvodov nečítame",
    cs: "kanál obsahuje deklarace, které z bezpečnostních důvodů nečteme",
    en: "the feed has declarations that we do not read, for safety",
  },
  not_well_formed: {
    sk: "kanál je poškodený alebo neúplný",
    cs: "kanál je poškozený nebo neúplný",
    en: "the feed is broken or cut off",
  },
  no_feed: {
    sk: "na jeho adrese nie je kanál noviniek",
    cs: "na jeho adrese není kanál novinek",
    en: "there is no feed at its address",
  },
  bad_encoding: {
    sk: "kanál je v inom kódovaní, než uvádza",
    cs: "kanál je v jiném kódování, než uvádí",
    en: "the feed is not in the encoding that it states",
  },
  too_deep: {
    sk: "kanál je prihlboko vnorený",
    cs: "kanál je příliš hluboko vnořený",
    en: "the feed is nested too deeply",
  },
  too_many_items: {
    sk: "kanál má priveľa položiek",
    cs: "kanál má příliš mnoho položek",
    en: "the feed has too many items",
  },
  not_kept: { sk: "novinky sa nedali uložiť", cs: "novinky nešlo uložit", en: "the news could not be stored" },
} satisfies Record<FeedFailureKind, Localized>;

const byKind: ReadonlyMap<string, Localized> = new Map(Object.entries(WORDS));

/** Why a source of the feed gave nothing, in plain words; for an unknown code, that it gave nothing readable. */
export function failureWords(failure: string | null, locale: Locale): string {
  return (byKind.get(failure ?? "") ?? WORDS.not_understood)[locale];
}
