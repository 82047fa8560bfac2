import type { Locale, Localized } from "../../core/locale.ts";
import { type Problem, type ProblemCode, ServiceError, type UsedBudget } from "../../core/problem.ts";

/** Why a form is refused, with the words of every page. The codes are what pages show as `data-error`. */
export const REFUSALS = {
  credentials_wrong: {
    sk: "E-mail alebo heslo nesedí.",
    cs: "E-mail nebo heslo nesouhlasí.",
    en: "The e-mail or the password is not right.",
  },
  email_unverified: {
    sk: "Najprv potvrďte e-mail, odkaz sme poslali znova.",
    cs: "Nejdřív potvrďte e-mail, odkaz jsme poslali znovu.",
    en: "Confirm your e-mail first; we sent the link again.",
  },
  too_many_attempts: {
    sk: "Priveľa pokusov. Skúste to o {n} min.",
    cs: "Příliš mnoho pokusů. Zkuste to za {n} min.",
    en: "Too many attempts. Try again in {n} min.",
  },
  code_wrong: {
    sk: "Kód neplatí. Každý sa dá použiť raz.",
    cs: "Kód neplatí. Každý lze použít jednou.",
    en: "The code is not valid. Each works once.",
  },
  token_invalid: {
    sk: "Odkaz už neplatí. Vyžiadajte si nový.",
    cs: "Odkaz už neplatí. Vyžádejte si nový.",
    en: "The link is no longer valid. Ask for a new one.",
  },
  password_short: {
    sk: "Heslo má mať aspoň 12 znakov.",
    cs: "Heslo má mít aspoň 12 znaků.",
    en: "The password needs at least 12 characters.",
  },
  password_long: {
    sk: "Heslo má mať najviac 256 znakov.",
    cs: "Heslo má mít nejvýše 256 znaků.",
    en: "The password may have at most 256 characters.",
  },
  password_common: {
    sk: "Toto heslo je medzi bežnými, útočníci ho skúšajú prvé.",
    cs: "Toto heslo patří mezi běžná, útočníci je zkoušejí první.",
    en: "This password is a common one; attackers try it first.",
  },
  email_invalid: {
    sk: "To nie je e-mailová adresa.",
    cs: "To není e-mailová adresa.",
    en: "That is not an e-mail address.",
  },
  name_invalid: {
    sk: "Meno má mať 1 až 120 znakov bez riadiacich znakov.",
    cs: "Jméno má mít 1 až 120 znaků bez řídicích znaků.",
    en: "A name has 1 to 120 characters and no control characters.",
  },
  last_owner: {
    sk: "Organizácia musí mať vlastníka. Najprv ním urobte niekoho iného.",
    cs: "Organizace musí mít vlastníka. Nejdřív jím udělejte někoho jiného.",
    en: "An organization needs an owner. Make somebody else one first.",
  },
  forbidden: {
    sk: "Na toto vaša rola nestačí. Požiadajte vlastníka alebo správcu.",
    cs: "Na to vaše role nestačí. Požádejte vlastníka nebo správce.",
    en: "Your role does not allow this. Ask an owner or an administrator.",
  },
  form_foreign: {
    sk: "Formulár neprišiel z tejto stránky. Otvorte ju znova.",
    cs: "Formulář nepřišel z této stránky. Otevřete ji znovu.",
    en: "The form did not come from this site. Open the page again.",
  },
  registration_invitation: {
    sk: "Účet si tu môže vytvoriť len ten, koho pozvali. Otvorte odkaz z pozvánky.",
    cs: "Účet si tu může vytvořit jen ten, koho pozvali. Otevřete odkaz z pozvánky.",
    en: "Only people with an invitation can create an account here. Open the link in the invitation.",
  },
  operator_missing: {
    sk: "Účet sa tu zatiaľ nedá vytvoriť: prevádzkovateľ sa nepredstavil. Nastaví OPERATOR_NAME a OPERATOR_CONTACT.",
    cs: "Účet si tu zatím nelze vytvořit: provozovatel se nepředstavil. Nastaví OPERATOR_NAME a OPERATOR_CONTACT.",
    en: "Nobody can create an account here yet: the operator has not introduced themselves. They set OPERATOR_NAME and OPERATOR_CONTACT.",
  },
  registration_closed: {
    sk: "Účty tu zakladá prevádzkovateľ. Obráťte sa naňho.",
    cs: "Účty tu zakládá provozovatel. Obraťte se na něj.",
    en: "Accounts are created by the operator here. Ask the operator.",
  },
  password_sign_in_off: {
    sk: "Heslom sa tu neprihlasuje. Použite poskytovateľa prihlásenia alebo prístupový kľúč.",
    cs: "Heslem se zde nepřihlašuje. Použijte poskytovatele přihlášení nebo přístupový klíč.",
    en: "Nobody signs in with a password here. Use the identity provider or a passkey.",
  },
  invitation_other_email: {
    sk: "Pozvánka je pre inú adresu.",
    cs: "Pozvánka je pro jinou adresu.",
    en: "The invitation is for another address.",
  },
  key_limit: {
    sk: "Najviac 20 platných kľúčov. Zrušte niektorý.",
    cs: "Nejvýše 20 platných klíčů. Zrušte některý.",
    en: "At most 20 valid keys. Revoke one.",
  },
  connection_limit: {
    sk: "Najviac 30 pripojení. Ukončite niektoré.",
    cs: "Nejvýše 30 připojení. Ukončete některé.",
    en: "At most 30 connections. End one.",
  },
  organization_missing: {
    sk: "Vyberte aspoň jednu organizáciu.",
    cs: "Vyberte aspoň jednu organizaci.",
    en: "Choose at least one organization.",
  },
  key_name_invalid: {
    sk: "Názov kľúča má mať 1 až 60 znakov bez riadiacich znakov.",
    cs: "Název klíče má mít 1 až 60 znaků bez řídicích znaků.",
    en: "The name of a key has 1 to 60 characters and no control characters.",
  },
  expires_past: {
    sk: "Tento deň už uplynul. Zadajte dnešný alebo neskorší.",
    cs: "Tento den už uplynul. Zadejte dnešní nebo pozdější.",
    en: "This day is over. Give today or a later one.",
  },
  ico_invalid: {
    sk: "IČO má 6 až 8 číslic.",
    cs: "IČO má 6 až 8 číslic.",
    en: "An IČO has 6 to 8 digits.",
  },
  country_missing: {
    sk: "K IČO vyberte krajinu.",
    cs: "K IČO vyberte zemi.",
    en: "Choose the country of the number.",
  },
  query_short: {
    sk: "Napíšte aspoň 3 znaky.",
    cs: "Napište aspoň 3 znaky.",
    en: "Type at least 3 characters.",
  },
  firm_yours: {
    sk: "Organizáciu tejto firmy už máte.",
    cs: "Organizaci této firmy už máte.",
    en: "You already have an organization of this firm.",
  },
  firm_elsewhere: {
    sk: "Firma sa mení na stránke Firma.",
    cs: "Firma se mění na stránce Firma.",
    en: "The firm is changed on the page Firm.",
  },
  password_or_code_wrong: {
    sk: "Heslo alebo kód nesedí.",
    cs: "Heslo nebo kód nesouhlasí.",
    en: "The password or the code is not right.",
  },
  second_factor_needed: {
    sk: "Prevádzkovateľ vyžaduje dvojstupňové prihlásenie. Najprv pridajte iný spôsob.",
    cs: "Provozovatel vyžaduje dvoufázové přihlášení. Nejdřív přidejte jiný způsob.",
    en: "The operator requires a second factor. Add another way first.",
  },
  passkey_refused: {
    sk: "S týmto prístupovým kľúčom sa to nepodarilo. Skúste to znova.",
    cs: "S tímto přístupovým klíčem se to nepodařilo. Zkuste to znovu.",
    en: "This did not work with the passkey. Try again.",
  },
  provider_refused: {
    sk: "Prihlásenie u poskytovateľa sa nepodarilo. Skúste to znova.",
    cs: "Přihlášení u poskytovatele se nepodařilo. Zkuste to znovu.",
    en: "The sign-in at the identity provider did not work. Try again.",
  },
  identity_unverified: {
    sk: "Poskytovateľ váš e-mail nepotvrdil, preto účet nevznikol.",
    cs: "Poskytovatel váš e-mail nepotvrdil, proto účet nevznikl.",
    en: "The identity provider has not verified your e-mail, so no account was made.",
  },
  identity_address_taken: {
    sk: "Účet s týmto e-mailom už existuje. Prihláste sa doň ako doteraz a prepojte ho v nastaveniach účtu.",
    cs: "Účet s tímto e-mailem už existuje. Přihlaste se do něj jako dosud a propojte ho v nastavení účtu.",
    en: "There is an account with this e-mail. Sign in as before and link it in the account settings.",
  },
  identity_taken: {
    sk: "Táto identita patrí k inému účtu.",
    cs: "Tato identita patří k jinému účtu.",
    en: "This identity belongs to another account.",
  },
  name_taken: {
    sk: "Tento názov už používate. Zvoľte iný.",
    cs: "Tento název už používáte. Zvolte jiný.",
    en: "You use this name already. Choose another one.",
  },
  confirm_wrong: {
    sk: "Nesúhlasí s tým, čo máte opísať.",
    cs: "Nesouhlasí s tím, co máte opsat.",
    en: "This is not what you are asked to type.",
  },
  two_factor_started_anew: {
    sk: "Začnite odznova: kľúč pre aplikáciu už neplatí.",
    cs: "Začněte znovu: klíč pro aplikaci už neplatí.",
    en: "Start again: the key for the app is no longer valid.",
  },
  last_way: {
    sk: "Bez toho by ste sa už nevedeli prihlásiť. Najprv si nastavte heslo alebo prístupový kľúč.",
    cs: "Bez toho byste se už nemohli přihlásit. Nejdřív si nastavte heslo nebo přístupový klíč.",
    en: "You could not sign in any more without it. Set a password or add a passkey first.",
  },
  changed_meanwhile: {
    sk: "Záznam medzitým zmenil niekto iný.",
    cs: "Záznam mezitím změnil někdo jiný.",
    en: "Somebody else changed the entry meanwhile.",
  },
  reason_missing: {
    sk: "Napíšte, prečo sa vás povinnosť netýka.",
    cs: "Napište, proč se vás povinnost netýká.",
    en: "Say why the obligation does not apply to you.",
  },
  responsible_unknown: {
    sk: "Zodpovedná osoba nie je členom.",
    cs: "Odpovědná osoba není členem.",
    en: "The responsible person is not a member.",
  },
  request_limit: {
    sk: "Žiadostí je teraz priveľa. Skúste to zajtra.",
    cs: "Žádostí je teď příliš mnoho. Zkuste to zítra.",
    en: "Too many requests now. Try again tomorrow.",
  },
  too_many_rows: {
    sk: "Naraz prečítame najviac 1000 riadkov a 1 MiB.",
    cs: "Najednou přečteme nejvýše 1000 řádků a 1 MiB.",
    en: "At most 1000 lines and 1 MiB are read at once.",
  },
  profile_unknown: {
    sk: "Na tejto adrese tu nie je zverejnený profil.",
    cs: "Na této adrese tu není zveřejněný profil.",
    en: "No profile is published here at this address.",
  },
  date_invalid: {
    sk: "Dátum nesedí: {why}.",
    cs: "Datum nesouhlasí: {why}.",
    en: "The date is not possible: {why}.",
  },
  until_too_far: {
    sk: "Najneskôr {why}.",
    cs: "Nejpozději {why}.",
    en: "At the latest {why}.",
  },
  note_long: {
    sk: "Text je pridlhý: najviac 4000 znakov v poznámke a 120 v mene.",
    cs: "Text je příliš dlouhý: nejvýše 4000 znaků v poznámce a 120 ve jméně.",
    en: "The text is too long: at most 4000 characters in a note and 120 in a name.",
  },
  questionnaire_completed: {
    sk: "Dotazník je už uzavretý. Začnite nový.",
    cs: "Dotazník je už uzavřený. Začněte nový.",
    en: "The questionnaire is completed. Start a new one.",
  },
  answers_none: {
    sk: "Najprv odpovedzte aspoň na jednu otázku.",
    cs: "Nejdřív odpovězte aspoň na jednu otázku.",
    en: "Answer at least one question first.",
  },
  answers_unreadable: {
    sk: "V tomto nie sú odpovede dotazníka. Skopírujte celú adresu stránky s odpoveďami.",
    cs: "V tomto nejsou odpovědi dotazníku. Zkopírujte celou adresu stránky s odpověďmi.",
    en: "These are no answers to the questionnaire. Copy the whole address of the page with the answers.",
  },
  sign_in_again: {
    sk: "Od prihlásenia ubehlo viac ako 15 minút. Prihláste sa znova a skúste to ešte raz.",
    cs: "Od přihlášení uplynulo více než 15 minut. Přihlaste se znovu a zkuste to ještě jednou.",
    en: "You signed in more than 15 minutes ago. Sign in again and repeat this.",
  },
  answer_invalid: {
    sk: "Táto odpoveď nie je platná: {why}.",
    cs: "Tato odpověď není platná: {why}.",
    en: "This answer is not possible: {why}.",
  },
  evidence_type: {
    sk: "Súbor musí byť PDF, PNG alebo JPEG.",
    cs: "Soubor musí být PDF, PNG nebo JPEG.",
    en: "The file must be a PDF, PNG or JPEG.",
  },
  evidence_size: {
    sk: "Súbor smie mať najviac 5 MB, všetky spolu 25 MB.",
    cs: "Soubor smí mít nejvýše 5 MB, všechny dohromady 25 MB.",
    en: "A file may have at most 5 MB, all together 25 MB.",
  },
  evidence_limit: {
    sk: "Najviac 3 doklady k jednej otázke a 20 v profile.",
    cs: "Nejvýše 3 doklady k jedné otázce a 20 v profilu.",
    en: "At most 3 pieces of evidence for a question and 20 in a profile.",
  },
  url_invalid: {
    sk: "Odkaz musí začínať https:// a viesť na meno hostiteľa.",
    cs: "Odkaz musí začínat https:// a vést na jméno hostitele.",
    en: "A link must begin with https:// and lead to a host name.",
  },
  title_invalid: {
    sk: "Názov má mať 1 až 120 znakov.",
    cs: "Název má mít 1 až 120 znaků.",
    en: "A title has 1 to 120 characters.",
  },
  confirm_missing: {
    sk: "Potvrďte to zaškrtnutím.",
    cs: "Potvrďte to zaškrtnutím.",
    en: "Tick the box to confirm.",
  },
  ico_missing: {
    sk: "Organizácia potrebuje v nastaveniach krajinu a IČO činnej firmy, ktorú pozná register.",
    cs: "Organizace potřebuje v nastavení zemi a IČO činné firmy, kterou zná rejstřík.",
    en: "The organization needs the country and number of an active firm that the register knows, in its settings.",
  },
  identity_missing: {
    sk: "Overte doménu, ktorú uvádzate ako hlavnú, alebo požiadajte prevádzkovateľa o potvrdenie.",
    cs: "Ověřte doménu, kterou uvádíte jako hlavní, nebo požádejte provozovatele o potvrzení.",
    en: "Prove the domain that you state as your main one, or ask the operator to confirm who you are.",
  },
  answers_missing: {
    sk: "Chýbajú povinné odpovede: {why}.",
    cs: "Chybějí povinné odpovědi: {why}.",
    en: "Required answers are missing: {why}.",
  },
  slug_invalid: {
    sk: "Adresa má 3 až 60 malých písmen bez diakritiky, číslic a spojovníkov; spojovník nestojí na kraji ani dvakrát za sebou.",
    cs: "Adresa má 3 až 60 malých písmen bez diakritiky, číslic a spojovníků; spojovník nestojí na kraji ani dvakrát za sebou.",
    en: "An address has 3 to 60 lower-case letters without accents, digits and hyphens; no hyphen at an end or twice in a row.",
  },
  slug_reserved: {
    sk: "Táto adresa je vyhradená. Zvoľte inú.",
    cs: "Tato adresa je vyhrazená. Zvolte jinou.",
    en: "This address is reserved. Choose another one.",
  },
  slug_taken: {
    sk: "Táto adresa je obsadená. Zvoľte inú.",
    cs: "Tato adresa je obsazená. Zvolte jinou.",
    en: "This address is taken. Choose another one.",
  },
  ico_taken: {
    sk: "Pre toto IČO už zverejnila profil iná organizácia. Ak je firma vaša, napíšte prevádzkovateľovi.",
    cs: "Pro toto IČO už zveřejnila profil jiná organizace. Je-li firma vaše, napište provozovateli.",
    en: "Another organization has published a profile for this number. If the firm is yours, write to the operator.",
  },
  profile_published: {
    sk: "Profil je zverejnený pre iné číslo. Najprv ho stiahnite.",
    cs: "Profil je zveřejněn pro jiné číslo. Nejdřív ho stáhněte.",
    en: "The profile is published for another number. Withdraw it first.",
  },
  imprint_absent: {
    sk: "Na {domain} sme nenašli IČO {ico}. Doplňte ho, napríklad na stránku Kontakt.",
    cs: "Na {domain} jsme nenašli IČO {ico}. Doplňte ho, například na stránku Kontakt.",
    en: "We did not find IČO {ico} on {domain}. Add it, for example to the contact page.",
  },
  file_unreadable: {
    sk: "V súbore nie sú odpovede dotazníka: {why}.",
    cs: "V souboru nejsou odpovědi dotazníku: {why}.",
    en: "The file holds no answers of the questionnaire: {why}.",
  },
  message_missing: {
    sk: "Napíšte, čo je zle.",
    cs: "Napište, co je špatně.",
    en: "Say what is wrong.",
  },
  ask_limit: {
    sk: "Najviac 20 žiadostí denne a jedna týždenne na tú istú adresu.",
    cs: "Nejvýše 20 žádostí denně a jedna týdně na tutéž adresu.",
    en: "At most 20 requests a day and one a week to the same address.",
  },
  ask_refused: {
    sk: "Adresát ďalšie žiadosti od vašej organizácie odmietol.",
    cs: "Adresát další žádosti od vaší organizace odmítl.",
    en: "The addressee has refused further requests of your organization.",
  },
  plan_stale: {
    sk: "Zoznam sa medzitým zmenil. Pozrite si náhľad znova.",
    cs: "Seznam se mezitím změnil. Podívejte se na náhled znovu.",
    en: "The list changed meanwhile. Look at the preview again.",
  },
  removes_many: {
    sk: "Odstránilo by to viac ako tretinu zoznamu. Potvrďte to.",
    cs: "Odstranilo by to více než třetinu seznamu. Potvrďte to.",
    en: "This would remove more than a third of the list. Confirm it.",
  },
  budget_used: {
    sk: "Dnes sa minulo: {why}. Zajtra znova.",
    cs: "Dnes je vyčerpáno: {why}. Zítra znovu.",
    en: "Used up for today: {why}. Again tomorrow.",
  },
  budget_full: {
    sk: "Miesto je plné: {why}. Niečo odstráňte alebo overte doménu.",
    cs: "Místo je plné: {why}. Něco odstraňte, nebo ověřte doménu.",
    en: "Full: {why}. Remove something or prove a domain.",
  },
  nothing_chosen: { sk: "Nič ste nevybrali.", cs: "Nic jste nevybrali.", en: "Nothing is chosen." },
  reason_short: {
    sk: "Dôvod má mať aspoň 10 znakov.",
    cs: "Důvod má mít aspoň 10 znaků.",
    en: "A reason has at least 10 characters.",
  },
  text_length: {
    sk: "Napíšte {min} až {max} znakov.",
    cs: "Napište {min} až {max} znaků.",
    en: "Write {min} to {max} characters.",
  },
} satisfies Record<string, Localized>;

export type RefusalCode = keyof typeof REFUSALS;

/** One thing that is wrong, and the field of the form that it stands in. */
export interface Fault {
  readonly code: RefusalCode;
  readonly field?: string;
  /** Why, in our own words, for a code whose message says it. */
  readonly why?: Localized;
  /** Values for the placeholders in the message, by their name in braces. */
  readonly values?: Readonly<Record<string, string | number>>;
  /** Path below the language of what the message speaks of. */
  readonly link?: string;
}

/** Codes that are more than a wrong value. */
const PROBLEMS: Partial<Record<RefusalCode, ProblemCode>> = {
  too_many_attempts: "rate_limited",
  ask_limit: "rate_limited",
  forbidden: "forbidden",
  form_foreign: "forbidden",
  changed_meanwhile: "changed_meanwhile",
  slug_reserved: "slug_reserved",
  slug_taken: "slug_taken",
  ico_taken: "ico_taken",
  profile_published: "profile_published",
  firm_yours: "changed_meanwhile",
  request_limit: "changed_meanwhile",
  budget_used: "budget_used",
  budget_full: "budget_full",
  questionnaire_completed: "changed_meanwhile",
  plan_stale: "plan_stale",
  removes_many: "removes_many",
  registration_invitation: "forbidden",
  registration_closed: "forbidden",
  operator_missing: "forbidden",
  password_sign_in_off: "forbidden",
};

const nextStep: Localized = {
  sk: "Opravte to a pošlite znova.",
  cs: "Opravte to a pošlete znovu.",
  en: "Put it right and send it again.",
};

/**
 * A form is refused: what is wrong, field by field. A page shows the form again with it; the other faces show the first
 * fault as they show any problem.
 */
export class Refused extends ServiceError {
  readonly faults: readonly [Fault, ...Fault[]];

  /** @param retryAfter seconds to wait, for `too_many_attempts` and `budget_used` */
  constructor(faults: readonly [Fault, ...Fault[]], retryAfter?: number, budget?: UsedBudget) {
    super({ ...problemFor(faults[0], retryAfter), ...(budget === undefined ? {} : { budget }) });
    this.faults = faults;
  }
}

/** Throws when anything is wrong, with all of it at once. */
export function refuseFaults(faults: readonly Fault[]): void {
  const [first, ...others] = faults;
  if (first !== undefined) throw new Refused([first, ...others]);
}

/**
 * The words of a refusal.
 * @param retryAfter seconds to wait; they are said in minutes, as the true wait rounded up
 */
export function refusalWords({ code, why, values = {} }: Fault, retryAfter?: number): Localized {
  const { sk, cs, en } = REFUSALS[code];
  const minutes = retryAfter === undefined ? "{n}" : String(Math.max(1, Math.ceil(retryAfter / 60)));
  const fill = (text: string, locale: Locale) =>
    text
      .replace("{n}", minutes)
      .replace("{why}", () => why?.[locale] ?? "")
      .replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
  return { sk: fill(sk, "sk"), cs: fill(cs, "cs"), en: fill(en, "en") };
}

function problemFor(fault: Fault, retryAfter: number | undefined): Problem {
  const { code, field } = fault;
  return {
    code: PROBLEMS[code] ?? "invalid_arguments",
    message: refusalWords(fault, retryAfter),
    nextStep,
    ...(field === undefined ? {} : { field }),
    ...(retryAfter === undefined ? {} : { retryAfter }),
  };
}
