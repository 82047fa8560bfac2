import type { Problem } from "../../core/problem.ts";
import { SCANS_A_DAY, STRANGE_HOSTS_A_DAY, UNPROVED_A_DAY } from "./fair-use.ts";

/** What somebody typed is no host that can be scanned. */
export const noTarget: Problem = {
  code: "invalid_arguments",
  field: "domain",
  message: {
    sk: "Toto nie je názov domény, ktorú možno skenovať.",
    cs: "Toto není jméno domény, kterou lze skenovat.",
    en: "This is not the name of a domain that can be scanned.",
  },
  nextStep: {
    sk: "Zadajte verejnú doménu bez http:// a bez cesty, napríklad firma.sk.",
    cs: "Zadejte veřejnou doménu bez http:// a bez cesty, například firma.cz.",
    en: "Give a public domain without http:// and without a path, such as firma.sk.",
  },
};

/** The owner asked not to be scanned. */
export const optedOut: Problem = {
  code: "opted_out",
  message: {
    sk: "Vlastník tejto domény si neželá, aby sme ju skenovali.",
    cs: "Vlastník této domény si nepřeje, abychom ji skenovali.",
    en: "The owner of this domain does not want it to be scanned.",
  },
  nextStep: {
    sk: "Ak je doména vaša, napíšte na kontakt na stránke /scan.",
    cs: "Pokud je doména vaše, napište na kontakt na stránce /scan.",
    en: "If the domain is yours, write to the contact on the page /scan.",
  },
};

/** So many looks for people who are not signed in wait that a further one is not put on the list. */
export function queueFull(retryAfter: number): Problem {
  const n = Math.ceil(retryAfter / 60);
  return {
    code: "queue_full",
    message: {
      sk: "Práve čaká veľa kontrol.",
      cs: "Právě čeká mnoho kontrol.",
      en: "Many checks are waiting.",
    },
    nextStep: {
      sk: `Skúste to o ${n} min.`,
      cs: `Zkuste to za ${n} min.`,
      en: `Try again in ${n} min.`,
    },
    retryAfter,
  };
}

/** The full profile needs a proof. */
export const notVerified: Problem = {
  code: "domain_not_verified",
  field: "domain",
  message: {
    sk: "Úplný sken smieme spustiť len na doméne s overeným vlastníctvom.",
    cs: "Úplný sken smíme spustit jen na doméně s ověřeným vlastnictvím.",
    en: "The full profile needs a domain whose ownership is proved.",
  },
  nextStep: {
    sk: "Pridajte doménu medzi domény organizácie a overte ju záznamom DNS alebo súborom; dovtedy spustite základný sken (public).",
    cs: "Přidejte doménu mezi domény organizace a ověřte ji záznamem DNS nebo souborem; do té doby spusťte základní sken (public).",
    en: "Add the domain to the organization and prove it by a DNS record or a file; until then use the profile public.",
  },
};

/** @param retryAfter seconds to the end of the day */
export function scansUsedUp(retryAfter: number): Problem {
  return {
    code: "rate_limited",
    message: {
      sk: `Organizácia dnes vyčerpala ${SCANS_A_DAY} skenov.`,
      cs: `Organizace dnes vyčerpala ${SCANS_A_DAY} skenů.`,
      en: `The organization has used up its ${SCANS_A_DAY} scans of today.`,
    },
    nextStep: tomorrow,
    retryAfter,
  };
}

/** @param retryAfter seconds to the end of the day */
export function unprovedUsedUp(retryAfter: number): Problem {
  return {
    code: "rate_limited",
    message: {
      sk: `Organizácia dnes skenovala ${UNPROVED_A_DAY} rôznych domén bez overeného vlastníctva.`,
      cs: `Organizace dnes skenovala ${UNPROVED_A_DAY} různých domén bez ověřeného vlastnictví.`,
      en: `The organization has scanned ${UNPROVED_A_DAY} different domains without a proof today.`,
    },
    nextStep: tomorrow,
    retryAfter,
  };
}

/** @param retryAfter seconds to the end of the day */
export function strangeHostsUsedUp(retryAfter: number): Problem {
  return {
    code: "rate_limited",
    message: {
      sk: `Dnes ste skenovali ${STRANGE_HOSTS_A_DAY} mien jednej domény bez overeného vlastníctva.`,
      cs: `Dnes jste skenovali ${STRANGE_HOSTS_A_DAY} jmen jedné domény bez ověřeného vlastnictví.`,
      en: `${STRANGE_HOSTS_A_DAY} host names of one domain without a proof were scanned today.`,
    },
    nextStep: tomorrow,
    retryAfter,
  };
}

const tomorrow = {
  sk: "Skúste to zajtra (deň sa počíta v UTC).",
  cs: "Zkuste to zítra (den se počítá v UTC).",
  en: "Try again tomorrow (days are counted in UTC).",
};

/** There is no such domain among those of the organization. */
export const noSuchDomain: Problem = {
  code: "not_found",
  message: {
    sk: "Organizácia takú doménu nemá.",
    cs: "Organizace takovou doménu nemá.",
    en: "The organization has no such domain.",
  },
  nextStep: {
    sk: "Pridajte ju, alebo si pozrite zoznam domén.",
    cs: "Přidejte ji, nebo se podívejte na seznam domén.",
    en: "Add it, or look at the list of domains.",
  },
};
