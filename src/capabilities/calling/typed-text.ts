import type { Localized } from "../../core/locale.ts";
import { type Problem, ServiceError } from "../../core/problem.ts";
import { NotText, typedTextOf } from "../../core/text-of.ts";

/** The text of a file or a paste of a person, and what is to be said about how it was read. */
export interface TypedText {
  readonly text: string;
  readonly note?: Localized;
}

/** Said wherever a guess turned bytes into letters. */
export const READ_AS_WINDOWS_1250: Localized = {
  sk: "Prečítané ako Windows-1250, skontrolujte písmená.",
  cs: "Přečteno jako Windows-1250, zkontrolujte písmena.",
  en: "Read as Windows-1250; check the letters.",
};

/** @throws ServiceError `invalid_arguments` for bytes that are no text, with their place */
export function readTypedText(bytes: Uint8Array, field?: string): TypedText {
  try {
    const { text, encoding } = typedTextOf(bytes);
    return encoding === "windows-1250" ? { text, note: READ_AS_WINDOWS_1250 } : { text };
  } catch (error) {
    if (error instanceof NotText) throw new ServiceError(notText(error, field));
    throw error;
  }
}

/** The line and byte of the first fault, in words. */
export function placeOf({ line, byte }: NotText): Localized {
  return {
    sk: `riadok ${line}, bajt ${byte}`,
    cs: `řádek ${line}, bajt ${byte}`,
    en: `line ${line}, byte ${byte}`,
  };
}

function notText(error: NotText, field: string | undefined): Problem {
  const place = placeOf(error);
  return {
    code: "invalid_arguments",
    ...(field === undefined ? {} : { field }),
    message: {
      sk: `Toto nie je čitateľný text (${place.sk}).`,
      cs: `Toto není čitelný text (${place.cs}).`,
      en: `This is no readable text (${place.en}).`,
    },
    nextStep: {
      sk: "Uložte ho ako CSV alebo text v kódovaní UTF-8.",
      cs: "Uložte jej jako CSV nebo text v kódování UTF-8.",
      en: "Save it as CSV or text in UTF-8.",
    },
  };
}
