import type { Locale, Localized } from "../../core/locale.ts";
import type { Answer } from "../../core/questionnaire-answer.ts";
import type { SetupStep } from "../../core/task.ts";
import { formatShortDay, plural } from "../../core/text.ts";
import type { ListedTask, TaskAbout } from "../../rules/tasks/listed-task.ts";

import { groundingFor } from "../answers/grounding.ts";
import type { Services } from "../contexts.ts";
import { roleNames } from "../scans/scan-words.ts";

/** A line in words of our own; nothing of it is foreign text. */
export interface TaskWords {
  readonly title: string;
  /** Why, in a line. */
  readonly why: string;
  readonly citation: string | null;
  /** The word on its button. */
  readonly action: string;
  /** Where the button leads: below the language, with query and anchor. */
  readonly path: string;
}

type Words = Readonly<Record<Locale, string>>;

const ACTIONS = {
  where: { sk: "Kde to urobiť", cs: "Kde to udělat", en: "Where to do it" },
  say: { sk: "Uviesť deň", cs: "Uvést den", en: "State the day" },
  choose: { sk: "Vybrať firmu", cs: "Vybrat firmu", en: "Choose the firm" },
  begin: { sk: "Začať", cs: "Začít", en: "Begin" },
  answer: { sk: "Odpovedať", cs: "Odpovědět", en: "Answer" },
  remedy: { sk: "Ako to opraviť", cs: "Jak to opravit", en: "How to mend it" },
  review: { sk: "Preskúmať", cs: "Přezkoumat", en: "Review" },
  open: { sk: "Otvoriť", cs: "Otevřít", en: "Open" },
  decide: { sk: "Rozhodnúť", cs: "Rozhodnout", en: "Decide" },
  assign: { sk: "Prideliť", cs: "Přidělit", en: "Assign" },
  renew: { sk: "Obnoviť", cs: "Obnovit", en: "Renew" },
} satisfies Record<string, Localized>;

const FIRM: Readonly<Record<"choose" | "conflict" | "ceased", { readonly title: Words; readonly why: Words }>> = {
  choose: {
    title: {
      sk: "Vyberte firmu organizácie",
      cs: "Vyberte firmu organizace",
      en: "Choose the firm of the organization",
    },
    why: {
      sk: "Číslo je uložené bez krajiny.",
      cs: "Číslo je uloženo bez země.",
      en: "A number is stored without its country.",
    },
  },
  conflict: {
    title: { sk: "Povedzte, ktorá firma platí", cs: "Řekněte, která firma platí", en: "Say which firm is right" },
    why: {
      sk: "V posúdení bola uvedená iná firma; čo ste o nej uviedli, zatiaľ nepoužívame.",
      cs: "V posouzení byla uvedena jiná firma; co jste o ní uvedli, zatím nepoužíváme.",
      en: "The verdict named another firm; what you said of it is not used for now.",
    },
  },
  ceased: {
    title: {
      sk: "Skontrolujte firmu: podľa registra zanikla",
      cs: "Zkontrolujte firmu: podle rejstříku zanikla",
      en: "Check the firm: by the register it has ceased",
    },
    why: {
      sk: "Ak jej činnosť prevzala iná firma, vyberte ju.",
      cs: "Pokud její činnost převzala jiná firma, vyberte ji.",
      en: "Where another firm took over its activity, choose that one.",
    },
  },
};

/** What each first step is called, and where it is done. */
export const SETUP_WORDS: Readonly<Record<SetupStep, { readonly title: Words; readonly part: string }>> = {
  firm: {
    title: { sk: "Vyberte firmu z registra", cs: "Vyberte firmu z rejstříku", en: "Choose the firm from the register" },
    part: "/firm",
  },
  verdict: {
    title: { sk: "Doplňte údaje pre posúdenie", cs: "Doplňte údaje pro posouzení", en: "Add facts for the verdict" },
    part: "/verdict#facts-title",
  },
  questionnaire: {
    title: { sk: "Vyplňte krátky dotazník", cs: "Vyplňte krátký dotazník", en: "Answer the short questionnaire" },
    part: "/questionnaires",
  },
  domain: {
    title: { sk: "Pridajte doménu", cs: "Přidejte doménu", en: "Add a domain" },
    part: "/domains",
  },
  register: {
    title: {
      sk: "Uložte prvú povinnosť v evidencii",
      cs: "Uložte první povinnost v evidenci",
      en: "Save a first obligation in the register",
    },
    part: "/obligations",
  },
  people: {
    title: { sk: "Pozvite kolegu", cs: "Pozvěte kolegu", en: "Invite a colleague" },
    part: "/members",
  },
  profile: {
    title: { sk: "Začnite bezpečnostný profil", cs: "Začněte bezpečnostní profil", en: "Begin the security profile" },
    part: "/trust-profile",
  },
};

const firstSteps: Readonly<Record<Locale, (done: number, of: number) => string>> = {
  sk: (done, of) => `Prvé kroky, hotové ${done} zo ${of}.`,
  cs: (done, of) => `První kroky, hotovo ${done} ze ${of}.`,
  en: (done, of) => `First steps, ${done} of ${of} done.`,
};

const questions: Readonly<Record<Locale, (count: number) => string>> = {
  sk: (count) =>
    `Odpovedzte na ${count} ${plural(count, { one: "otázku", few: "otázky", other: "otázok" }, "sk")} posúdenia`,
  cs: (count) =>
    `Odpovězte na ${count} ${plural(count, { one: "otázku", few: "otázky", other: "otázek" }, "cs")} posouzení`,
  en: (count) => `Answer ${count} ${plural(count, { one: "question", other: "questions" }, "en")} of the verdict`,
};

const orphans: Readonly<Record<Locale, (count: number) => string>> = {
  sk: (count) =>
    `Určte zodpovednú osobu: ${count} ${plural(count, { one: "povinnosť", few: "povinnosti", other: "povinností" }, "sk")}`,
  cs: (count) =>
    `Určete odpovědnou osobu: ${count} ${plural(count, { one: "povinnost", few: "povinnosti", other: "povinností" }, "cs")}`,
  en: (count) =>
    `Name who is responsible: ${count} ${plural(count, { one: "obligation", other: "obligations" }, "en")}`,
};

const confirms: Readonly<Record<Locale, (count: number) => string>> = {
  sk: (count) =>
    `Potvrďte ${count} ${plural(count, { one: "prevzatú odpoveď", few: "prevzaté odpovede", other: "prevzatých odpovedí" }, "sk")}`,
  cs: (count) =>
    `Potvrďte ${count} ${plural(count, { one: "převzatou odpověď", few: "převzaté odpovědi", other: "převzatých odpovědí" }, "cs")}`,
  en: (count) => `Confirm ${count} ${plural(count, { one: "copied answer", other: "copied answers" }, "en")}`,
};

const GAP_ANSWERS: Readonly<Record<Answer | "none", Words>> = {
  yes: { sk: "áno", cs: "ano", en: "yes" },
  partial: { sk: "čiastočne", cs: "částečně", en: "partly" },
  no: { sk: "nie", cs: "ne", en: "no" },
  not_applicable: { sk: "netýka sa nás", cs: "netýká se nás", en: "does not apply" },
  none: { sk: "bez odpovede", cs: "bez odpovědi", en: "no answer" },
};

const SUPPLIER: Readonly<
  Record<"ask" | "review" | "revision" | "lost", Readonly<Record<Locale, (supplier: string) => string>>>
> = {
  ask: {
    sk: (supplier) => `Pripomeňte žiadosť o profil dodávateľovi ${supplier}`,
    cs: (supplier) => `Připomeňte žádost o profil dodavateli ${supplier}`,
    en: (supplier) => `Remind supplier ${supplier} of the request for a profile`,
  },
  review: {
    sk: (supplier) => `Preskúmajte dodávateľa ${supplier}`,
    cs: (supplier) => `Přezkoumejte dodavatele ${supplier}`,
    en: (supplier) => `Review supplier ${supplier}`,
  },
  revision: {
    sk: (supplier) => `Pozrite si novú verziu profilu dodávateľa ${supplier}`,
    cs: (supplier) => `Podívejte se na novou verzi profilu dodavatele ${supplier}`,
    en: (supplier) => `Look at the new revision of the profile of supplier ${supplier}`,
  },
  lost: {
    sk: (supplier) => `Overte dodávateľa ${supplier}`,
    cs: (supplier) => `Prověřte dodavatele ${supplier}`,
    en: (supplier) => `Check supplier ${supplier}`,
  },
};

const EXPIRY: Readonly<
  Record<
    "profile" | "evidence" | "certificate" | "proof" | "key",
    Readonly<Record<Locale, (subject: string) => string>>
  >
> = {
  profile: {
    sk: () => "Obnovte bezpečnostný profil",
    cs: () => "Obnovte bezpečnostní profil",
    en: () => "Renew the security profile",
  },
  evidence: {
    sk: () => "Obnovte doklad bezpečnostného profilu",
    cs: () => "Obnovte doklad bezpečnostního profilu",
    en: () => "Renew evidence of the security profile",
  },
  certificate: {
    sk: (domain) => `Obnovte certifikát domény ${domain}`,
    cs: (domain) => `Obnovte certifikát domény ${domain}`,
    en: (domain) => `Renew the certificate of ${domain}`,
  },
  proof: {
    sk: (domain) => `Obnovte overenie domény ${domain}`,
    cs: (domain) => `Obnovte ověření domény ${domain}`,
    en: (domain) => `Renew the proof of ${domain}`,
  },
  key: {
    sk: () => "Vydajte nový kľúč API namiesto končiaceho",
    cs: () => "Vydejte nový klíč API místo končícího",
    en: () => "Issue a new API key in the place of one that ends",
  },
};

const EXPIRY_PARTS = {
  profile: "/trust-profile/publish",
  evidence: "/trust-profile/evidence",
  proof: "/domains",
} as const;

const text = {
  mayBeOver: {
    sk: "Lehota už mohla uplynúť. Uveďte deň, od ktorého beží:",
    cs: "Lhůta už mohla uplynout. Uveďte den, od kterého běží:",
    en: "The period may be over. State the day from which it runs:",
  },
  mayChange: { sk: "Môžu zmeniť kategóriu.", cs: "Mohou změnit kategorii.", en: "They could change the category." },
  does: { sk: "Urobí to", cs: "Udělá to", en: "Done by" },
  review: { sk: "Preskúmajte", cs: "Přezkoumejte", en: "Review" },
  last: { sk: "Naposledy preskúmané", cs: "Naposledy přezkoumáno", en: "Last reviewed" },
  never: { sk: "Zatiaľ nepreskúmané", cs: "Zatím nepřezkoumáno", en: "Not reviewed yet" },
  work: { sk: "Dokončite", cs: "Dokončete", en: "Finish" },
  risk: {
    sk: "Rozhodnite znova o prijatom riziku",
    cs: "Rozhodněte znovu o přijatém riziku",
    en: "Decide anew on the accepted risk",
  },
  riskEnds: { sk: "Prijatie rizika sa končí.", cs: "Přijetí rizika končí.", en: "The acceptance of the risk ends." },
  left: {
    sk: "Kto za ne zodpovedal, odišiel.",
    cs: "Kdo za ně odpovídal, odešel.",
    en: "Who was responsible has left.",
  },
  old: {
    sk: "Sú z predošlého dotazníka a staršie ako 90 dní.",
    cs: "Jsou z předchozího dotazníku a starší než 90 dnů.",
    en: "They are of the former questionnaire and older than 90 days.",
  },
  missing: { sk: "Doplňte, čo chýba", cs: "Doplňte, co chybí", en: "Add what is missing" },
  answered: { sk: "V dotazníku", cs: "V dotazníku", en: "In the questionnaire" },
  asked: {
    sk: "Profil ešte nezverejnil. Žiadosť zo dňa",
    cs: "Profil ještě nezveřejnil. Žádost ze dne",
    en: "No profile yet. Asked on",
  },
  revised: {
    sk: "Od posledného pozretia profil zmenil.",
    cs: "Od posledního zobrazení profil změnil.",
    en: "The profile changed since you looked at it.",
  },
  planned: {
    sk: "Naplánovali ste ho na tento deň.",
    cs: "Naplánovali jste je na tento den.",
    en: "You planned it for this day.",
  },
  access: {
    sk: "Rozhodnite o žiadosti o prístup k profilu",
    cs: "Rozhodněte o žádosti o přístup k profilu",
    en: "Decide on a request for access to the profile",
  },
  confirmed: { sk: "Žiadosť je potvrdená od", cs: "Žádost je potvrzena od", en: "The request was confirmed on" },
  lost: {
    sk: "Jeho bezpečnostný profil už neplatí.",
    cs: "Jeho bezpečnostní profil už neplatí.",
    en: "Its security profile is no longer valid.",
  },
  ends: { sk: "Platnosť sa končí.", cs: "Platnost končí.", en: "Its validity ends." },
  invitation: {
    sk: "Pripomeňte alebo odvolajte pozvánku",
    cs: "Připomeňte nebo odvolejte pozvánku",
    en: "Send an invitation again, or withdraw it",
  },
  unanswered: { sk: "Nikto na ňu neodpovedal.", cs: "Nikdo na ni neodpověděl.", en: "Nobody has answered it." },
  again: { sk: "Vyplňte dotazník znova", cs: "Vyplňte dotazník znovu", en: "Answer the questionnaire again" },
  completed: { sk: "Posledný ste uzavreli", cs: "Poslední jste uzavřeli", en: "The last one was closed on" },
} satisfies Record<string, Localized>;

const SUPPLIER_WHY = { review: "planned", revision: "revised", lost: "lost" } as const;

/** Puts lines of one organization into words. Statements of the law whose citation is not confirmed are left out. */
export function taskWriter(orgId: string, services: Services, locale: Locale): (task: ListedTask) => TaskWords {
  const { knowledge } = services;
  const grounding = groundingFor(services, locale);
  const deadlines = new Map(knowledge.deadlines.deadlines.map((rule) => [rule.id, rule]));
  const questionTexts = new Map(
    knowledge.questionnaire.areas.flatMap((area) => area.questions.map(({ id, text: words }) => [String(id), words])),
  );
  const here = `/organizations/${orgId}`;
  const cite = (references: readonly string[]) => grounding.citations(references)?.join(", ") || null;
  const obligation = (code: string) => {
    const known = knowledge.obligations.byCode.get(code);
    return {
      name: (known === undefined ? null : grounding.text(known.name)) ?? code,
      citation: known === undefined ? null : cite(known.legalBasis.EU.references),
    };
  };
  const simple = (title: string, why: string, action: Localized, path: string): TaskWords => {
    return { title, why, citation: null, action: action[locale], path: `${here}${path}` };
  };
  const write = (about: TaskAbout): TaskWords => {
    switch (about.kind) {
      case "deadline": {
        const rule = deadlines.get(about.id);
        const counted = (rule === undefined ? null : grounding.text(rule.counted)) ?? "";
        const isDated = about.day !== null;
        return {
          title: (rule === undefined ? null : grounding.text(rule.title)) ?? about.id,
          why: isDated ? counted : `${text.mayBeOver[locale]} ${counted}`,
          citation: rule === undefined ? null : cite(rule.citations),
          action: (isDated ? ACTIONS.where : ACTIONS.say)[locale],
          path: `${here}/verdict${isDated ? "" : "#days"}`,
        };
      }
      case "firm":
        return simple(FIRM[about.why].title[locale], FIRM[about.why].why[locale], ACTIONS.choose, "/firm");
      case "setup": {
        const { title, part } = SETUP_WORDS[about.step];
        return simple(title[locale], firstSteps[locale](about.done, about.of), ACTIONS.begin, part);
      }
      case "question":
        return simple(questions[locale](about.count), text.mayChange[locale], ACTIONS.answer, "/verdict#questions");
      case "finding": {
        const check = [...knowledge.scan.checks.values()].find(({ id }) => id === about.check);
        const reason =
          check === undefined ? undefined : Object.entries(check.reasons).find(([id]) => id === about.reason)?.[1];
        const remedy = (reason?.remedy ?? check?.remedy)?.[locale] ?? about.check;
        const who = check === undefined ? "" : ` ${text.does[locale]} ${roleNames[check.who][locale]}.`;
        const why = `${reason?.finding[locale] ?? ""}${who}`.trim();
        const path = `/scans/${about.scanId}#to-do`;
        return simple(`${about.domain}: ${remedy}`, why, ACTIONS.remedy, path);
      }
      case "review": {
        const { name, citation } = obligation(about.code);
        const last = about.lastReviewedAt;
        const why = last === null ? `${text.never[locale]}.` : `${text.last[locale]} ${formatShortDay(last, locale)}.`;
        const words = simple(`${text.review[locale]}: ${name}`, why, ACTIONS.review, `/obligations/${about.code}`);
        return { ...words, citation };
      }
      case "work": {
        const { name, citation } = obligation(about.code);
        const words = simple(`${text.work[locale]}: ${name}`, about.code, ACTIONS.open, `/obligations/${about.code}`);
        return { ...words, citation };
      }
      case "risk": {
        const check = [...knowledge.scan.checks.values()].find(({ id }) => id === about.check);
        const title = `${text.risk[locale]}: ${about.domain}, ${check?.title[locale] ?? about.check}`;
        return simple(title, text.riskEnds[locale], ACTIONS.decide, "/scans");
      }
      case "orphan":
        return simple(orphans[locale](about.count), text.left[locale], ACTIONS.assign, "/obligations?person=none");
      case "confirm":
        return simple(confirms[locale](about.count), text.old[locale], ACTIONS.open, `/questionnaires/${about.id}`);
      case "gap": {
        const question = questionTexts.get(about.questionId);
        const asked = (question === undefined ? null : grounding.text(question)) ?? about.questionId;
        const answer = GAP_ANSWERS[about.answer ?? "none"][locale];
        const why = `${text.answered[locale]}: ${answer}. ${obligation(about.code).name}.`;
        const words = simple(`${text.missing[locale]}: ${asked}`, why, ACTIONS.open, `/obligations/${about.code}`);
        return { ...words, citation: obligation(about.code).citation };
      }
      case "supplier": {
        const why =
          about.why === "ask"
            ? `${text.asked[locale]} ${about.askedOn === null ? "" : formatShortDay(about.askedOn, locale)}.`
            : text[SUPPLIER_WHY[about.why]][locale];
        const title = SUPPLIER[about.why][locale](about.supplier);
        return simple(title, why, ACTIONS.open, `/suppliers/${about.supplier}`);
      }
      case "expiry": {
        const title = EXPIRY[about.of][locale](about.subject);
        if (about.of === "key")
          return { ...simple(title, text.ends[locale], ACTIONS.renew, ""), path: "/account/keys" };
        const part = about.of === "certificate" ? "/scans" : EXPIRY_PARTS[about.of];
        return simple(title, text.ends[locale], ACTIONS.renew, part);
      }
      case "access": {
        const why = `${text.confirmed[locale]} ${formatShortDay(about.confirmedOn, locale)}.`;
        return simple(text.access[locale], why, ACTIONS.decide, "/trust-profile/requests");
      }
      case "invitation":
        return simple(text.invitation[locale], text.unanswered[locale], ACTIONS.open, "/members");
      case "carry": {
        const why = `${text.completed[locale]} ${formatShortDay(about.completedOn, locale)}.`;
        return simple(text.again[locale], why, ACTIONS.begin, "/questionnaires");
      }
    }
  };
  return ({ about }) => write(about);
}
