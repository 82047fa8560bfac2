import { twoFactorStatus } from "../../../capabilities/accounts/two-factor.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { formatNumber } from "../../../core/text.ts";
import { CopyButton } from "../components/code-block.tsx";
import { ConfirmField, FormErrors, formAt, PostForm, SubmitButton, TextField } from "../components/form.tsx";
import { Notice } from "../components/notice.tsx";
import { QrCode } from "../components/qr-code.tsx";
import type { PageAnswer, SignedIn } from "../page.ts";
import { href, privatePaths } from "../paths.ts";
import type { PrivateRequest } from "../private-page.ts";
import { QuestionLink } from "../questions/question-page.tsx";

const text = {
  title: { sk: "Dvojstupňové prihlásenie", cs: "Dvoufázové přihlášení", en: "Two-factor sign-in" },
  lead: {
    sk: "Okrem hesla zadáte šesť číslic, ktoré ukáže aplikácia v telefóne. Samotné heslo potom nikomu nestačí.",
    cs: "Kromě hesla zadáte šest číslic, které ukáže aplikace v telefonu. Samotné heslo pak nikomu nestačí.",
    en: "Besides the password you type six digits that an app on your phone shows. The password alone is then not enough for anybody.",
  },
  must: {
    sk: "Prevádzkovateľ ho vyžaduje. Zapnite ho a pokračujte.",
    cs: "Provozovatel ho vyžaduje. Zapněte ho a pokračujte.",
    en: "The operator requires it. Switch it on and go on.",
  },
  isOff: { sk: "Je vypnuté.", cs: "Je vypnuto.", en: "It is off." },
  isOn: { sk: "Je zapnuté.", cs: "Je zapnuto.", en: "It is on." },
  start: { sk: "Zapnúť", cs: "Zapnout", en: "Switch on" },
  startAnew: { sk: "Začať s novým kľúčom", cs: "Začít s novým klíčem", en: "Start with a new key" },
  scan: {
    sk: "Naskenujte obrázok v aplikácii na overovacie kódy, alebo do nej opíšte kľúč.",
    cs: "Naskenujte obrázek v aplikaci na ověřovací kódy, nebo do ní opište klíč.",
    en: "Scan the picture with an authenticator app, or type the key into it.",
  },
  connect: { sk: "Pripojiť aplikáciu", cs: "Připojit aplikaci", en: "Connect the app" },
  qr: { sk: "QR kód pre aplikáciu", cs: "QR kód pro aplikaci", en: "QR code for the app" },
  copySecret: { sk: "Kopírovať kľúč", cs: "Kopírovat klíč", en: "Copy the key" },
  secret: { sk: "Kľúč", cs: "Klíč", en: "Key" },
  code: { sk: "Kód z aplikácie", cs: "Kód z aplikace", en: "Code from the app" },
  confirm: { sk: "Potvrdiť", cs: "Potvrdit", en: "Confirm" },
  turnOff: { sk: "Vypnúť", cs: "Vypnout", en: "Switch off" },
  newCodes: { sk: "Nové záložné kódy", cs: "Nové záložní kódy", en: "New backup codes" },
  newCodesHelp: {
    sk: "Doterajšie kódy prestanú platiť.",
    cs: "Dosavadní kódy přestanou platit.",
    en: "The codes that you have stop working.",
  },
  switchedOn: {
    sk: "Dvojstupňové prihlásenie je zapnuté.",
    cs: "Dvoufázové přihlášení je zapnuto.",
    en: "Two-factor sign-in is switched on.",
  },
  codesTitle: { sk: "Záložné kódy", cs: "Záložní kódy", en: "Backup codes" },
  copyCodes: { sk: "Kopírovať všetky kódy", cs: "Kopírovat všechny kódy", en: "Copy all codes" },
  codesLead: {
    sk: "Každý sa dá použiť raz, keď telefón nemáte. Uložte si ich teraz: znova ich neukážeme.",
    cs: "Každý lze použít jednou, když telefon nemáte. Uložte si je teď: znovu je neukážeme.",
    en: "Each works once, when you do not have the phone. Keep them now: we will not show them again.",
  },
  back: { sk: "Späť na účet", cs: "Zpět na účet", en: "Back to the account" },
} satisfies Record<string, Localized>;

const left: Readonly<Record<Locale, (count: number) => string>> = {
  sk: (count) => `Nepoužité záložné kódy: ${formatNumber(count, "sk")}.`,
  cs: (count) => `Nepoužité záložní kódy: ${formatNumber(count, "cs")}.`,
  en: (count) => `Backup codes left: ${formatNumber(count, "en")}.`,
};

/** The state of the second factor, and its forms. */
export async function twoFactorPage(request: PrivateRequest<SignedIn>): Promise<PageAnswer> {
  const { locale, ask, person } = request;
  const { isOn, backupCodesLeft, starting } = await ask(twoFactorStatus, {});
  return {
    title: text.title[locale],
    isIndexed: false,
    holdsSecret: true,
    scripts: starting === null ? [] : ["copy"],
    body: (
      <>
        <section class="opening">
          <FormErrors request={request} hasSeveralForms={request.path !== privatePaths.twoFactor} />
          <h1>{text.title[locale]}</h1>
          <p class="prose lead">{text.lead[locale]}</p>
          {person.mustSetUp ? <Notice title={text.must[locale]} tone="caution" /> : null}
          <p>{isOn ? `${text.isOn[locale]} ${left[locale](backupCodesLeft)}` : text.isOff[locale]}</p>
        </section>
        {starting === null ? null : <Starting request={request} {...starting} />}
        {isOn ? <On request={request} /> : <Off request={request} isStarted={starting !== null} />}
      </>
    ),
  };
}

function Starting({
  request,
  secret,
  address,
}: {
  request: PrivateRequest<SignedIn>;
  secret: string;
  address: string;
}) {
  const { locale } = request;
  return (
    <section class="section">
      <h2>{text.connect[locale]}</h2>
      <p class="prose">{text.scan[locale]}</p>
      <QrCode text={address} label={text.qr[locale]} />
      <p>
        {text.secret[locale]}:{" "}
        <code id="totp-secret" data-totp-secret="">
          {secret}
        </code>{" "}
        <CopyButton from="totp-secret" name={text.copySecret[locale]} locale={locale} />
      </p>
      <PostForm request={request} path={privatePaths.twoFactor}>
        <TextField
          request={request}
          name="code"
          label={text.code[locale]}
          autocomplete="one-time-code"
          inputmode="numeric"
        />
        <ConfirmField request={request} />
        <SubmitButton label={text.confirm[locale]} />
      </PostForm>
    </section>
  );
}

function Off({ request, isStarted }: { request: PrivateRequest<SignedIn>; isStarted: boolean }) {
  const { locale } = request;
  const form = formAt(request, privatePaths.twoFactorStart);
  const label = isStarted ? text.startAnew[locale] : text.start[locale];
  return (
    <section class="section">
      <h2>{label}</h2>
      <PostForm request={form} path={privatePaths.twoFactorStart}>
        <ConfirmField request={form} isAlways />
        <SubmitButton label={label} isQuiet={isStarted} />
      </PostForm>
    </section>
  );
}

function On({ request }: { request: PrivateRequest<SignedIn> }) {
  const { locale } = request;
  const codes = formAt(request, privatePaths.twoFactorCodes);
  return (
    <>
      <section class="section">
        <h2>{text.newCodes[locale]}</h2>
        <p class="prose">{text.newCodesHelp[locale]}</p>
        <PostForm request={codes} path={privatePaths.twoFactorCodes}>
          <ConfirmField request={codes} isAlways />
          <SubmitButton label={text.newCodes[locale]} isQuiet />
        </PostForm>
      </section>
      <section class="section">
        <h2>{text.turnOff[locale]}</h2>
        <p>
          <QuestionLink locale={locale} path={privatePaths.twoFactorOff} label={text.turnOff[locale]} />
        </p>
      </section>
    </>
  );
}

/** The codes of a second factor that was switched on just now, shown once. */
export function firstCodesPage({ locale }: PrivateRequest, { codes }: Codes): PageAnswer {
  return codesPage(codes, locale, text.switchedOn[locale]);
}

/** New codes, shown once. */
export function newCodesPage({ locale }: PrivateRequest, { codes }: Codes): PageAnswer {
  return codesPage(codes, locale);
}

interface Codes {
  readonly codes: readonly string[];
}

function codesPage(codes: readonly string[], locale: Locale, done?: string): PageAnswer {
  return {
    title: text.codesTitle[locale],
    isIndexed: false,
    scripts: ["copy"],
    body: (
      <section class="opening">
        <h1>{text.codesTitle[locale]}</h1>
        {done === undefined ? null : <Notice title={done} />}
        <p class="prose lead">{text.codesLead[locale]}</p>
        <ul class="backup-codes">
          {codes.map((code) => (
            <li>
              <code data-backup-code={code}>{code}</code>
            </li>
          ))}
        </ul>
        <p>
          <CopyButton value={codes.join("\n")} label={text.copyCodes[locale]} locale={locale} />
        </p>
        <p>
          <a href={href(locale, privatePaths.account)}>{text.back[locale]}</a>
        </p>
      </section>
    ),
  };
}
