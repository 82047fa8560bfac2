import type { Localized } from "../../core/locale.ts";

/** Words that the page for the management body and its file share. */
export const BOARD_TEXTS = {
  title: {
    sk: "Kybernetická bezpečnosť pre vedenie",
    cs: "Kybernetická bezpečnost pro vedení",
    en: "Cybersecurity for the management",
  },
  asOf: { sk: "stav k", cs: "stav k", en: "as of" },
  seat: { sk: "Sídlo", cs: "Sídlo", en: "Seat" },
  category: { sk: "Kategória", cs: "Kategorie", en: "Category" },
  notJudged: { sk: "zatiaľ neposúdené", cs: "zatím neposouzeno", en: "not judged yet" },
  authority: { sk: "Záväzne rozhoduje", cs: "Závazně rozhoduje", en: "The binding decision is made by" },
  duties: { sk: "Za čo zodpovedáte", cs: "Za co odpovídáte", en: "What you answer for" },
  where: { sk: "Kde sme", cs: "Kde jsme", en: "Where we stand" },
  completion: { sk: "povinností splnených", cs: "povinností splněno", en: "of the obligations met" },
  late: { sk: "po termíne", cs: "po termínu", en: "overdue" },
  technical: { sk: "technické skóre domény", cs: "technické skóre domény", en: "technical score of the domain" },
  deadline: { sk: "zákonný termín", cs: "zákonný termín", en: "legal deadline" },
  history: { sk: "Splnené za 12 mesiacov", cs: "Splněno za 12 měsíců", en: "Met over 12 months" },
  noHistory: {
    sk: "Vývoj zatiaľ nevidno: evidencia sa menila najviac v jeden deň.",
    cs: "Vývoj zatím není vidět: evidence se měnila nejvýše v jeden den.",
    en: "No course to be seen yet: the register changed on one day at most.",
  },
  overdue: { sk: "Čo je po termíne", cs: "Co je po termínu", en: "What is overdue" },
  nothingLate: { sk: "Po termíne nie je nič.", cs: "Po termínu není nic.", en: "Nothing is overdue." },
  decisions: { sk: "O čo žiadame rozhodnutie", cs: "O co žádáme rozhodnutí", en: "What we ask you to decide" },
  noDecisions: { sk: "Teraz o nič.", cs: "Teď o nic.", en: "Nothing for now." },
  does: { sk: "zodpovedá", cs: "odpovídá", en: "responsible" },
  nobody: { sk: "zatiaľ nikto", cs: "zatím nikdo", en: "nobody yet" },
  until: { sk: "do", cs: "do", en: "by" },
  approved: { sk: "schválené", cs: "schváleno", en: "approved" },
  refused: { sk: "neschválené", cs: "neschváleno", en: "not approved" },
  other: { sk: "inak", cs: "jinak", en: "other" },
  resources: { sk: "Potrebné zdroje", cs: "Potřebné zdroje", en: "Resources needed" },
  signatures: { sk: "Podpisy", cs: "Podpisy", en: "Signatures" },
  name: { sk: "Meno", cs: "Jméno", en: "Name" },
  function: { sk: "Funkcia", cs: "Funkce", en: "Function" },
  day: { sk: "Dátum", cs: "Datum", en: "Day" },
  signature: { sk: "Podpis", cs: "Podpis", en: "Signature" },
  preparedBy: { sk: "Vypracoval", cs: "Vypracoval", en: "Prepared by" },
  foot: {
    sk: "Dosah. Orientačný prehľad, nie právne stanovisko.",
    cs: "Dosah. Orientační přehled, ne právní stanovisko.",
    en: "Dosah. An indicative overview, not a legal opinion.",
  },
} satisfies Record<string, Localized>;

/** Lines to sign. */
export const SIGNATURES = [1, 2, 3];

/** An empty line to write on. */
export const BLANK = "……………………………………";
