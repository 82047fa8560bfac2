import { accountOverview } from "../../../capabilities/accounts/account-overview.ts";
import type { AnswerOf } from "../../../capabilities/capability.ts";
import { myInvitations } from "../../../capabilities/organizations/invitation-accept.ts";
import { LOCALES, type Localized } from "../../../core/locale.ts";
import { formatInstant, formatNumber } from "../../../core/text.ts";
import {
  ConfirmField,
  CurrentField,
  FormErrors,
  formAt,
  PostForm,
  SubmitButton,
  TextField,
} from "../components/form.tsx";
import { Field } from "../components/form-field.tsx";
import { MailNotice } from "../components/mail-notice.tsx";
import { waitingInvitations } from "../organizations/my-invitations.tsx";
import type { PageAnswer, SignedIn } from "../page.ts";
import { href, privatePaths } from "../paths.ts";
import type { PrivateRequest } from "../private-page.ts";
import { QuestionLink } from "../questions/question-page.tsx";
import { refusalIn } from "../refusal-in.ts";
import { WayList } from "./way-list.tsx";

const text = {
  title: { sk: "Účet", cs: "Účet", en: "Account" },
  profile: { sk: "Meno a jazyk", cs: "Jméno a jazyk", en: "Name and language" },
  name: { sk: "Meno", cs: "Jméno", en: "Name" },
  language: { sk: "Jazyk e-mailov", cs: "Jazyk e-mailů", en: "Language of e-mails" },
  save: { sk: "Uložiť", cs: "Uložit", en: "Save" },
  email: { sk: "E-mail", cs: "E-mail", en: "E-mail" },
  emailIs: { sk: "Váš e-mail je", cs: "Váš e-mail je", en: "Your e-mail address is" },
  emailNew: { sk: "Nový e-mail", cs: "Nový e-mail", en: "New e-mail" },
  emailHelp: {
    sk: "Na novú adresu príde odkaz. Dovtedy, kým ho nepoužijete, platí doterajšia.",
    cs: "Na novou adresu přijde odkaz. Dokud ho nepoužijete, platí dosavadní.",
    en: "A link goes to the new address. The current one stays until you use it.",
  },
  emailChange: { sk: "Zmeniť e-mail", cs: "Změnit e-mail", en: "Change the e-mail" },
  current: { sk: "Súčasné heslo", cs: "Současné heslo", en: "Current password" },
  currentHelp: {
    sk: "Stačí aj kód dvojstupňového prihlásenia.",
    cs: "Stačí i kód dvoufázového přihlášení.",
    en: "A code of the two-factor sign-in will do as well.",
  },
  password: { sk: "Heslo", cs: "Heslo", en: "Password" },
  passwordNew: { sk: "Nové heslo", cs: "Nové heslo", en: "New password" },
  passwordHelp: { sk: "Aspoň 12 znakov.", cs: "Alespoň 12 znaků.", en: "At least 12 characters." },
  passwordChange: { sk: "Zmeniť heslo", cs: "Změnit heslo", en: "Change the password" },
  passwordEnds: {
    sk: "Ostatné prihlásenia sa tým ukončia, toto ostane.",
    cs: "Ostatní přihlášení se tím ukončí, toto zůstane.",
    en: "The other sessions end with it, this one stays.",
  },
  opens: { sk: "Čo otvára tento účet", cs: "Co otevírá tento účet", en: "What opens this account" },
  opensNothing: { sk: "Iba heslo.", cs: "Pouze heslo.", en: "The password alone." },
  ways: { sk: "Spôsoby prihlásenia", cs: "Způsoby přihlášení", en: "Ways to sign in" },
  twoFactor: { sk: "Dvojstupňové prihlásenie", cs: "Dvoufázové přihlášení", en: "Two-factor sign-in" },
  passkeys: { sk: "Prístupové kľúče", cs: "Přístupové klíče", en: "Passkeys" },
  link: { sk: "prepojiť", cs: "propojit", en: "link" },
  linked: { sk: "prepojené", cs: "propojeno", en: "linked" },
  unlink: { sk: "Zrušiť prepojenie", cs: "Zrušit propojení", en: "Unlink" },
  on: { sk: "zapnuté", cs: "zapnuto", en: "on" },
  off: { sk: "vypnuté", cs: "vypnuto", en: "off" },
  sessions: { sk: "Kde ste prihlásení", cs: "Kde jste přihlášeni", en: "Where you are signed in" },
  thisOne: { sk: "toto zariadenie", cs: "toto zařízení", en: "this device" },
  unknownAgent: { sk: "neznámy prehliadač", cs: "neznámý prohlížeč", en: "unknown browser" },
  signedIn: { sk: "prihlásené", cs: "přihlášeno", en: "signed in" },
  lastUsed: { sk: "naposledy", cs: "naposledy", en: "last used" },
  end: { sk: "Ukončiť", cs: "Ukončit", en: "End" },
  endOthers: { sk: "Ukončiť všetky ostatné", cs: "Ukončit všechna ostatní", en: "End all others" },
  forget: {
    sk: "Odhlásiť sa a zabudnúť tento prehliadač",
    cs: "Odhlásit se a zapomenout tento prohlížeč",
    en: "Sign out and forget this browser",
  },
  forgetHelp: {
    sk: "Prehliadač, v ktorom ste sa už prihlásili, nezdržia cudzie pokusy o vaše heslo. Na spoločnom počítači ho dajte zabudnúť.",
    cs: "Prohlížeč, ve kterém jste se už přihlásili, nezdrží cizí pokusy o vaše heslo. Na sdíleném počítači ho nechte zapomenout.",
    en: "Other people’s guesses of your password do not hold up a browser in which you signed in before. Have a shared one forgotten.",
  },
  mail: { sk: "E-maily: ako často", cs: "E-maily: jak často", en: "Mails: how often" },
  usage: { sk: "Čo ste využili", cs: "Co jste využili", en: "What you have used" },
  keys: { sk: "Kľúče API", cs: "Klíče API", en: "API keys" },
  keysLead: {
    sk: "Kľúčom číta agent alebo program to, čo vidíte vy.",
    cs: "Klíčem čte agent nebo program to, co vidíte vy.",
    en: "With a key an agent or a program reads what you see.",
  },
  connectionsLead: {
    sk: "Agenti, ktorí sa prihlasujú cez túto stránku, napríklad claude.ai alebo ChatGPT.",
    cs: "Agenti, kteří se přihlašují přes tuto stránku, například claude.ai nebo ChatGPT.",
    en: "Agents that sign in through this site, such as claude.ai or ChatGPT.",
  },
  manageConnections: { sk: "Pripojené aplikácie", cs: "Připojené aplikace", en: "Connected applications" },
  manageKeys: { sk: "Spravovať kľúče", cs: "Spravovat klíče", en: "Manage keys" },
  data: { sk: "Vaše údaje", cs: "Vaše údaje", en: "Your data" },
  export: {
    sk: "Stiahnuť všetko, čo o vás máme",
    cs: "Stáhnout vše, co o vás máme",
    en: "Download all we hold on you",
  },
  delete: { sk: "Zmazať účet", cs: "Smazat účet", en: "Delete the account" },
} satisfies Record<string, Localized>;

const languageNames = { sk: "Slovenčina", cs: "Čeština", en: "English" } satisfies Localized;

const emailSent: Localized = {
  sk: "Na novú adresu sme poslali odkaz.",
  cs: "Na novou adresu jsme poslali odkaz.",
  en: "We sent a link to the new address.",
};

/** What is refused while an identity is linked, by the code in the address. */
const LINK_REFUSALS = ["form_foreign", "identity_taken", "provider_refused"] as const;

/** The settings of one's own account. */
export async function accountPage(request: PrivateRequest<SignedIn>): Promise<PageAnswer> {
  const { locale, query, ask } = request;
  const [overview, { invitations }] = await Promise.all([ask(accountOverview, {}), ask(myInvitations, {})]);
  const isAsked = query.get("done") === "done";
  const mail = isAsked ? { isMailSet: request.site.isMailSet, link: await request.mailLink() } : null;
  const refusal = request.refusal ?? refusalIn(query, LINK_REFUSALS, locale);
  return {
    title: text.title[locale],
    isIndexed: false,
    body: (
      <>
        <section class="opening">
          <FormErrors request={{ ...request, refusal }} hasSeveralForms />
          <h1>{text.title[locale]}</h1>
          {mail === null ? null : <MailNotice mail={mail} sent={emailSent} locale={locale} />}
          {invitations.length === 0 ? null : (
            <p>
              <a href={href(locale, privatePaths.organizations)}>{waitingInvitations(invitations.length, locale)}</a>
            </p>
          )}
        </section>
        <ProfileSection request={request} overview={overview} />
        <WaysSection request={request} overview={overview} />
        {request.site.signIn.password ? <PasswordSection request={request} overview={overview} /> : null}
        <section class="section">
          <h2>{text.opens[locale]}</h2>
          {overview.ways.length === 0 && overview.appSince === null ? (
            <p class="prose">{text.opensNothing[locale]}</p>
          ) : (
            <WayList ways={overview.ways} appSince={overview.appSince} locale={locale} />
          )}
        </section>
        <EmailSection request={request} overview={overview} />
        <SessionsSection request={request} overview={overview} />
        <section class="section">
          <h2>{text.keys[locale]}</h2>
          <p class="prose">
            {text.keysLead[locale]} <a href={href(locale, privatePaths.keys)}>{text.manageKeys[locale]}</a>
          </p>
          <p class="prose">
            {text.connectionsLead[locale]}{" "}
            <a href={href(locale, privatePaths.connections)}>{text.manageConnections[locale]}</a>
          </p>
        </section>
        <section class="section">
          <h2>{text.data[locale]}</h2>
          <ul class="entries">
            <li>
              <a href={href(locale, privatePaths.mail)}>{text.mail[locale]}</a>
            </li>
            <li>
              <a href={href(locale, privatePaths.usage)}>{text.usage[locale]}</a>
            </li>
            <li>
              <a href={href(locale, privatePaths.accountExport)}>{text.export[locale]}</a>
            </li>
            <li>
              <a href={href(locale, privatePaths.accountDelete)}>{text.delete[locale]}</a>
            </li>
          </ul>
        </section>
      </>
    ),
  };
}

interface SectionProps {
  readonly request: PrivateRequest<SignedIn>;
  readonly overview: AnswerOf<typeof accountOverview>;
}

function ProfileSection({ request, overview: { untrusted, locale: language } }: SectionProps) {
  const { locale } = request;
  const form = formAt(request, privatePaths.profile);
  return (
    <section class="section">
      <h2>{text.profile[locale]}</h2>
      <PostForm request={form} path={privatePaths.profile}>
        <TextField request={form} name="name" label={text.name[locale]} value={untrusted.name} autocomplete="name" />
        <Field
          id="profile-locale"
          name="locale"
          label={text.language[locale]}
          value={language}
          options={LOCALES.map((value) => ({ value, name: languageNames[value] }))}
        />
        <SubmitButton label={text.save[locale]} isQuiet />
      </PostForm>
    </section>
  );
}

function WaysSection({ request, overview: { twoFactor, passkeys, isLinked } }: SectionProps) {
  const { locale, site } = request;
  const { provider } = site.signIn;
  const form = formAt(request, privatePaths.identityUnlink);
  return (
    <section class="section">
      <h2>{text.ways[locale]}</h2>
      <ul class="entries">
        <li>
          <a href={href(locale, privatePaths.twoFactor)}>{text.twoFactor[locale]}</a>:{" "}
          {twoFactor.isOn ? text.on[locale] : text.off[locale]}
        </li>
        <li>
          <a href={href(locale, privatePaths.passkeys)}>{text.passkeys[locale]}</a>: {formatNumber(passkeys, locale)}
        </li>
        {provider === null ? null : (
          <li>
            <bdi>{provider}</bdi>:{" "}
            {isLinked ? text.linked[locale] : <a href={`${privatePaths.oidc}?link=1`}>{text.link[locale]}</a>}
            {isLinked ? (
              <PostForm request={form} path={privatePaths.identityUnlink}>
                <ConfirmField request={form} />
                <SubmitButton label={text.unlink[locale]} isQuiet />
              </PostForm>
            ) : null}
          </li>
        )}
      </ul>
    </section>
  );
}

function PasswordSection({ request, overview: { hasPassword } }: SectionProps) {
  const { locale } = request;
  const form = formAt(request, privatePaths.password);
  return (
    <section class="section" id="password">
      <h2>{text.password[locale]}</h2>
      <p class="prose">{text.passwordEnds[locale]}</p>
      <PostForm request={form} path={privatePaths.password}>
        <CurrentField
          request={form}
          label={text.current[locale]}
          help={text.currentHelp[locale]}
          isRequired={hasPassword}
        />
        <TextField
          request={form}
          name="password"
          label={text.passwordNew[locale]}
          help={text.passwordHelp[locale]}
          type="password"
          autocomplete="new-password"
        />
        <SubmitButton label={text.passwordChange[locale]} isQuiet />
      </PostForm>
    </section>
  );
}

function EmailSection({ request, overview: { untrusted, hasPassword } }: SectionProps) {
  const { locale } = request;
  const form = formAt(request, privatePaths.email);
  return (
    <section class="section">
      <h2>{text.email[locale]}</h2>
      <p class="prose">
        {text.emailIs[locale]} <bdi>{untrusted.email}</bdi>. {text.emailHelp[locale]}
      </p>
      <PostForm request={form} path={privatePaths.email}>
        <TextField request={form} name="email" label={text.emailNew[locale]} type="email" autocomplete="email" />
        <CurrentField
          request={form}
          label={text.current[locale]}
          help={text.currentHelp[locale]}
          isRequired={hasPassword}
        />
        <SubmitButton label={text.emailChange[locale]} isQuiet />
      </PostForm>
    </section>
  );
}

function SessionsSection({ request, overview }: SectionProps) {
  const { locale } = request;
  // This one first, then those that were used last.
  const sessions = overview.sessions.toSorted(
    (a, b) => Number(b.isThis) - Number(a.isThis) || b.seenAt.localeCompare(a.seenAt),
  );
  return (
    <section class="section">
      <h2>{text.sessions[locale]}</h2>
      <ul class="entries">
        {sessions.map(({ number, isThis, agent, ipPrefix, startedAt, seenAt }) => (
          <li>
            <p>
              <strong>{agent === "" ? text.unknownAgent[locale] : agent}</strong>
              {isThis ? ` (${text.thisOne[locale]})` : ""}
            </p>
            <p class="meta">
              {ipPrefix === null ? "" : `${ipPrefix}, `}
              {text.signedIn[locale]} {formatInstant(startedAt, locale)}, {text.lastUsed[locale]}{" "}
              {formatInstant(seenAt, locale)}
            </p>
            {isThis ? null : (
              <PostForm request={request} path={`/account/sessions/${number}/end`} isInline>
                <SubmitButton label={text.end[locale]} isQuiet />
              </PostForm>
            )}
          </li>
        ))}
      </ul>
      {sessions.length < 2 ? null : (
        <p>
          <QuestionLink locale={locale} path={privatePaths.endOtherSessions} label={text.endOthers[locale]} />
        </p>
      )}
      <PostForm request={request} path={privatePaths.signOut}>
        <input type="hidden" name="forget" value="1" />
        <p class="prose">{text.forgetHelp[locale]}</p>
        <SubmitButton label={text.forget[locale]} isQuiet />
      </PostForm>
    </section>
  );
}
