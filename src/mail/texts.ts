import type { Locale, Localized } from "../core/locale.ts";
import type { Role } from "../core/role.ts";
import type { Mail, MailKind } from "./mail.ts";

/** A subject, what is said before the link, and after it. */
interface MailText {
  readonly subject: Localized;
  readonly before: Localized;
  /** The same where the organization names no firm. */
  readonly withoutFirm?: Localized;
  readonly after?: Localized;
  /** Stands before the address that ends further mails. */
  readonly stop?: Localized;
}

const notYou = {
  sk: "Ak ste to neboli vy, zmeňte si heslo a ukončite ostatné prihlásenia v nastaveniach účtu.",
  cs: "Pokud jste to nebyli vy, změňte si heslo a ukončete ostatní přihlášení v nastavení účtu.",
  en: "If this was not you, change your password and end the other sessions in the account settings.",
} satisfies Localized;

const ignore = {
  sk: "Ak ste o to nežiadali, správu si nevšímajte: nič sa nezmení.",
  cs: "Pokud jste o to nežádali, zprávy si nevšímejte: nic se nezmění.",
  en: "If you did not ask for this, ignore this message: nothing will change.",
} satisfies Localized;

const askTheFirm = {
  sk: "Nepoznáte odosielateľa? Odkaz neotvárajte a spýtajte sa priamo vo firme.",
  cs: "Neznáte odesílatele? Odkaz neotvírejte a zeptejte se přímo ve firmě.",
  en: "You do not know the sender? Do not open the link; ask the firm itself.",
} satisfies Localized;

/** As what somebody is invited. */
export const ROLES_IN_MAIL: Readonly<Record<Role, Localized>> = {
  owner: { sk: "vlastník", cs: "vlastník", en: "an owner" },
  admin: { sk: "správca", cs: "správce", en: "an administrator" },
  member: { sk: "člen", cs: "člen", en: "a member" },
  viewer: { sk: "člen len na čítanie", cs: "člen jen ke čtení", en: "a read-only member" },
};

const supplierAsk = {
  subject: {
    sk: "Zákazník žiada o bezpečnostný profil vašej firmy",
    cs: "Zákazník žádá o bezpečnostní profil vaší firmy",
    en: "A customer asks for the security profile of your firm",
  },
  before: {
    sk: "{firm} (IČO {ico}) vedie vašu firmu {supplier} (IČO {supplierIco}) medzi dodávateľmi a podľa NIS2 má poznať ich bezpečnosť. Žiada o odpovede na otvorený dotazník, spravidla 25 až 40 otázok, asi 40 minút; rozpísané sa uloží. Kto sa pýta, čo presne a ako odmietnuť:",
    cs: "{firm} (IČO {ico}) vede vaši firmu {supplier} (IČO {supplierIco}) mezi dodavateli a podle NIS2 má znát jejich bezpečnost. Žádá o odpovědi na otevřený dotazník, zpravidla 25 až 40 otázek, asi 40 minut; rozepsané se uloží. Kdo se ptá, na co přesně a jak odmítnout:",
    en: "{firm} (IČO {ico}) lists your firm {supplier} (IČO {supplierIco}) among its suppliers and under NIS2 has to know their security. It asks for answers to an open questionnaire, usually 25 to 40 questions, about 40 minutes; a draft is kept. Who asks, what exactly, and how to decline:",
  },
  withoutFirm: {
    sk: "Zákazník vedie vašu firmu {supplier} (IČO {supplierIco}) medzi dodávateľmi a podľa NIS2 má poznať ich bezpečnosť. Žiada o odpovede na otvorený dotazník, spravidla 25 až 40 otázok, asi 40 minút; rozpísané sa uloží. Kto sa pýta, čo presne a ako odmietnuť:",
    cs: "Zákazník vede vaši firmu {supplier} (IČO {supplierIco}) mezi dodavateli a podle NIS2 má znát jejich bezpečnost. Žádá o odpovědi na otevřený dotazník, zpravidla 25 až 40 otázek, asi 40 minut; rozepsané se uloží. Kdo se ptá, na co přesně a jak odmítnout:",
    en: "A customer lists your firm {supplier} (IČO {supplierIco}) among its suppliers and under NIS2 has to know their security. It asks for answers to an open questionnaire, usually 25 to 40 questions, about 40 minutes; a draft is kept. Who asks, what exactly, and how to decline:",
  },
  after: {
    sk: "Žiadosť schválil {by}. Odpoveď je dobrovoľná a bezplatná. Overiť si ju môžete priamo u zákazníka.",
    cs: "Žádost schválil {by}. Odpověď je dobrovolná a bezplatná. Ověřit si ji můžete přímo u zákazníka.",
    en: "{by} approved this request. Answering is voluntary and free. You can check it with the customer directly.",
  },
  stop: {
    sk: "Ďalšie žiadosti od tejto organizácie odmietnete tu:",
    cs: "Další žádosti od této organizace odmítnete zde:",
    en: "Refuse further requests from this organization here:",
  },
} satisfies MailText;

/** Stands before a request that is made a second time. */
const reminded = {
  sk: "Pripomíname žiadosť zo dňa {day}. Ďalšiu pripomienku nepošleme.",
  cs: "Připomínáme žádost ze dne {day}. Další připomínku nepošleme.",
  en: "A reminder of the request of {day}. There will be no further one.",
} satisfies Localized;

/** Two paragraphs in each language. */
function joined(first: Localized, second: Localized): Localized {
  return {
    sk: `${first.sk}\n\n${second.sk}`,
    cs: `${first.cs}\n\n${second.cs}`,
    en: `${first.en}\n\n${second.en}`,
  };
}

const accessSubject = {
  sk: "Prístup k bezpečnostnému profilu",
  cs: "Přístup k bezpečnostnímu profilu",
  en: "Access to a security profile",
} satisfies Localized;

const TEXTS: Readonly<Record<MailKind, MailText>> = {
  test: {
    subject: { sk: "Skúšobná správa", cs: "Zkušební zpráva", en: "Test message" },
    before: {
      sk: "Túto správu poslal prevádzkovateľ služby Dosah, aby overil, že jej pošta prichádza. Nie je na čo odpovedať.",
      cs: "Tuto zprávu poslal provozovatel služby Dosah, aby ověřil, že její pošta přichází. Není na co odpovídat.",
      en: "The operator of this Dosah sent this message to see whether its mail arrives. There is nothing to answer.",
    },
  },
  verify: {
    subject: { sk: "Potvrďte svoj e-mail", cs: "Potvrďte svůj e-mail", en: "Confirm your e-mail" },
    before: {
      sk: "Na túto adresu vznikol účet v službe Dosah. Potvrďte ju; odkaz platí 24 hodín.",
      cs: "Na tuto adresu vznikl účet ve službě Dosah. Potvrďte ji; odkaz platí 24 hodin.",
      en: "An account with this address was created at Dosah. Confirm it; the link is valid for 24 hours.",
    },
    after: ignore,
  },
  account_exists: {
    subject: { sk: "Účet už máte", cs: "Účet už máte", en: "You already have an account" },
    before: {
      sk: "Niekto, asi vy, chcel na túto adresu vytvoriť účet v službe Dosah. Účet už máte. Ak ste zabudli heslo, nastavte si nové:",
      cs: "Někdo, asi vy, chtěl na tuto adresu vytvořit účet ve službě Dosah. Účet už máte. Pokud jste zapomněli heslo, nastavte si nové:",
      en: "Somebody, probably you, tried to create an account with this address at Dosah. You already have one. If you forgot your password, set a new one:",
    },
    after: ignore,
  },
  reset: {
    subject: { sk: "Nové heslo", cs: "Nové heslo", en: "New password" },
    before: {
      sk: "Na tomto odkaze si nastavíte nové heslo; platí hodinu. Všetky prihlásenia sa tým ukončia.",
      cs: "Na tomto odkazu si nastavíte nové heslo; platí hodinu. Všechna přihlášení se tím ukončí.",
      en: "Set a new password at this link; it is valid for an hour. Every session ends with it.",
    },
    after: ignore,
  },
  change_email: {
    subject: { sk: "Potvrďte novú adresu", cs: "Potvrďte novou adresu", en: "Confirm your new address" },
    before: {
      sk: "Túto adresu ste zadali ako novú adresu svojho účtu v službe Dosah. Potvrďte ju; odkaz platí hodinu.",
      cs: "Tuto adresu jste zadali jako novou adresu svého účtu ve službě Dosah. Potvrďte ji; odkaz platí hodinu.",
      en: "You gave this address as the new one of your account at Dosah. Confirm it; the link is valid for an hour.",
    },
    after: ignore,
  },
  email_changed: {
    subject: { sk: "Zmena adresy účtu", cs: "Změna adresy účtu", en: "Change of your account's address" },
    before: {
      sk: "Pre váš účet v službe Dosah niekto zadal inú e-mailovú adresu. Zmení sa, keď ju na novej adrese potvrdí.",
      cs: "Pro váš účet ve službě Dosah někdo zadal jinou e-mailovou adresu. Změní se, až ji na nové adrese potvrdí.",
      en: "Somebody gave another e-mail address for your account at Dosah. It changes once it is confirmed there.",
    },
    after: notYou,
  },
  password_changed: {
    subject: { sk: "Heslo je zmenené", cs: "Heslo je změněno", en: "Your password was changed" },
    before: {
      sk: "Heslo vášho účtu v službe Dosah sa zmenilo a ostatné prihlásenia sa ukončili.",
      cs: "Heslo vašeho účtu ve službě Dosah se změnilo a ostatní přihlášení se ukončila.",
      en: "The password of your account at Dosah was changed, and the other sessions ended.",
    },
    after: notYou,
  },
  password_reset: {
    subject: { sk: "Heslo je nastavené", cs: "Heslo je nastaveno", en: "Your password was set" },
    before: {
      sk: "Cez odkaz z e-mailu sa nastavilo nové heslo vášho účtu v službe Dosah. Všetky prihlásenia sa ukončili. {ways} Všetko, čo účet otvára, vidíte tu:",
      cs: "Přes odkaz z e-mailu se nastavilo nové heslo vašeho účtu ve službě Dosah. Všechna přihlášení se ukončila. {ways} Vše, co účet otevírá, vidíte zde:",
      en: "A new password of your account at Dosah was set through the link in a mail. Every session ended. {ways} What opens the account is listed here:",
    },
    after: notYou,
  },
  sign_in_after_failures: {
    subject: {
      sk: "Prihlásenie po neúspešných pokusoch",
      cs: "Přihlášení po neúspěšných pokusech",
      en: "Sign-in after failed attempts",
    },
    before: {
      sk: "Do vášho účtu v službe Dosah sa niekto prihlásil po aspoň desiatich neúspešných pokusoch.",
      cs: "Do vašeho účtu ve službě Dosah se někdo přihlásil po nejméně deseti neúspěšných pokusech.",
      en: "Somebody signed in to your account at Dosah after at least ten failed attempts.",
    },
    after: notYou,
  },
  two_factor_on: {
    subject: {
      sk: "Dvojstupňové prihlásenie je zapnuté",
      cs: "Dvoufázové přihlášení je zapnuto",
      en: "Two-factor sign-in is on",
    },
    before: {
      sk: "Vo vašom účte v službe Dosah sa zaplo dvojstupňové prihlásenie.",
      cs: "Ve vašem účtu ve službě Dosah se zapnulo dvoufázové přihlášení.",
      en: "Two-factor sign-in was switched on in your account at Dosah.",
    },
    after: notYou,
  },
  two_factor_off: {
    subject: {
      sk: "Dvojstupňové prihlásenie je vypnuté",
      cs: "Dvoufázové přihlášení je vypnuto",
      en: "Two-factor sign-in is off",
    },
    before: {
      sk: "Vo vašom účte v službe Dosah sa vyplo dvojstupňové prihlásenie.",
      cs: "Ve vašem účtu ve službě Dosah se vypnulo dvoufázové přihlášení.",
      en: "Two-factor sign-in was switched off in your account at Dosah.",
    },
    after: notYou,
  },
  passkey_added: {
    subject: { sk: "Nový prístupový kľúč", cs: "Nový přístupový klíč", en: "New passkey" },
    before: {
      sk: "K vášmu účtu v službe Dosah pribudol prístupový kľúč.",
      cs: "K vašemu účtu ve službě Dosah přibyl přístupový klíč.",
      en: "A passkey was added to your account at Dosah.",
    },
    after: notYou,
  },
  identity_linked: {
    subject: { sk: "Nový spôsob prihlásenia", cs: "Nový způsob přihlášení", en: "New way to sign in" },
    before: {
      sk: "Do vášho účtu v službe Dosah sa odteraz dá prihlásiť aj cez poskytovateľa prihlásenia.",
      cs: "Do vašeho účtu ve službě Dosah se odteď lze přihlásit i přes poskytovatele přihlášení.",
      en: "One can now sign in to your account at Dosah through an identity provider as well.",
    },
    after: notYou,
  },
  key_issued: {
    subject: { sk: "Nový kľúč API", cs: "Nový klíč API", en: "New API key" },
    before: {
      sk: "Vo vašom účte v službe Dosah vznikol nový kľúč API.",
      cs: "Ve vašem účtu ve službě Dosah vznikl nový klíč API.",
      en: "A new API key was issued in your account at Dosah.",
    },
    after: notYou,
  },
  connection_added: {
    subject: { sk: "Nová pripojená aplikácia", cs: "Nová připojená aplikace", en: "An application was connected" },
    before: {
      sk: "Vo vašom účte v službe Dosah ste povolili prístup aplikácii z adresy {host}. Čo smie a ako ju odpojiť:",
      cs: "Ve vašem účtu ve službě Dosah jste povolili přístup aplikaci z adresy {host}. Co smí a jak ji odpojit:",
      en: "In your account at Dosah you allowed access to an application at {host}. What it may do and how to end it:",
    },
    after: notYou,
  },
  connection_ended: {
    subject: { sk: "Pripojenie sme ukončili", cs: "Připojení jsme ukončili", en: "We ended a connection" },
    before: {
      sk: "Ukončili sme pripojenie k {host}, lebo niekto použil jeho starý kľúč. Ak aplikáciu používate, pripojte ju znova. Vaše pripojenia:",
      cs: "Ukončili jsme připojení k {host}, protože někdo použil jeho starý klíč. Pokud aplikaci používáte, připojte ji znovu. Vaše připojení:",
      en: "We ended the connection to {host}, because an old key of it was used. If you use the application, connect it again. Your connections:",
    },
  },
  invitation: {
    subject: {
      sk: "Pozvánka do organizácie v službe Dosah",
      cs: "Pozvánka do organizace ve službě Dosah",
      en: "Invitation to an organization at Dosah",
    },
    before: {
      sk: "{by} vás pozýva ako {role} do organizácie firmy {firm} (IČO {ico}). Dosah vedie povinnosti podľa NIS2. Na prijatie treba asi 2 minúty; odkaz platí 7 dní:",
      cs: "{by} vás zve jako {role} do organizace firmy {firm} (IČO {ico}). Dosah vede povinnosti podle NIS2. Přijetí trvá asi 2 minuty; odkaz platí 7 dní:",
      en: "{by} invites you as {role} to the organization of {firm} (IČO {ico}). Dosah keeps NIS2 obligations. Accepting takes about 2 minutes; the link is valid for 7 days:",
    },
    withoutFirm: {
      sk: "{by} vás pozýva ako {role} do svojej organizácie. Dosah vedie povinnosti podľa NIS2. Na prijatie treba asi 2 minúty; odkaz platí 7 dní:",
      cs: "{by} vás zve jako {role} do své organizace. Dosah vede povinnosti podle NIS2. Přijetí trvá asi 2 minuty; odkaz platí 7 dní:",
      en: "{by} invites you as {role} to their organization. Dosah keeps NIS2 obligations. Accepting takes about 2 minutes; the link is valid for 7 days:",
    },
    after: askTheFirm,
  },
  member_added: {
    subject: { sk: "Ste členom organizácie", cs: "Jste členem organizace", en: "You are a member of an organization" },
    before: {
      sk: "Prevádzkovateľ služby Dosah vás pridal do organizácie:",
      cs: "Provozovatel služby Dosah vás přidal do organizace:",
      en: "The operator of Dosah added you to an organization:",
    },
    after: {
      sk: "Ak do nej nepatríte, odíďte z nej na tej istej stránke.",
      cs: "Pokud do ní nepatříte, odejděte z ní na téže stránce.",
      en: "If you do not belong to it, leave it on the same page.",
    },
  },
  organization_deleted: {
    subject: { sk: "Organizácia je zmazaná", cs: "Organizace je smazána", en: "An organization is deleted" },
    before: {
      sk: "Organizácia, ktorej ste boli členom, je zmazaná. Zmazal ju vlastník. Vaše kľúče ju už nečítajú.",
      cs: "Organizace, jejímž členem jste byli, je smazána. Smazal ji vlastník. Vaše klíče ji už nečtou.",
      en: "An organization you were a member of is deleted. An owner deleted it. Your keys no longer read it.",
    },
  },
  organization_deleted_by_operator: {
    subject: { sk: "Organizácia je zmazaná", cs: "Organizace je smazána", en: "An organization is deleted" },
    before: {
      sk: "Organizácia, ktorej ste boli členom, je zmazaná. Zmazal ju prevádzkovateľ služby. Vaše kľúče ju už nečítajú.",
      cs: "Organizace, jejímž členem jste byli, je smazána. Smazal ji provozovatel služby. Vaše klíče ji už nečtou.",
      en: "An organization you were a member of is deleted. The operator of the service deleted it. Your keys no longer read it.",
    },
  },
  account_deleted: {
    subject: { sk: "Účet je zmazaný", cs: "Účet je smazán", en: "Your account is deleted" },
    before: {
      sk: "Váš účet v službe Dosah je zmazaný. Adresa je znova voľná.",
      cs: "Váš účet ve službě Dosah je smazán. Adresa je znovu volná.",
      en: "Your account at Dosah is deleted. The address is free again.",
    },
  },
  domain_lost: {
    subject: {
      sk: "Vlastníctvo domény už nie je overené",
      cs: "Vlastnictví domény už není ověřeno",
      en: "A domain is no longer proved",
    },
    before: {
      sk: "Pri jednej doméne vašej organizácie sme trikrát po sebe nenašli záznam DNS ani súbor, ktorý overuje jej vlastníctvo. Úplné skeny tejto domény sa zastavili. Zverejnite dôkaz znova a overte ju tu:",
      cs: "U jedné domény vaší organizace jsme třikrát po sobě nenašli záznam DNS ani soubor, který ověřuje její vlastnictví. Úplné skeny této domény se zastavily. Zveřejněte důkaz znovu a ověřte ji zde:",
      en: "For one domain of your organization the DNS record or the file that proves its ownership was not found three times in a row. Full scans of it have stopped. Publish the proof again and verify the domain here:",
    },
  },
  supplier_ask: supplierAsk,
  supplier_remind: {
    ...supplierAsk,
    before: joined(reminded, supplierAsk.before),
    withoutFirm: joined(reminded, supplierAsk.withoutFirm),
  },
  access_confirm: {
    subject: accessSubject,
    before: {
      sk: "Potvrďte žiadosť o odpovede z bezpečnostného profilu; odkaz platí 24 hodín:",
      cs: "Potvrďte žádost o odpovědi z bezpečnostního profilu; odkaz platí 24 hodin:",
      en: "Confirm your request for answers of a security profile; the link is valid for 24 hours:",
    },
    after: ignore,
  },
  access_waiting: {
    subject: accessSubject,
    before: {
      sk: "Na rozhodnutie čakajú žiadosti o neverejné odpovede vášho profilu: {n}.",
      cs: "Na rozhodnutí čekají žádosti o neveřejné odpovědi vašeho profilu: {n}.",
      en: "Requests for non-public answers of your profile wait for a decision: {n}.",
    },
  },
  access_granted: {
    subject: accessSubject,
    before: {
      sk: "{firm} (IČO {ico}) vám sprístupnila požadované odpovede do {day}. Odkaz je len pre vás:",
      cs: "{firm} (IČO {ico}) vám zpřístupnila požadované odpovědi do {day}. Odkaz je jen pro vás:",
      en: "{firm} (IČO {ico}) opened the answers you asked for until {day}. The link is for you alone:",
    },
    withoutFirm: {
      sk: "Dodávateľ vám sprístupnil požadované odpovede do {day}. Odkaz je len pre vás:",
      cs: "Dodavatel vám zpřístupnil požadované odpovědi do {day}. Odkaz je jen pro vás:",
      en: "The supplier opened the answers you asked for until {day}. The link is for you alone:",
    },
  },
  access_declined: {
    subject: accessSubject,
    before: {
      sk: "{firm} (IČO {ico}) žiadosti nevyhovela.",
      cs: "{firm} (IČO {ico}) žádosti nevyhověla.",
      en: "{firm} (IČO {ico}) did not grant the request.",
    },
    withoutFirm: {
      sk: "Dodávateľ žiadosti nevyhovel.",
      cs: "Dodavatel žádosti nevyhověl.",
      en: "The supplier did not grant the request.",
    },
  },
  digest: {
    subject: {
      sk: "Dosah: po termíne {late}, do 14 dní {due}{changes}",
      cs: "Dosah: po termínu {late}, do 14 dnů {due}{changes}",
      en: "Dosah: {late} overdue, {due} due in 14 days{changes}",
    },
    before: { sk: "{lines}", cs: "{lines}", en: "{lines}" },
    after: {
      sk: "Kedy a z ktorých organizácií správu chcete, určíte v účte na stránke E-maily.",
      cs: "Kdy a ze kterých organizací zprávu chcete, určíte v účtu na stránce E-maily.",
      en: "When and of which organizations you want this mail, you say on the page Mails of your account.",
    },
    stop: {
      sk: "Správu vypnete tu, bez prihlásenia:",
      cs: "Zprávu vypnete zde, bez přihlášení:",
      en: "Turn it off here, without signing in:",
    },
  },
  draft_ends: {
    subject: {
      sk: "Rozpracovaný dotazník o 30 dní zmažeme",
      cs: "Rozpracovaný dotazník za 30 dnů smažeme",
      en: "A draft questionnaire will be deleted in 30 days",
    },
    before: {
      sk: "Rozpracovaného dotazníka jednej z vašich organizácií sa takmer rok nikto nedotkol. O 30 dní ho zmažeme aj s odpoveďami. Ak ho chcete ponechať, odpovedzte v ňom na niektorú otázku alebo ho uzavrite:",
      cs: "Rozpracovaného dotazníku jedné z vašich organizací se téměř rok nikdo nedotkl. Za 30 dnů ho smažeme i s odpověďmi. Chcete-li ho ponechat, odpovězte v něm na některou otázku nebo ho uzavřete:",
      en: "Nobody has touched a draft questionnaire of one of your organizations for almost a year. In 30 days it will be deleted with its answers. To keep it, answer one of its questions or complete it:",
    },
  },
  profile_expiring: {
    subject: {
      sk: "Platnosť bezpečnostného profilu sa blíži ku koncu",
      cs: "Platnost bezpečnostního profilu se blíží ke konci",
      en: "Your security profile is about to expire",
    },
    before: {
      sk: "Zverejnený bezpečnostný profil jednej z vašich organizácií prestane platiť. Zostávajúci počet dní: {days}. Prejdite si odpovede a zverejnite ho znova:",
      cs: "Zveřejněný bezpečnostní profil jedné z vašich organizací přestane platit. Zbývající počet dnů: {days}. Projděte si odpovědi a zveřejněte ho znovu:",
      en: "The published security profile of one of your organizations is about to expire. Days left: {days}. Look through the answers and publish it again:",
    },
  },
  profile_ends: {
    subject: {
      sk: "Bezpečnostný profil dnes platí naposledy",
      cs: "Bezpečnostní profil dnes platí naposledy",
      en: "Your security profile is valid until today",
    },
    before: {
      sk: "Zverejnený bezpečnostný profil jednej z vašich organizácií dnes platí posledný deň. Od zajtra bude na stránke napísané, že už neplatí. Prejdite si odpovede a zverejnite ho znova:",
      cs: "Zveřejněný bezpečnostní profil jedné z vašich organizací dnes platí poslední den. Od zítřka bude na stránce napsáno, že už neplatí. Projděte si odpovědi a zveřejněte ho znovu:",
      en: "Today is the last day on which the published security profile of one of your organizations is valid. From tomorrow its page says that it is out of date. Look through the answers and publish it again:",
    },
  },
  profile_stale: {
    subject: {
      sk: "Bezpečnostný profil už neplatí",
      cs: "Bezpečnostní profil už neplatí",
      en: "Your security profile is out of date",
    },
    before: {
      sk: "Platnosť zverejneného bezpečnostného profilu jednej z vašich organizácií sa skončila a jeho stránka to uvádza. Prejdite si odpovede a zverejnite ho znova:",
      cs: "Platnost zveřejněného bezpečnostního profilu jedné z vašich organizací skončila a jeho stránka to uvádí. Projděte si odpovědi a zveřejněte ho znovu:",
      en: "The published security profile of one of your organizations has expired, and its page says so. Look through the answers and publish it again:",
    },
  },
  profile_identity_lost: {
    subject: {
      sk: "Bezpečnostnému profilu chýba dôkaz totožnosti",
      cs: "Bezpečnostnímu profilu chybí důkaz totožnosti",
      en: "The proof of identity of your security profile is missing",
    },
    before: {
      sk: "Doména, ktorá preukazuje totožnosť zverejneného bezpečnostného profilu jednej z vašich organizácií, už nie je overená. Stránka profilu to uvádza a o 30 dní sa zverejnenie skončí. Overte doménu znova; profil je tu:",
      cs: "Doména, která prokazuje totožnost zveřejněného bezpečnostního profilu jedné z vašich organizací, už není ověřena. Stránka profilu to uvádí a za 30 dnů zveřejnění skončí. Ověřte doménu znovu; profil je zde:",
      en: "The domain that shows whose the published security profile of one of your organizations is, is no longer proved. The page of the profile says so, and the profile is withdrawn after 30 days. Prove the domain again; the profile is here:",
    },
  },
  profile_firm_lost: {
    subject: {
      sk: "Bezpečnostnému profilu chýba dôkaz firmy",
      cs: "Bezpečnostnímu profilu chybí důkaz firmy",
      en: "The proof of the firm of your security profile is missing",
    },
    before: {
      sk: "Na webe, ktorý uvádzal IČO vašej firmy, sme ho pri troch pohľadoch za sebou nenašli. Stránka zverejneného bezpečnostného profilu to uvádza a o 30 dní profil nebude možné nájsť podľa IČO; na svojej adrese zostane. Doplňte IČO na web, napríklad na stránku Kontakt; profil je tu:",
      cs: "Na webu, který uváděl IČO vaší firmy, jsme je při třech pohledech za sebou nenašli. Stránka zveřejněného bezpečnostního profilu to uvádí a za 30 dnů profil nepůjde najít podle IČO; na své adrese zůstane. Doplňte IČO na web, například na stránku Kontakt; profil je zde:",
      en: "We did not find the number of your firm on the website that stated it, three times in a row. The page of the published security profile says so, and in 30 days the profile will not be found by the number any more; it stays at its address. Put the number back on the website, for example on the contact page; the profile is here:",
    },
  },
  profile_domain_only: {
    subject: {
      sk: "Bezpečnostný profil sa už nedá nájsť podľa IČO",
      cs: "Bezpečnostní profil už nelze najít podle IČO",
      en: "Your security profile is not found by its number any more",
    },
    before: {
      sk: "Zverejnený bezpečnostný profil jednej z vašich organizácií zostáva na svojej adrese, ale stránka uvádza, že firma nebola overená: overená je iba doména. Aby sa dal znova nájsť podľa IČO, uveďte IČO na webe tejto domény, napríklad na stránke Kontakt, alebo sa obráťte na prevádzkovateľa. Čo chýba, je tu:",
      cs: "Zveřejněný bezpečnostní profil jedné z vašich organizací zůstává na své adrese, ale stránka uvádí, že firma nebyla ověřena: ověřena je pouze doména. Aby šel znovu najít podle IČO, uveďte IČO na webu této domény, například na stránce Kontakt, nebo se obraťte na provozovatele. Co chybí, je zde:",
      en: "The published security profile of one of your organizations stays at its address, but its page says that the firm was not checked: only the domain is proved. So that it is found by its number again, state the number on the website of that domain, for example on the contact page, or turn to the operator. What is missing is here:",
    },
  },
  profile_withdrawn: {
    subject: {
      sk: "Bezpečnostný profil už nie je zverejnený",
      cs: "Bezpečnostní profil už není zveřejněný",
      en: "Your security profile was withdrawn",
    },
    before: {
      sk: "Zverejnenie bezpečnostného profilu jednej z vašich organizácií sa skončilo. Prečo, a ako profil zverejniť znova, je tu:",
      cs: "Zveřejnění bezpečnostního profilu jedné z vašich organizací skončilo. Proč, a jak profil zveřejnit znovu, je zde:",
      en: "The published security profile of one of your organizations was withdrawn. Why, and how to publish it again, is here:",
    },
  },
};

const foot: Readonly<Record<Locale, (baseUrl: string) => string>> = {
  sk: (baseUrl) => `Dosah, ${baseUrl}. Na túto správu neodpovedajte.`,
  cs: (baseUrl) => `Dosah, ${baseUrl}. Na tuto zprávu neodpovídejte.`,
  en: (baseUrl) => `Dosah, ${baseUrl}. Please do not reply to this message.`,
};

/** The words of a mail, as plain text: each link stands on a line of its own. */
export function mailText(
  { kind, locale, link, counts = {}, facts = {}, stopLink }: Omit<Mail, "to" | "isReset">,
  baseUrl: string,
): { subject: string; text: string } {
  const { subject, before, withoutFirm = before, after, stop } = TEXTS[kind];
  const said = facts.ico === undefined ? withoutFirm : before;
  const filled = (text: string) =>
    text.replace(/\{(\w+)\}/g, (_hole, name: string) => facts[name] ?? String(counts[name] ?? 0)).replaceAll("  ", " ");
  const end = stop === undefined || stopLink === undefined ? "" : `${stop[locale]}\n${stopLink}`;
  const paragraphs = [filled(said[locale]), link ?? "", filled(after?.[locale] ?? ""), end, foot[locale](baseUrl)];
  return { subject: filled(subject[locale]), text: `${paragraphs.filter((each) => each !== "").join("\n\n")}\n` };
}
