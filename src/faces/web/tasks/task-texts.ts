import type { Locale, Localized } from "../../../core/locale.ts";
import { typesetTexts } from "../../../core/non-breaking.ts";
import type { TaskBand, TaskKind } from "../../../core/task.ts";

export const BAND_NAMES = typesetTexts({
  now: { sk: "Teraz", cs: "Teď", en: "Now" },
  soon: { sk: "Do 30 dní", cs: "Do 30 dnů", en: "Within 30 days" },
  next: { sk: "Potom", cs: "Potom", en: "After that" },
} satisfies Record<TaskBand, Localized>);

/** Kinds of lines, for filters. */
export const KIND_NAMES: Readonly<Record<TaskKind, Localized>> = {
  deadline: { sk: "zákonné termíny", cs: "zákonné termíny", en: "legal deadlines" },
  firm: { sk: "firma", cs: "firma", en: "firm" },
  setup: { sk: "prvé kroky", cs: "první kroky", en: "first steps" },
  question: { sk: "otázky posúdenia", cs: "otázky posouzení", en: "questions of the verdict" },
  finding: { sk: "nálezy skenov", cs: "nálezy skenů", en: "findings of scans" },
  review: { sk: "preskúmania", cs: "přezkoumání", en: "reviews" },
  work: { sk: "práca na povinnostiach", cs: "práce na povinnostech", en: "work on obligations" },
  risk: { sk: "prijaté riziká", cs: "přijatá rizika", en: "accepted risks" },
  gap: { sk: "medzery z dotazníka", cs: "mezery z dotazníku", en: "gaps of the questionnaire" },
  supplier: { sk: "dodávatelia", cs: "dodavatelé", en: "suppliers" },
  access: { sk: "žiadosti o prístup", cs: "žádosti o přístup", en: "requests for access" },
  expiry: { sk: "končiaca platnosť", cs: "končící platnost", en: "what ends" },
  invitation: { sk: "pozvánky", cs: "pozvánky", en: "invitations" },
  orphan: { sk: "bez zodpovednej osoby", cs: "bez odpovědné osoby", en: "without a person" },
  carry: { sk: "dotazník", cs: "dotazník", en: "questionnaire" },
};

/** Minutes as a person says them: hours from 90 minutes on, days from a working day on. */
export function takesTime(minutes: number, locale: Locale): string {
  if (minutes < 90) return `${minutes} min`;
  if (minutes < 480) return `${Math.round(minutes / 60)} h`;
  const days = Math.round(minutes / 480);
  return { sk: `${days} d práce`, cs: `${days} d práce`, en: `${days} d of work` }[locale];
}
