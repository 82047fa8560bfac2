import type { AnswerOf } from "../../../capabilities/capability.ts";
import { type SignatureFinding, trustSignatureCheck } from "../../../capabilities/trust/trust-signature-check.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { FormErrors, SubmitButton, TextArea } from "../components/form.tsx";
import type { PageAnswer, SignedIn } from "../page.ts";
import { href } from "../paths.ts";
import type { FormRoute, PrivateRequest } from "../private-page.ts";
import { TRUST_VERIFY_PATH } from "./trust-paths.ts";

const text = {
  title: { sk: "Overiť podpis profilu", cs: "Ověřit podpis profilu", en: "Check the signature of a profile" },
  lead: {
    sk: "Vložte podpísanú kópiu bezpečnostného profilu dodávateľa (súbor .jws.json). Zistíte, či je to presne to vyhlásenie, ktoré táto služba zverejnila. Nič neukladáme a nikoho iného sa nepýtame.",
    cs: "Vložte podepsanou kopii bezpečnostního profilu dodavatele (soubor .jws.json). Zjistíte, zda je to přesně to prohlášení, které tato služba zveřejnila. Nic neukládáme a nikoho jiného se neptáme.",
    en: "Put in the signed copy of a supplier's security profile (.jws.json). You see whether it is exactly the statement that this service published. Nothing is stored, and nobody else is asked.",
  },
  proves: {
    sk: "Podpis dokazuje, že vyhlásenie je nezmenené. Nedokazuje, že je pravdivé.",
    cs: "Podpis dokazuje, že prohlášení je nezměněné. Nedokazuje, že je pravdivé.",
    en: "A signature proves that the statement is unchanged. It does not prove that it is true.",
  },
  copy: { sk: "Text podpísanej kópie", cs: "Text podepsané kopie", en: "Text of the signed copy" },
  file: { sk: "Alebo súbor (najviac 256 KiB)", cs: "Nebo soubor (nejvýše 256 KiB)", en: "Or a file (at most 256 KiB)" },
  check: { sk: "Overiť", cs: "Ověřit", en: "Check" },
  who: { sk: "Kto vyhlasuje", cs: "Kdo prohlašuje", en: "Who states it" },
  revision: { sk: "Verzia", cs: "Verze", en: "Revision" },
  day: { sk: "Zo dňa", cs: "Ze dne", en: "Stated on" },
  until: { sk: "Platí do", cs: "Platí do", en: "Valid until" },
  issuer: { sk: "Vydavateľ", cs: "Vydavatel", en: "Issuer" },
  older: {
    sk: "Dodávateľ medzitým zverejnil novšiu verziu.",
    cs: "Dodavatel mezitím zveřejnil novější verzi.",
    en: "The supplier has published a newer revision since.",
  },
  withdrawn: {
    sk: "Profil tu už nie je zverejnený.",
    cs: "Profil tu už není zveřejněný.",
    en: "The profile is no longer published here.",
  },
  expired: {
    sk: "Platnosť vyhlásenia uplynula.",
    cs: "Platnost prohlášení uplynula.",
    en: "The statement is out of date.",
  },
} satisfies Record<string, Localized>;

const FINDINGS: Readonly<Record<SignatureFinding, Localized>> = {
  valid: {
    sk: "Podpis platí: presne toto vyhlásenie zverejnila táto služba.",
    cs: "Podpis platí: přesně toto prohlášení zveřejnila tato služba.",
    en: "The signature holds: this service published exactly this statement.",
  },
  changed: {
    sk: "Podpis nesedí: kópia bola zmenená.",
    cs: "Podpis nesouhlasí: kopie byla změněna.",
    en: "The signature does not hold: the copy was changed.",
  },
  unknown_key: {
    sk: "Kľúč, ktorým je kópia podpísaná, táto služba nemá.",
    cs: "Klíč, kterým je kopie podepsána, tato služba nemá.",
    en: "This service has no key of that name.",
  },
  revoked_key: {
    sk: "Kľúč bol zneplatnený skôr, než vyhlásenie vzniklo. Podpis nič nedokazuje.",
    cs: "Klíč byl zneplatněn dřív, než prohlášení vzniklo. Podpis nic nedokazuje.",
    en: "The key was revoked before the statement was made. The signature proves nothing.",
  },
  other_issuer: {
    sk: "Kópiu vydala iná služba. Overte ju u nej, alebo príkazom dosah trust verify.",
    cs: "Kopii vydala jiná služba. Ověřte ji u ní, nebo příkazem dosah trust verify.",
    en: "Another service issued this copy. Check it there, or with dosah trust verify.",
  },
  unreadable: {
    sk: "Toto nie je podpísaná kópia profilu.",
    cs: "Toto není podepsaná kopie profilu.",
    en: "This is no signed copy of a profile.",
  },
};

type Checked = AnswerOf<typeof trustSignatureCheck>;

/** The form that takes a signed copy. */
export function trustVerifyPage(request: PrivateRequest): PageAnswer {
  return shown(request, null);
}

/** Checks a copy, or what stands at an address, and says what was found. */
export const trustVerifyForm: FormRoute<SignedIn | null> = {
  cost: { rows: ["web_page"] },
  capability: trustSignatureCheck,
  fields: ["text", "file", "slug"],
  isOpen: true,
  isLong: true,
  mostFileBytes: 256 * 1024,
  submit: async (request) => {
    const { ask, form } = request;
    const file = form.file("file");
    const given = { text: file ?? form.get("text"), slug: form.get("slug") };
    return shown(request, await ask(trustSignatureCheck, given));
  },
};

function shown(request: PrivateRequest, checked: Checked | null): PageAnswer {
  const { locale } = request;
  return {
    title: text.title[locale],
    isIndexed: false,
    body: (
      <>
        <section class="opening">
          <FormErrors request={request} />
          <h1>{text.title[locale]}</h1>
          {checked === null ? (
            <p class="prose lead">{text.lead[locale]}</p>
          ) : (
            <Finding checked={checked} locale={locale} />
          )}
          <p class="meta">{text.proves[locale]}</p>
        </section>
        <section class="section">
          <form
            method="post"
            action={href(locale, TRUST_VERIFY_PATH)}
            class="stacked-form"
            enctype="multipart/form-data"
          >
            <TextArea request={request} name="text" label={text.copy[locale]} value="" rows={6} />
            <p class="field">
              <label for="file">{text.file[locale]}</label>
              <input type="file" id="file" name="file" accept=".json" />
            </p>
            <SubmitButton label={text.check[locale]} />
          </form>
        </section>
      </>
    ),
  };
}

function Finding({ checked: { finding, statement }, locale }: { checked: Checked; locale: Locale }) {
  const remarks =
    statement === null ? [] : (["older", "withdrawn", "expired"] as const).filter((each) => isSaid(each, statement));
  return (
    <div data-verify={finding} role="status">
      <p class="prose lead">{FINDINGS[finding][locale]}</p>
      {remarks.map((remark) => (
        <p class="prose" data-remark={remark}>
          {text[remark][locale]}
        </p>
      ))}
      {statement === null ? null : (
        <dl class="facts">
          {[
            [text.who[locale], statement.untrusted.name],
            [text.revision[locale], statement.revision === null ? "" : String(statement.revision)],
            [text.day[locale], statement.untrusted.statedOn],
            [text.until[locale], statement.untrusted.validUntil],
            [text.issuer[locale], statement.untrusted.issuer],
          ].map(([name, value]) => (
            <div>
              <dt>{name}</dt>
              <dd>
                <bdi class="breakable">{value === "" ? "–" : value}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

function isSaid(remark: "older" | "withdrawn" | "expired", statement: NonNullable<Checked["statement"]>): boolean {
  return { older: statement.isOlder, withdrawn: statement.isWithdrawn, expired: statement.isExpired }[remark];
}
