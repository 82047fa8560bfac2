import type { Localized } from "../../../core/locale.ts";

/** One purpose for which personal data are processed, in the order of the page. */
export interface Purpose {
  readonly id: string;
  readonly title: Localized;
  readonly what: Localized;
  readonly why: Localized;
  readonly ground: Localized;
  readonly howLong: Localized;
  readonly who: Localized;
}

const interest = {
  sk: "Oprávnený záujem, článok 6 nariadenia (EÚ) 2016/679.",
  cs: "Oprávněný zájem, článek 6 nařízení (EU) 2016/679.",
  en: "Legitimate interest, Article 6 of Regulation (EU) 2016/679.",
} satisfies Localized;

const contract = {
  sk: "Zmluva o účte, článok 6 nariadenia (EÚ) 2016/679.",
  cs: "Smlouva o účtu, článek 6 nařízení (EU) 2016/679.",
  en: "The contract on the account, Article 6 of Regulation (EU) 2016/679.",
} satisfies Localized;

const nobody = { sk: "Nikto ďalší.", cs: "Nikdo další.", en: "Nobody else." } satisfies Localized;

/** What is processed, why, on which ground, how long and who receives it. @param auditDays AUDIT_RETENTION_DAYS */
export function purposes({ auditDays }: { readonly auditDays: number }): readonly Purpose[] {
  return [
    {
      id: "visit",
      title: { sk: "Návšteva bez účtu", cs: "Návštěva bez účtu", en: "A visit without an account" },
      what: {
        sk: "Adresa IP, aby sa počítali požiadavky; v zázname požiadaviek cesta stránky, stav a sieť adresy (/24, pri IPv6 /48), nikdy nie to, na čo ste sa pýtali. Žiadne cookies, žiadne sledovanie, žiadna tretia strana. Zadané údaje sú v adrese stránky, a tak aj v histórii vášho prehliadača.",
        cs: "Adresa IP, aby se počítaly požadavky; v záznamu požadavků cesta stránky, stav a síť adresy (/24, u IPv6 /48), nikdy to, na co jste se ptali. Žádné cookies, žádné sledování, žádná třetí strana. Zadané údaje jsou v adrese stránky, a tedy i v historii vašeho prohlížeče.",
        en: "The IP address, to count requests; in the request log the route, the status and the network of the address (/24, with IPv6 /48), never what you asked. No cookie, no tracking, no third party. Facts that you type are in the address of the page and so in the history of your browser.",
      },
      why: {
        sk: "Aby služba odolala preťaženiu a aby sa dali nájsť poruchy.",
        cs: "Aby služba odolala přetížení a aby se daly najít poruchy.",
        en: "To keep the service from overload and to find faults.",
      },
      ground: interest,
      howLong: {
        sk: "Počty do konca dňa, ktorý počítajú; záznam požiadaviek tak dlho, ako ho uchováva prevádzkovateľ.",
        cs: "Počty do konce dne, který počítají; záznam požadavků tak dlouho, jak jej uchovává provozovatel.",
        en: "Counts until the day that they count is over; the request log as long as the operator keeps it.",
      },
      who: nobody,
    },
    {
      id: "account",
      title: { sk: "Účet", cs: "Účet", en: "The account" },
      what: {
        sk: "E-mail, meno, jazyk, odtlačok hesla alebo prístupový kľúč, prihlásenia so sieťou a názvom prehliadača, kľúče API. Po prihlásení cookie, ktorá drží prihlásenie, jedna, podľa ktorej prehliadač spoznáme, a po zmene na minútu jedna s tým, čo sa urobilo.",
        cs: "E-mail, jméno, jazyk, otisk hesla nebo přístupový klíč, přihlášení se sítí a názvem prohlížeče, klíče API. Po přihlášení cookie, která přihlášení drží, jedna, podle které prohlížeč poznáme, a po změně na minutu jedna s tím, co se udělalo.",
        en: "E-mail address, name, language, the hash of the password or a passkey, sessions with the network and the name of the browser, API keys. After the sign-in a cookie that keeps you signed in, one by which we know the browser, and after a change one for a minute with what was done.",
      },
      why: { sk: "Aby ste sa mohli prihlásiť.", cs: "Abyste se mohli přihlásit.", en: "So that you can sign in." },
      ground: contract,
      howLong: {
        sk: "Do zmazania účtu, ktoré urobíte sami; prihlásenie najviac 14 dní.",
        cs: "Do smazání účtu, které provedete sami; přihlášení nejvýše 14 dní.",
        en: "Until the account is deleted, which you do yourself; a session for 14 days at most.",
      },
      who: {
        sk: "Členovia tých istých organizácií.",
        cs: "Členové týchž organizací.",
        en: "Members of the same organizations.",
      },
    },
    {
      id: "organization",
      title: { sk: "Údaje organizácií", cs: "Údaje organizací", en: "Data of organizations" },
      what: {
        sk: "Evidencia povinností, dotazníky, skeny domén a to, čo členovia zapíšu, napríklad mená zodpovedných.",
        cs: "Evidence povinností, dotazníky, skeny domén a to, co členové zapíší, například jména odpovědných.",
        en: "The obligation register, questionnaires, scans of domains and what members write, such as names of responsible people.",
      },
      why: {
        sk: "Aby organizácia plnila svoje povinnosti. Prevádzkovateľom údajov je organizácia, prevádzkovateľ služby je sprostredkovateľ.",
        cs: "Aby organizace plnila své povinnosti. Správcem údajů je organizace, provozovatel služby je zpracovatel.",
        en: "So that the organization meets its duties. The organization is the controller, the operator of the service its processor.",
      },
      ground: {
        sk: "Určuje ho organizácia.",
        cs: "Určuje jej organizace.",
        en: "Determined by the organization.",
      },
      howLong: {
        sk: "Kým organizácia existuje alebo kým ich nezmaže.",
        cs: "Dokud organizace existuje nebo dokud je nesmaže.",
        en: "As long as the organization exists or until it deletes them.",
      },
      who: {
        sk: "Členovia organizácie podľa roly; verejne len to, čo organizácia sama zverejní.",
        cs: "Členové organizace podle role; veřejně jen to, co organizace sama zveřejní.",
        en: "Members of the organization by their role; in public only what the organization publishes itself.",
      },
    },
    {
      id: "audit",
      title: { sk: "Záznam zmien", cs: "Záznam změn", en: "The audit log" },
      what: {
        sk: "Kto čo zmenil: identifikátor účtu a sieť adresy, nikdy nie meno ani e-mail.",
        cs: "Kdo co změnil: identifikátor účtu a síť adresy, nikdy jméno ani e-mail.",
        en: "Who changed what: the id of the account and the network of the address, never a name or an e-mail address.",
      },
      why: {
        sk: "Aby sa dalo zistiť, kto čo urobil.",
        cs: "Aby se dalo zjistit, kdo co udělal.",
        en: "To be able to find out who did what.",
      },
      ground: interest,
      howLong: { sk: `${auditDays} dní.`, cs: `${auditDays} dní.`, en: `${auditDays} days.` },
      who: {
        sk: "Vlastníci a správcovia organizácie.",
        cs: "Vlastníci a správci organizace.",
        en: "Owners and administrators of the organization.",
      },
    },
    {
      id: "mail",
      title: { sk: "Správy e-mailom", cs: "Zprávy e-mailem", en: "Mail" },
      what: {
        sk: "E-mailová adresa a správa: odkazy na potvrdenie a obnovu hesla, pozvánky a prehľad o vašich organizáciách, ktorý sa dá vypnúť.",
        cs: "E-mailová adresa a zpráva: odkazy k potvrzení a obnově hesla, pozvánky a přehled o vašich organizacích, který lze vypnout.",
        en: "The e-mail address and the message: links that confirm or reset, invitations, and a digest of your organizations, which can be turned off.",
      },
      why: {
        sk: "Aby sme overili adresu a poslali to, o čo ste požiadali.",
        cs: "Abychom ověřili adresu a poslali to, o co jste požádali.",
        en: "To confirm the address and to send what you asked for.",
      },
      ground: contract,
      howLong: {
        sk: "Do odoslania; čo sa nedá poslať, najviac 3 dni.",
        cs: "Do odeslání; co nelze poslat, nejvýše 3 dny.",
        en: "Until it is sent; what cannot be sent for 3 days at most.",
      },
      who: {
        sk: "Poštový server, ktorý určil prevádzkovateľ.",
        cs: "Poštovní server, který určil provozovatel.",
        en: "The mail server that the operator chose.",
      },
    },
    {
      id: "registers",
      title: { sk: "Verejné registre", cs: "Veřejné rejstříky", en: "Public registers" },
      what: {
        sk: "Údaje verejných registrov o firmách, medzi nimi mená živnostníkov.",
        cs: "Údaje veřejných rejstříků o firmách, mezi nimi jména živnostníků.",
        en: "Data of public registers on firms, among them the names of sole traders.",
      },
      why: {
        sk: "Aby sa dalo zistiť, či sa na firmu vzťahuje NIS2.",
        cs: "Aby se dalo zjistit, zda se na firmu vztahuje NIS2.",
        en: "To find out whether NIS2 applies to a firm.",
      },
      ground: interest,
      howLong: {
        sk: "Kým ich uvádza register. Kto namieta, toho prevádzkovateľ zapíše do zoznamu suppress.txt a jeho meno sa prestane zobrazovať.",
        cs: "Dokud je uvádí rejstřík. Kdo vznese námitku, toho provozovatel zapíše do seznamu suppress.txt a jeho jméno se přestane zobrazovat.",
        en: "As long as the register states them. The operator enters those who object in the list suppress.txt, and their name is no longer shown.",
      },
      who: {
        sk: "Kto sa na firmu pýta. Stránky firiem sú vyňaté z vyhľadávačov.",
        cs: "Kdo se na firmu ptá. Stránky firem jsou vyňaty z vyhledávačů.",
        en: "Whoever asks about the firm. Pages of firms are kept out of search engines.",
      },
    },
    {
      id: "scans",
      title: { sk: "Skeny domén", cs: "Skeny domén", en: "Scans of domains" },
      what: {
        sk: "Verejné záznamy DNS a odpovede serverov domény. Hodnoty cookies ani obsah stránok sa neukladajú.",
        cs: "Veřejné záznamy DNS a odpovědi serverů domény. Hodnoty cookies ani obsah stránek se neukládají.",
        en: "Public DNS records and answers of the servers of a domain. Values of cookies and contents of pages are not stored.",
      },
      why: {
        sk: "Aby ste videli, čo z opatrení je na doméne viditeľné.",
        cs: "Abyste viděli, co z opatření je na doméně vidět.",
        en: "To show which measures can be seen on a domain.",
      },
      ground: interest,
      howLong: {
        sk: "Výsledok 24 mesiacov, záznam toho, čo sa zistilo, 90 dní.",
        cs: "Výsledek 24 měsíců, záznam toho, co bylo zjištěno, 90 dní.",
        en: "The result for 24 months, the record of what was seen for 90 days.",
      },
      who: {
        sk: "Členovia organizácie, ktorá sken dala urobiť.",
        cs: "Členové organizace, která sken nechala provést.",
        en: "Members of the organization that had the scan made.",
      },
    },
    {
      id: "suppliers",
      title: {
        sk: "Dodávatelia organizácií",
        cs: "Dodavatelé organizací",
        en: "Suppliers of organizations",
      },
      what: {
        sk: "Firmy, ktoré si organizácia zapísala, a kontakt, na ktorý ich požiadala o profil.",
        cs: "Firmy, které si organizace zapsala, a kontakt, na který je požádala o profil.",
        en: "The firms that an organization lists, and the address at which it asked them for a profile.",
      },
      why: {
        sk: "Aby organizácia poznala riziká dodávateľov. Prevádzkovateľom údajov je organizácia.",
        cs: "Aby organizace znala rizika dodavatelů. Správcem údajů je organizace.",
        en: "So that the organization knows the risks of its suppliers. The organization is the controller.",
      },
      ground: {
        sk: "Určuje ho organizácia.",
        cs: "Určuje jej organizace.",
        en: "Determined by the organization.",
      },
      howLong: {
        sk: "Kým dodávateľa nezmaže.",
        cs: "Dokud dodavatele nesmaže.",
        en: "Until it removes the supplier.",
      },
      who: {
        sk: "Členovia organizácie.",
        cs: "Členové organizace.",
        en: "Members of the organization.",
      },
    },
  ];
}
