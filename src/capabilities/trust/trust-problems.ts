import { inEnglish, type Localized } from "../../core/locale.ts";
import type { Problem } from "../../core/problem.ts";

/** The answer to a version of the questionnaire that there is not. @param known the versions that there are, ours alone */
export function unknownVersion(known: readonly string[]): Problem {
  const list = known.join(", ");
  return {
    code: "not_found",
    field: "version",
    message: {
      sk: "Takú verziu dotazníka nepoznáme.",
      cs: "Takovou verzi dotazníku neznáme.",
      en: "There is no such version of the questionnaire.",
    },
    nextStep: {
      sk: `Známe verzie: ${list}.`,
      cs: `Známé verze: ${list}.`,
      en: `Known versions: ${list}.`,
    },
  };
}

/** The answer to a profile that is not published, that was withdrawn, and that never was: always these bytes. */
export const noProfile: Problem = {
  code: "not_found",
  message: {
    sk: "Taký zverejnený profil dodávateľa nie je.",
    cs: "Takový zveřejněný profil dodavatele není.",
    en: "There is no such published supplier profile.",
  },
  nextStep: {
    sk: "Skontrolujte adresu profilu (slug) alebo IČO; dodávateľ, ktorý profil nezverejnil, sa nenájde.",
    cs: "Zkontrolujte adresu profilu (slug) nebo IČO; dodavatel, který profil nezveřejnil, se nenajde.",
    en: "Check the address of the profile (slug) or ico; a supplier that has published no profile is not found.",
  },
};

/** The answer to an operator who calls a key compromised that never signed, or that still signs from a file. */
export const noFormerKey: Problem = {
  code: "invalid_arguments",
  field: "revoke",
  message: inEnglish("No such key signed profiles, or it still signs, being in the file TRUST_SIGNING_KEY_FILE."),
  nextStep: inEnglish(
    "The names of the keys are at /.well-known/jwks.json. With TRUST_SIGNING_KEY_FILE, put a new key there first.",
  ),
};

/** The answer to a question that names no supplier. */
export const slugOrIcoNeeded: Problem = {
  code: "invalid_arguments",
  message: {
    sk: "Chýba slug alebo ico.",
    cs: "Chybí slug nebo ico.",
    en: "slug or ico is missing.",
  },
  nextStep: {
    sk: "Pošlite slug z adresy /trust/<slug>, alebo ico s 8 číslicami.",
    cs: "Pošlete slug z adresy /trust/<slug>, nebo ico s 8 číslicemi.",
    en: "Send slug, from the address /trust/<slug>, or ico with 8 digits.",
  },
};

/** The answer to a draft that names a field which the questionnaire does not have. */
export function unknownField(field: "answers" | "visibility"): Problem {
  return {
    code: "invalid_arguments",
    field,
    message: {
      sk: "Takú otázku dotazník nemá.",
      cs: "Takovou otázku dotazník nemá.",
      en: "The questionnaire has no such field.",
    },
    nextStep: {
      sk: "Otázky sú na /api/v1/supplier-questionnaires/4.0.0.",
      cs: "Otázky jsou na /api/v1/supplier-questionnaires/4.0.0.",
      en: "/api/v1/supplier-questionnaires/4.0.0 lists the fields.",
    },
  };
}

/** The answer to a wish to hide what says whose profile it is. @param id of the field */
export function alwaysPublic(id: string): Problem {
  return {
    code: "invalid_arguments",
    field: `visibility.${id}`,
    message: {
      sk: "Túto odpoveď uvidí každý: hovorí, čí je profil.",
      cs: "Tuto odpověď uvidí každý: říká, čí je profil.",
      en: "Everybody sees this answer: it says whose profile this is.",
    },
    nextStep: {
      sk: "Vynechajte ju, alebo pošlite public.",
      cs: "Vynechte ji, nebo pošlete public.",
      en: "Leave it out, or send public.",
    },
  };
}

/** The answer to a value that a field does not take. @param field an id of the questionnaire */
export function answerRefused(field: string, why: Localized): Problem {
  return {
    code: "invalid_arguments",
    field,
    message: {
      sk: `Táto odpoveď nie je platná: ${why.sk}.`,
      cs: `Tato odpověď není platná: ${why.cs}.`,
      en: `This answer is not possible: ${why.en}.`,
    },
    nextStep: {
      sk: "Opravte ju a pošlite znova.",
      cs: "Opravte ji a pošlete znovu.",
      en: "Put it right and send it again.",
    },
  };
}

/** The answer to a change that does not say of which version. */
export const versionRequired: Problem = {
  code: "version_required",
  message: {
    sk: "Chýba verzia, ktorú meníte.",
    cs: "Chybí verze, kterou měníte.",
    en: "The version that you change is missing.",
  },
  nextStep: {
    sk: "Prečítajte ju a pošlite jeho ETag v hlavičke If-Match.",
    cs: "Přečtěte ji a pošlete jeho ETag v hlavičce If-Match.",
    en: "Read it and send its ETag in the header If-Match.",
  },
};

/** The answer to a file that is no signed profile. */
export const noSignedProfile: Problem = {
  code: "invalid_arguments",
  standsFor: "data",
  message: inEnglish("This is no signed profile."),
  nextStep: inEnglish("Save /trust/<slug>.jws.json and give that file."),
};

/** The answer to a file of keys that holds none. */
export const noKeySet: Problem = {
  code: "invalid_arguments",
  standsFor: "data",
  field: "keys",
  message: inEnglish("This is no set of keys."),
  nextStep: inEnglish("Save /.well-known/jwks.json of the issuer and give that file."),
};

/** The answer to an address from which no copy came. */
export const copyUnreachable: Problem = {
  code: "source_unavailable",
  standsFor: "unchecked",
  message: inEnglish("The signed profile could not be fetched: nothing was checked."),
  nextStep: inEnglish("Check the address and the way to it, or save the file and give that."),
};
