import type { Localized } from "../../src/core/locale.ts";

/** The texts of the prepared answers, worded as the real ones. */
export const words = {
  important: {
    sk: "Áno, ako dôležitý subjekt",
    cs: "Ano, jako důležitý subjekt",
    en: "Yes, as an important entity",
  },
  essential: {
    sk: "Áno, ako kľúčový subjekt",
    cs: "Ano, jako základní subjekt",
    en: "Yes, as an essential entity",
  },
  outOfScope: { sk: "Podľa toho, čo vieme, nie", cs: "Podle toho, co víme, ne", en: "As far as known, no" },
  outOfScopeWhy: {
    sk: "Firma podľa údajov z registra pod NIS2 nespadá, ak neposkytuje riadené alebo cloudové služby.",
    cs: "Firma podle údajů z rejstříku pod NIS2 nespadá, pokud neposkytuje řízené nebo cloudové služby.",
    en: "According to register data, the firm does not fall under NIS2, unless it runs managed or cloud services.",
  },
  unknown: {
    sk: "Nedá sa určiť: chýba veľkosť",
    cs: "Nelze určit: chybí velikost",
    en: "Cannot be said yet: the size is missing",
  },
  reasoning: {
    sk: "Hlavná činnosť firmy patrí do výroby podľa prílohy II smernice a register uvádza 50 až 99 zamestnancov. Stredný podnik v prílohe II je dôležitým subjektom. Register pozná len počet zamestnancov, výsledok je preto spodná hranica.",
    cs: "Hlavní činnost firmy patří do výroby podle přílohy II směrnice a rejstřík uvádí 50 až 99 zaměstnanců. Střední podnik v příloze II je důležitým subjektem. Rejstřík zná jen počet zaměstnanců, výsledek je proto spodní hranice.",
    en: "The firm’s main activity is manufacturing under annex II of the directive, and the register states a staff of 50 to 99. A medium-sized enterprise in annex II is an important entity. Registers know headcount only, so this is a lower bound.",
  },
  active: {
    sk: "Firma je v registri aktívna.",
    cs: "Firma je v rejstříku aktivní.",
    en: "The firm is active in the register.",
  },
  notPublic: {
    sk: "Nie je orgánom verejnej správy.",
    cs: "Není orgánem veřejné správy.",
    en: "It is no body of public administration.",
  },
  activity: {
    sk: "Hlavná činnosť patrí do odvetvia Výroba, prílohy II smernice.",
    cs: "Hlavní činnost patří do odvětví Výroba, přílohy II směrnice.",
    en: "The main activity belongs to the sector Manufacturing, annex II of the directive.",
  },
  size: {
    sk: "Podľa počtu zamestnancov je firma stredným podnikom.",
    cs: "Podle počtu zaměstnanců je firma středním podnikem.",
    en: "By its headcount the firm is a medium-sized enterprise.",
  },
  category: {
    sk: "Stredný alebo veľký podnik v odvetví prílohy II je dôležitým subjektom.",
    cs: "Střední nebo velký podnik v odvětví přílohy II je důležitým subjektem.",
    en: "A medium-sized or large enterprise in a sector of annex II is an important entity.",
  },
  linked: {
    sk: "Patrí firma do skupiny, ktorá má spolu 250 alebo viac zamestnancov?",
    cs: "Patří firma do skupiny, která má dohromady 250 nebo více zaměstnanců?",
    en: "Does the firm belong to a group with 250 or more staff in all?",
  },
  critical: {
    sk: "Bola firma určená za kritický subjekt?",
    cs: "Byla firma určena za kritický subjekt?",
    en: "Has the firm been designated a critical entity?",
  },
  employees: {
    sk: "Koľko má firma zamestnancov?",
    cs: "Kolik má firma zaměstnanců?",
    en: "How many people does the firm employ?",
  },
  manufacturing: { sk: "Výroba", cs: "Výroba", en: "Manufacturing" },
  nace: {
    sk: "Výroba zdvíhacích a manipulačných zariadení",
    cs: "Výroba zdvihacích a manipulačních zařízení",
    en: "Manufacture of lifting and handling equipment",
  },
  otherNace: { sk: "Veľkoobchod so strojmi", cs: "Velkoobchod se stroji", en: "Wholesale of machinery" },
  regime: {
    sk: "Prevádzkovateľ základnej služby",
    cs: "Poskytovatel regulované služby, režim nižších povinností",
    en: "Operator of an essential service (PZS)",
  },
  regimeText: {
    sk: "Kto patrí medzi subjekty podľa § 17 ods. 1, zapisuje sa do registra NBÚ na základe vlastného oznámenia.",
    cs: "Kdo splní podmínky, ohlásí regulovanou službu NÚKIB, který o registraci rozhodne.",
    en: "Whoever is among the entities of § 17(1) is entered in the register of NBÚ on its own notice.",
  },
  notify: {
    sk: "Oznámiť NBÚ, že firma vykonáva činnosť podľa § 17 ods. 1.",
    cs: "Ohlásit regulovanou službu NÚKIB.",
    en: "Notify NBÚ that the firm does what § 17(1) lists.",
  },
  days60: { sk: "60 dní", cs: "60 dnů", en: "60 days" },
  measures: {
    sk: "Prijať bezpečnostné opatrenia.",
    cs: "Zavést bezpečnostní opatření.",
    en: "Take security measures.",
  },
  months12: { sk: "12 mesiacov od zápisu", cs: "1 rok od doručení", en: "12 months from the entry" },
  incident: {
    sk: "Včasné varovanie o závažnom incidente.",
    cs: "Prvotní hlášení incidentu.",
    en: "Early warning of a significant incident.",
  },
  hours24: { sk: "24 hodín od zistenia", cs: "24 hodin od zjištění", en: "24 hours from finding it" },
  where: { sk: "elektronický formulár v JISKB", cs: "portál NÚKIB", en: "electronic form in JISKB" },
  disclaimer: { sk: "Orientačné.", cs: "Orientační.", en: "Indicative." },
  isActive: { sk: "aktívna", cs: "aktivní", en: "active" },
  register: {
    sk: "Register účtovných závierok",
    cs: "Registr účetních závěrek",
    en: "Register of Financial Statements",
  },
  rpo: { sk: "Register právnických osôb", cs: "Registr právnických osob", en: "Register of Legal Persons" },
} satisfies Record<string, Localized>;

/** The references they cite. */
export const basis = {
  annexTwo: {
    sk: "príloha II bod 5 smernice (EÚ) 2022/2555",
    cs: "příloha II bod 5 směrnice (EU) 2022/2555",
    en: "Annex II, point 5, of Directive (EU) 2022/2555",
  },
  size: {
    sk: "čl. 2 prílohy odporúčania 2003/361/ES",
    cs: "čl. 2 přílohy doporučení 2003/361/ES",
    en: "Article 2 of the Annex to Recommendation 2003/361/EC",
  },
  important: {
    sk: "čl. 3 ods. 2 smernice (EÚ) 2022/2555",
    cs: "čl. 3 odst. 2 směrnice (EU) 2022/2555",
    en: "Article 3(2) of Directive (EU) 2022/2555",
  },
  act: {
    sk: "§ 17 ods. 1 písm. e) zákona č. 69/2018 Z. z.",
    cs: "§ 17 odst. 1 písm. e) zákona č. 69/2018 Z. z.",
    en: "§ 17(1)(e) of Act No. 69/2018 Z. z.",
  },
} satisfies Record<string, Localized>;
