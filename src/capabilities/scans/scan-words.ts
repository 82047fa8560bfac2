import type { Locale, Localized } from "../../core/locale.ts";
import type { ScanEffort, ScanRole } from "../../core/scan-checks.ts";
import { plural } from "../../core/text.ts";
import { findings } from "../../scanner/result.ts";
import type { ScanResult } from "./scan-answer.ts";

/** Who carries a remedy out. */
export const roleNames: Readonly<Record<ScanRole, Localized>> = {
  dns_admin: { sk: "správca DNS", cs: "správce DNS", en: "DNS administrator" },
  web_admin: { sk: "správca webu", cs: "správce webu", en: "web administrator" },
  mail_admin: { sk: "správca pošty", cs: "správce pošty", en: "mail administrator" },
  hosting: { sk: "poskytovateľ hostingu", cs: "poskytovatel hostingu", en: "hosting provider" },
  supplier: { sk: "dodávateľ", cs: "dodavatel", en: "supplier" },
};

/** How long a remedy takes. */
export const effortNames: Readonly<Record<ScanEffort, Localized>> = {
  minutes: { sk: "minúty", cs: "minuty", en: "minutes" },
  hours: { sk: "hodiny", cs: "hodiny", en: "hours" },
  days: { sk: "dni", cs: "dny", en: "days" },
};

/** The state of a scan. */
export const stateNames = {
  queued: { sk: "čaká", cs: "čeká", en: "queued" },
  running: { sk: "prebieha", cs: "probíhá", en: "running" },
  completed: { sk: "hotový", cs: "hotový", en: "completed" },
  failed: { sk: "bez výsledku", cs: "bez výsledku", en: "failed" },
} satisfies Record<string, Localized>;

export const profileNames = {
  public: { sk: "základný", cs: "základní", en: "basic" },
  full: { sk: "úplný", cs: "úplný", en: "full" },
} satisfies Record<string, Localized>;

/** What a scan is doing. */
export const stepNames = {
  dns: { sk: "pýtame sa DNS", cs: "ptáme se DNS", en: "asking the DNS" },
  tls: { sk: "pozeráme sa na šifrovanie", cs: "díváme se na šifrování", en: "looking at the encryption" },
  web: { sk: "načítavame stránku", cs: "načítáme stránku", en: "loading the page" },
  mail: { sk: "pozeráme sa na poštu", cs: "díváme se na poštu", en: "looking at the mail" },
  judge: { sk: "hodnotíme", cs: "hodnotíme", en: "judging" },
} satisfies Record<string, Localized>;

type Forms = Readonly<Record<Locale, (count: number) => string>>;

const serious: Forms = {
  sk: (count) =>
    `${count} ${plural(count, { one: "vážny nedostatok", few: "vážne nedostatky", other: "vážnych nedostatkov" }, "sk")}`,
  cs: (count) =>
    `${count} ${plural(count, { one: "závažný nedostatek", few: "závažné nedostatky", other: "závažných nedostatků" }, "cs")}`,
  en: (count) => `${count} serious ${plural(count, { one: "problem", other: "problems" }, "en")}`,
};

const things: Forms = {
  sk: (count) => `${count} ${plural(count, { one: "vec", few: "veci", other: "vecí" }, "sk")} na zlepšenie`,
  cs: (count) => `${count} ${plural(count, { one: "věc", few: "věci", other: "věcí" }, "cs")} ke zlepšení`,
  en: (count) => `${count} ${plural(count, { one: "thing", other: "things" }, "en")} to improve`,
};

/** What calls for action: heavy before light, failures before warnings, then by id. */
export function findingsOf(checks: ScanResult["checks"]): ScanResult["checks"] {
  return findings(checks);
}

/** The sentence that says what a scan found, for the heading of a result. */
export function headline(checks: ScanResult["checks"], locale: Locale): string {
  const calling = findingsOf(checks);
  const grave = calling.filter(({ weight, status }) => weight === 3 && status === "fail").length;
  return firstSentence(grave, calling.length - grave, locale);
}

const groups = {
  mail: { sk: "pošta", cs: "pošta", en: "mail" },
  web: { sk: "šifrovanie a web", cs: "šifrování a web", en: "encryption and web" },
} satisfies Record<string, Localized>;

/** Which name each group of checks is about; null where there is no result. */
export function namesLine({ names }: Pick<ScanResult, "names">, locale: Locale): string | null {
  if (names === null) return null;
  const { dns, mail, web } = names;
  return [
    `DNS: ${dns}`,
    `${groups.mail[locale]}: ${mail}`,
    ...(web === null ? [] : [`${groups.web[locale]}: ${web}`]),
  ].join(", ");
}

/** What a scan is not. */
export const noAudit: Localized = {
  sk: "Sken vidí doménu zvonka a iba časť toho, čo vyžaduje čl. 21 ods. 2 smernice. Nie je to audit a nič vo vašej evidencii nemení.",
  cs: "Sken vidí doménu zvenku a jen část toho, co vyžaduje čl. 21 odst. 2 směrnice. Není to audit a nic ve vaší evidenci nemění.",
  en: "A scan sees a domain from outside, and only part of what Article 21(2) of the directive asks for. It is no audit, and it changes nothing in your register.",
};

const capped: Readonly<Record<Locale, (at: number, names: string) => string>> = {
  sk: (at, names) => `Skóre nepresiahne ${at} bodov, kým nevyhovuje: ${names}.`,
  cs: (at, names) => `Skóre nepřesáhne ${at} bodů, dokud nevyhovuje: ${names}.`,
  en: (at, names) => `It cannot exceed ${at} while these fail: ${names}.`,
};

/** Why the score of a scan cannot be higher; `null` where nothing caps it. */
export function capSentence({ cap, checks }: Pick<ScanResult, "cap" | "checks">, locale: Locale): string | null {
  if (cap === null) return null;
  const titles = new Map(checks.map(({ id, title }) => [String(id), title]));
  return capped[locale](cap.at, cap.checks.map((id) => titles.get(id) ?? id).join(", "));
}

/** What a finding is, in a word. */
export const findingNames = {
  fail: { sk: "Nevyhovuje", cs: "Nevyhovuje", en: "Fails" },
  warn: { sk: "Zlepšiť", cs: "Zlepšit", en: "Improve" },
} satisfies Record<string, Localized>;

/** How an area of a questionnaire stands. */
export const areaLine: Readonly<Record<Locale, (area: ScanResult["areas"][number]) => string>> = {
  sk: ({ score, answered, questions }) => `${score ?? "–"} zo 100, zodpovedané ${answered} z ${questions} otázok`,
  cs: ({ score, answered, questions }) => `${score ?? "–"} ze 100, zodpovězeno ${answered} z ${questions} otázek`,
  en: ({ score, answered, questions }) => `${score ?? "–"} of 100, ${answered} of ${questions} questions answered`,
};

/** @param grave failures of the highest weight; `more`: everything else to mend */
function firstSentence(grave: number, more: number, locale: Locale): string {
  if (grave === 0) {
    const nothing = {
      sk: "Nič vážne sme nenašli",
      cs: "Nic závažného jsme nenašli",
      en: "Nothing serious found",
    }[locale];
    if (more > 0) return `${nothing}, ${things[locale](more)}.`;
    return `${nothing}, ${{ sk: "ani nič na zlepšenie", cs: "ani nic ke zlepšení", en: "and nothing to improve" }[locale]}.`;
  }
  const found = {
    sk: `Našli sme ${serious.sk(grave)}`,
    cs: `Našli jsme ${serious.cs(grave)}`,
    en: `${serious.en(grave)} found`,
  }[locale];
  const and = { sk: " a ", cs: " a ", en: ", " }[locale];
  return more === 0 ? `${found}.` : `${found}${and}${things[locale](more)}.`;
}

/** How many checks passed, in words for a summary that folds. */
export const passedCount: Forms = {
  sk: (count) =>
    `V poriadku je ${count} ${plural(count, { one: "kontrola", few: "kontroly", other: "kontrol" }, "sk")}`,
  cs: (count) => `V pořádku je ${count} ${plural(count, { one: "kontrola", few: "kontroly", other: "kontrol" }, "cs")}`,
  en: (count) => `${count} ${plural(count, { one: "check", other: "checks" }, "en")} passed`,
};

/** How many checks could not be judged. */
export const unseenCount: Forms = {
  sk: (count) => `Nevideli sme ${count} ${plural(count, { one: "vec", few: "veci", other: "vecí" }, "sk")}`,
  cs: (count) => `Neviděli jsme ${count} ${plural(count, { one: "věc", few: "věci", other: "věcí" }, "cs")}`,
  en: (count) => `${count} ${plural(count, { one: "thing was", other: "things were" }, "en")} not seen`,
};
