import type { DoneCode } from "../../../core/done-code.ts";
import type { Localized } from "../../../core/locale.ts";

/** What a code says where nothing more is known. */
export const CODE_TEXTS: Readonly<Record<DoneCode, Localized>> = {
  saved: { sk: "Uložené.", cs: "Uloženo.", en: "Saved." },
  created: { sk: "Vytvorené.", cs: "Vytvořeno.", en: "Created." },
  accepted: { sk: "Prijaté.", cs: "Přijato.", en: "Accepted." },
  declined: { sk: "Odmietnuté.", cs: "Odmítnuto.", en: "Declined." },
  firm_changed: { sk: "Firma je zmenená.", cs: "Firma je změněna.", en: "The firm was changed." },
  left: {
    sk: "Odišli ste z organizácie. Vaše kľúče ju už nečítajú.",
    cs: "Odešli jste z organizace. Vaše klíče ji už nečtou.",
    en: "You left the organization. Your keys no longer read it.",
  },
  removed: { sk: "Odstránené.", cs: "Odstraněno.", en: "Removed." },
  withdrawn: { sk: "Stiahnuté.", cs: "Staženo.", en: "Withdrawn." },
  revoked: { sk: "Zrušené. Už neplatí.", cs: "Zrušeno. Už neplatí.", en: "Revoked. It is no longer valid." },
  ended: { sk: "Ukončené.", cs: "Ukončeno.", en: "Ended." },
  deleted: { sk: "Zmazané.", cs: "Smazáno.", en: "Deleted." },
  done: { sk: "Hotovo.", cs: "Hotovo.", en: "Done." },
  undone: { sk: "Vrátené späť.", cs: "Vráceno zpět.", en: "Undone." },
  snoozed: { sk: "Odložené.", cs: "Odloženo.", en: "Snoozed." },
  assigned: { sk: "Pridelené.", cs: "Přiděleno.", en: "Assigned." },
  bulk: { sk: "Zmeny sú uložené.", cs: "Změny jsou uloženy.", en: "The changes are saved." },
  imported: { sk: "Zoznam je načítaný.", cs: "Seznam je načten.", en: "The list was imported." },
  held: {
    sk: "Zasadnutie vedenia je zapísané.",
    cs: "Zasedání vedení je zapsáno.",
    en: "The meeting of the management is recorded.",
  },
  granted: { sk: "Prístup je udelený.", cs: "Přístup je udělen.", en: "Access is granted." },
  confirmed: { sk: "Potvrdené.", cs: "Potvrzeno.", en: "Confirmed." },
  verified: {
    sk: "E-mail je potvrdený. Prihláste sa.",
    cs: "E-mail je potvrzen. Přihlaste se.",
    en: "Your e-mail is confirmed. Sign in.",
  },
  reset: {
    sk: "Nové heslo je nastavené. Prihláste sa.",
    cs: "Nové heslo je nastaveno. Přihlaste se.",
    en: "Your new password is set. Sign in.",
  },
  linked: { sk: "Prepojenie je hotové.", cs: "Propojení je hotové.", en: "The identity is linked." },
  looked: { sk: "Web sme prezreli.", cs: "Web jsme prohlédli.", en: "We looked at the website." },
};

/** What a form says of its work. `named` where the name of what is gone is known. */
interface DoneText {
  readonly plain: Localized;
  readonly named?: Localized;
}

/** By the capability, then by the code: where there is more to say than the code does. */
export const FORM_TEXTS: Readonly<Record<string, Partial<Record<DoneCode, DoneText>> | undefined>> = {
  organization_create: {
    created: {
      plain: { sk: "Organizácia je vytvorená.", cs: "Organizace je vytvořena.", en: "The organization is created." },
    },
  },
  organization_leave: {
    left: {
      plain: CODE_TEXTS.left,
      named: {
        sk: "Odišli ste z organizácie „{name}“. Vaše kľúče ju už nečítajú.",
        cs: "Odešli jste z organizace „{name}“. Vaše klíče ji už nečtou.",
        en: "You left the organization “{name}”. Your keys no longer read it.",
      },
    },
  },
  organization_delete: {
    deleted: {
      plain: { sk: "Organizácia je zmazaná.", cs: "Organizace je smazána.", en: "The organization is deleted." },
      named: {
        sk: "Organizácia „{name}“ je zmazaná. Vaše kľúče ju už nečítajú.",
        cs: "Organizace „{name}“ je smazána. Vaše klíče ji už nečtou.",
        en: "The organization “{name}” is deleted. Your keys no longer read it.",
      },
    },
  },
  organization_activate: {
    saved: {
      plain: {
        sk: "Odteraz čítajú agenti túto organizáciu, keď žiadnu neuvedú.",
        cs: "Od teď agenti čtou tuto organizaci, když žádnou neuvedou.",
        en: "Agents that name no organization now read this one.",
      },
    },
  },
  organization_member_role: {
    saved: { plain: { sk: "Rola je zmenená.", cs: "Role je změněna.", en: "The role was changed." } },
  },
  organization_member_remove: {
    removed: {
      plain: {
        sk: "Člen je odobratý. Vrátiť ho môžete novou pozvánkou.",
        cs: "Člen je odebrán. Vrátit ho můžete novou pozvánkou.",
        en: "The member was removed. A new invitation lets them back in.",
      },
      named: {
        sk: "{name} už nie je členom. Vrátiť ho môžete novou pozvánkou.",
        cs: "{name} už není členem. Vrátit ho můžete novou pozvánkou.",
        en: "{name} is no longer a member. A new invitation lets them back in.",
      },
    },
  },
  invitation_accept: {
    accepted: {
      plain: {
        sk: "Ste členom organizácie.",
        cs: "Jste členem organizace.",
        en: "You are a member of the organization.",
      },
    },
  },
  list_delete: {
    deleted: { plain: { sk: "Zoznam je zmazaný.", cs: "Seznam je smazán.", en: "The list is deleted." } },
  },
  list_import: {
    imported: { plain: { sk: "Zoznam je zmenený.", cs: "Seznam je změněn.", en: "The list is changed." } },
  },
  list_row_remove: {
    removed: {
      plain: { sk: "Firma už v zozname nie je.", cs: "Firma už v seznamu není.", en: "The firm has left the list." },
    },
  },
  my_invitation_accept: {
    accepted: {
      plain: {
        sk: "Ste členom organizácie.",
        cs: "Jste členem organizace.",
        en: "You are a member of the organization.",
      },
    },
  },
  my_invitation_decline: {
    declined: {
      plain: { sk: "Pozvánka je odmietnutá.", cs: "Pozvánka je odmítnuta.", en: "The invitation is declined." },
    },
  },
  own_connection_end: {
    revoked: {
      plain: { sk: "Pripojenie je ukončené.", cs: "Připojení je ukončeno.", en: "The connection has ended." },
    },
  },
  invitation_withdraw: {
    withdrawn: {
      plain: {
        sk: "Pozvánka je zrušená. Jej odkaz už nič neotvorí.",
        cs: "Pozvánka je zrušena. Její odkaz už nic neotevře.",
        en: "The invitation is withdrawn. Its link opens nothing any more.",
      },
      named: {
        sk: "Pozvánka pre {name} je zrušená. Jej odkaz už nič neotvorí.",
        cs: "Pozvánka pro {name} je zrušena. Její odkaz už nic neotevře.",
        en: "The invitation for {name} is withdrawn. Its link opens nothing any more.",
      },
    },
  },
  calendar_revoke: {
    revoked: {
      plain: {
        sk: "Adresa kalendára už neplatí. Novú si môžete vytvoriť tu.",
        cs: "Adresa kalendáře už neplatí. Novou si můžete vytvořit zde.",
        en: "The calendar address is no longer valid. You can make a new one here.",
      },
    },
  },
  domain_add: {
    created: { plain: { sk: "Doména je pridaná.", cs: "Doména je přidána.", en: "The domain was added." } },
  },
  domain_verify: {
    confirmed: {
      plain: {
        sk: "Vlastníctvo domény je overené.",
        cs: "Vlastnictví domény je ověřeno.",
        en: "Ownership of the domain is proved.",
      },
    },
  },
  domain_remove: {
    removed: {
      plain: { sk: "Doména je odstránená.", cs: "Doména je odstraněna.", en: "The domain was removed." },
      named: {
        sk: "Doména {name} je odstránená. Pridať a overiť ju môžete znova.",
        cs: "Doména {name} je odstraněna. Přidat a ověřit ji můžete znovu.",
        en: "The domain {name} was removed. You can add and prove it again.",
      },
    },
  },
  scan_start: {
    created: { plain: { sk: "Sken je zaradený.", cs: "Sken je zařazen.", en: "The scan is ordered." } },
  },
  scan_remove: {
    ended: { plain: { sk: "Sken je zrušený.", cs: "Sken je zrušen.", en: "The scan was cancelled." } },
    removed: { plain: { sk: "Sken je odstránený.", cs: "Sken je odstraněn.", en: "The scan was removed." } },
  },
  supplier_add: {
    created: { plain: { sk: "Dodávateľ je pridaný.", cs: "Dodavatel je přidán.", en: "The supplier was added." } },
  },
  supplier_judge: {
    saved: { plain: { sk: "Hodnotenie je uložené.", cs: "Hodnocení je uloženo.", en: "The judgement is saved." } },
  },
  supplier_ask: {
    done: { plain: { sk: "Žiadosť je zapísaná.", cs: "Žádost je zapsána.", en: "The request is recorded." } },
  },
  supplier_request_decline: {
    declined: {
      plain: {
        sk: "Žiadosť ste odmietli. Zákazník to vidí; odpovedať môžete aj tak.",
        cs: "Žádost jste odmítli. Zákazník to vidí; odpovědět můžete i tak.",
        en: "You declined the request. The customer sees it; you can still answer.",
      },
    },
  },
  supplier_request_answer: {
    saved: {
      plain: {
        sk: "Adresu profilu zákazník vidí. Ďakujeme.",
        cs: "Adresu profilu zákazník vidí. Děkujeme.",
        en: "The customer sees the address of your profile. Thank you.",
      },
    },
  },
  trust_request_grant: {
    granted: {
      plain: {
        sk: "Odkaz odchádza e-mailom. Ukončíte ho medzi odkazmi na zdieľanie.",
        cs: "Odkaz odchází e-mailem. Ukončíte ho mezi odkazy ke sdílení.",
        en: "The link goes out by mail. You end it among the share links.",
      },
    },
  },
  supplier_remove: {
    removed: {
      plain: {
        sk: "Dodávateľ je odstránený zo zoznamu.",
        cs: "Dodavatel je odstraněn ze seznamu.",
        en: "The supplier was removed from the list.",
      },
      named: {
        sk: "Dodávateľ {name} je odstránený zo zoznamu.",
        cs: "Dodavatel {name} je odstraněn ze seznamu.",
        en: "The supplier {name} was removed from the list.",
      },
    },
  },
  assessment_complete: {
    done: { plain: { sk: "Dotazník je uzavretý.", cs: "Dotazník je uzavřen.", en: "The questionnaire is completed." } },
  },
  assessment_discard: {
    removed: {
      plain: { sk: "Dotazník je zahodený.", cs: "Dotazník je zahozen.", en: "The questionnaire is discarded." },
    },
  },
  trust_publish: {
    done: { plain: { sk: "Profil je zverejnený.", cs: "Profil je zveřejněn.", en: "The profile is published." } },
  },
  trust_withdraw: {
    withdrawn: {
      plain: {
        sk: "Profil je stiahnutý. Návrh ostal a môžete ho zverejniť znova.",
        cs: "Profil je stažen. Návrh zůstal a můžete ho zveřejnit znovu.",
        en: "The profile is withdrawn. The draft stays, and you can publish it again.",
      },
    },
  },
  trust_delete: {
    deleted: { plain: { sk: "Profil je zmazaný.", cs: "Profil je smazán.", en: "The profile is deleted." } },
  },
  trust_evidence_add: {
    created: { plain: { sk: "Doklad je pridaný.", cs: "Doklad je přidán.", en: "The evidence was added." } },
  },
  trust_evidence_remove: {
    removed: {
      plain: { sk: "Doklad je odstránený.", cs: "Doklad je odstraněn.", en: "The evidence was removed." },
      named: {
        sk: "Doklad {name} je odstránený.",
        cs: "Doklad {name} je odstraněn.",
        en: "The evidence {name} was removed.",
      },
    },
  },
  trust_share_revoke: {
    revoked: {
      plain: {
        sk: "Odkaz je zrušený. Už neukáže nič, čo nie je verejné.",
        cs: "Odkaz je zrušen. Už neukáže nic, co není veřejné.",
        en: "The link is revoked. It shows nothing any more that is not public.",
      },
      named: {
        sk: "Odkaz pre {name} je zrušený. Už neukáže nič, čo nie je verejné.",
        cs: "Odkaz pro {name} je zrušen. Už neukáže nic, co není veřejné.",
        en: "The link for {name} is revoked. It shows nothing any more that is not public.",
      },
    },
  },
  task_act: {
    done: { plain: { sk: "Označené ako hotové.", cs: "Označeno jako hotové.", en: "Marked as done." } },
    undone: {
      plain: { sk: "Riadok je späť v zozname.", cs: "Řádek je zpět v seznamu.", en: "The line is back in the list." },
    },
    snoozed: {
      plain: {
        sk: "Odložené. Riadok sa vráti v deň, ktorý ste uviedli.",
        cs: "Odloženo. Řádek se vrátí v den, který jste uvedli.",
        en: "Put off. The line returns on the day that you stated.",
      },
    },
  },
  own_key_revoke: {
    revoked: {
      plain: {
        sk: "Kľúč je zrušený. Ďalšie volanie s ním zlyhá.",
        cs: "Klíč je zrušen. Další volání s ním selže.",
        en: "The key is revoked. The next call with it fails.",
      },
      named: {
        sk: "Kľúč {name} je zrušený. Ďalšie volanie s ním zlyhá.",
        cs: "Klíč {name} je zrušen. Další volání s ním selže.",
        en: "The key {name} is revoked. The next call with it fails.",
      },
    },
  },
  passkey_add: {
    created: {
      plain: { sk: "Prístupový kľúč je pridaný.", cs: "Přístupový klíč je přidán.", en: "The passkey was added." },
    },
  },
  passkey_remove: {
    removed: {
      plain: { sk: "Prístupový kľúč je odobratý.", cs: "Přístupový klíč je odebrán.", en: "The passkey was removed." },
      named: {
        sk: "Prístupový kľúč {name} je odobratý.",
        cs: "Přístupový klíč {name} je odebrán.",
        en: "The passkey {name} was removed.",
      },
    },
  },
  identity_unlink: {
    removed: {
      plain: { sk: "Prepojenie je zrušené.", cs: "Propojení je zrušeno.", en: "The account is no longer linked." },
    },
  },
  password_change: {
    saved: { plain: { sk: "Heslo je zmenené.", cs: "Heslo je změněno.", en: "The password was changed." } },
  },
  email_change: {
    done: {
      plain: {
        sk: "Nová adresa čaká na potvrdenie.",
        cs: "Nová adresa čeká na potvrzení.",
        en: "The new address waits to be confirmed.",
      },
    },
  },
  session_end: {
    ended: { plain: { sk: "Prihlásenie je ukončené.", cs: "Přihlášení je ukončeno.", en: "The session was ended." } },
  },
  my_sessions_end: {
    ended: {
      plain: {
        sk: "Ostatné prihlásenia sú ukončené.",
        cs: "Ostatní přihlášení jsou ukončena.",
        en: "The other sessions were ended.",
      },
    },
  },
  account_delete: {
    deleted: {
      plain: {
        sk: "Váš účet je zmazaný. Adresa je znova voľná.",
        cs: "Váš účet je smazán. Adresa je znovu volná.",
        en: "Your account is deleted. The address is free again.",
      },
    },
  },
  two_factor_start: {
    created: {
      plain: {
        sk: "Teraz pripojte aplikáciu.",
        cs: "Teď připojte aplikaci.",
        en: "Now connect the app.",
      },
    },
  },
  two_factor_off: {
    ended: {
      plain: {
        sk: "Dvojstupňové prihlásenie je vypnuté.",
        cs: "Dvoufázové přihlášení je vypnuto.",
        en: "Two-factor sign-in is switched off.",
      },
    },
  },
};
