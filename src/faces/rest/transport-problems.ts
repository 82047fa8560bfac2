import type { Localized } from "../../core/locale.ts";
import type { RestProblem } from "./problem-reply.ts";

/** The largest JSON body, in bytes, where an offer names no other. */
export const BODY_LIMIT = 256 * 1024;

export const noSuchPath: RestProblem = {
  code: "not_found",
  message: {
    sk: "Na tejto adrese nie je žiadne rozhranie.",
    cs: "Na této adrese není žádné rozhraní.",
    en: "There is no endpoint at this address.",
  },
  nextStep: {
    sk: "Všetky adresy sú v /api/openapi.json.",
    cs: "Všechny adresy jsou v /api/openapi.json.",
    en: "All addresses are in /api/openapi.json.",
  },
};

/** `allow` are the methods that the address knows, as in the `Allow` header. */
export function methodNotAllowed(allow: string): RestProblem {
  return {
    code: "method_not_allowed",
    message: {
      sk: "Táto adresa nepozná túto metódu.",
      cs: "Tato adresa nezná tuto metodu.",
      en: "This address does not know this method.",
    },
    nextStep: { sk: `Použite: ${allow}.`, cs: `Použijte: ${allow}.`, en: `Use: ${allow}.` },
  };
}

export const notJson: RestProblem = {
  code: "unsupported_media_type",
  message: {
    sk: "Telo požiadavky musí byť JSON.",
    cs: "Tělo požadavku musí být JSON.",
    en: "The body must be JSON.",
  },
  nextStep: {
    sk: "Pošlite hlavičku Content-Type: application/json.",
    cs: "Pošlete hlavičku Content-Type: application/json.",
    en: "Send the header Content-Type: application/json.",
  },
};

export const invalidJson: RestProblem = {
  code: "invalid_arguments",
  message: {
    sk: "Telo požiadavky nie je platný JSON v UTF-8.",
    cs: "Tělo požadavku není platný JSON v UTF-8.",
    en: "The body is not valid JSON in UTF-8.",
  },
  nextStep: {
    sk: "Pošlite jeden objekt JSON.",
    cs: "Pošlete jeden objekt JSON.",
    en: "Send one JSON object.",
  },
};

/** @param place where the first byte stands that is no text */
export function notUtf8(place: Localized): RestProblem {
  const [sk, cs, en] = [invalidJson.message.sk, invalidJson.message.cs, invalidJson.message.en];
  return {
    ...invalidJson,
    message: { sk: `${sk} (${place.sk})`, cs: `${cs} (${place.cs})`, en: `${en} (${place.en})` },
  };
}

/** @param most bytes that are taken */
export function bodyTooLarge(most: number = BODY_LIMIT): RestProblem {
  return {
    code: "body_too_large",
    message: {
      sk: `Telo požiadavky je väčšie ako ${most} bajtov.`,
      cs: `Tělo požadavku je větší než ${most} bajtů.`,
      en: `The body is larger than ${most} bytes.`,
    },
    nextStep: {
      sk: "Rozdeľte požiadavku na menšie.",
      cs: "Rozdělte požadavek na menší.",
      en: "Split the request into smaller ones.",
    },
  };
}

export const bodyTooSlow: RestProblem = {
  code: "body_timeout",
  message: {
    sk: "Telo požiadavky neprišlo včas.",
    cs: "Tělo požadavku nepřišlo včas.",
    en: "The body did not arrive in time.",
  },
  nextStep: {
    sk: "Pošlite požiadavku znova.",
    cs: "Pošlete požadavek znovu.",
    en: "Send the request again.",
  },
};

/** A query parameter that stands more than once and is no list. `name` is one of ours. */
export function sentTwice(name: string): RestProblem {
  return {
    code: "invalid_arguments",
    field: name,
    message: {
      sk: `Parameter ${name} je uvedený viackrát.`,
      cs: `Parametr ${name} je uveden vícekrát.`,
      en: `The parameter ${name} is given more than once.`,
    },
    nextStep: {
      sk: `Pošlite ${name} raz.`,
      cs: `Pošlete ${name} jednou.`,
      en: `Send ${name} once.`,
    },
  };
}
