import type { AnswerOf } from "../../../capabilities/capability.ts";
import {
  ACCESS_DECLINE_REASONS,
  trustRequestable,
  trustRequestShow,
  trustRequests,
} from "../../../capabilities/trust/trust-requests.ts";
import type { Localized } from "../../../core/locale.ts";
import { formatDay } from "../../../core/text.ts";
import { FormErrors, formAt, PostForm, SubmitButton, TextArea, TextField } from "../components/form.tsx";
import { Choice, Options, Tick } from "../components/form-field.tsx";
import { MailNotice } from "../components/mail-notice.tsx";
import { OrganizationHead } from "../organizations/organization-head.tsx";
import type { PageAnswer, SignedIn } from "../page.ts";
import { href } from "../paths.ts";
import type { PrivateRequest } from "../private-page.ts";
import { organizationIn, trustPath } from "./trust-paths.ts";

const text = {
  ask: { sk: "Požiadať o prístup", cs: "Požádat o přístup", en: "Ask for access" },
  askLead: {
    sk: "Dodávateľ dáva niektoré odpovede na požiadanie. Napíšte mu, kto ste a na čo ich potrebujete. Najprv vám pošleme odkaz, ktorým žiadosť potvrdíte.",
    cs: "Dodavatel dává některé odpovědi na požádání. Napište mu, kdo jste a k čemu je potřebujete. Nejdřív vám pošleme odkaz, kterým žádost potvrdíte.",
    en: "The supplier gives some answers on request. Say who you are and what you need them for. You first get a link with which you confirm the request.",
  },
  name: { sk: "Vaše meno", cs: "Vaše jméno", en: "Your name" },
  email: { sk: "Váš e-mail", cs: "Váš e-mail", en: "Your e-mail" },
  company: { sk: "Vaša firma", cs: "Vaše firma", en: "Your firm" },
  fields: { sk: "O čo žiadate", cs: "Oč žádáte", en: "What you ask for" },
  purpose: { sk: "Na čo to potrebujete", cs: "K čemu to potřebujete", en: "What you need it for" },
  purposeHelp: { sk: "10 až 500 znakov.", cs: "10 až 500 znaků.", en: "10 to 500 characters." },
  send: { sk: "Poslať žiadosť", cs: "Poslat žádost", en: "Send the request" },
  sent: {
    sk: "Ak sa o odpovede dá požiadať, poslali sme vám odkaz na potvrdenie. Platí 24 hodín.",
    cs: "Pokud se o odpovědi dá požádat, poslali jsme vám odkaz k potvrzení. Platí 24 hodin.",
    en: "If answers can be asked for, we sent you a link to confirm. It is valid for 24 hours.",
  },
  back: { sk: "Späť na profil", cs: "Zpět na profil", en: "Back to the profile" },
  confirm: { sk: "Potvrdiť žiadosť", cs: "Potvrdit žádost", en: "Confirm the request" },
  confirmLead: {
    sk: "Ešte jedno kliknutie a dodávateľ vašu žiadosť dostane.",
    cs: "Ještě jedno kliknutí a dodavatel vaši žádost dostane.",
    en: "One more click and the supplier gets your request.",
  },
  confirmed: {
    sk: "Žiadosť je potvrdená. O rozhodnutí vám príde e-mail.",
    cs: "Žádost je potvrzena. O rozhodnutí vám přijde e-mail.",
    en: "The request is confirmed. You get a mail about the decision.",
  },
  requests: { sk: "Žiadosti o prístup", cs: "Žádosti o přístup", en: "Requests for access" },
  requestsLead: {
    sk: "Kto žiada o odpovede, ktoré nie sú verejné. Vyhovením vznikne odkaz len na tieto odpovede.",
    cs: "Kdo žádá o odpovědi, které nejsou veřejné. Vyhověním vznikne odkaz jen na tyto odpovědi.",
    en: "Who asks for answers that are not public. Granting makes a link to these answers alone.",
  },
  none: { sk: "Nikto o nič nežiada.", cs: "Nikdo o nic nežádá.", en: "Nobody asks for anything." },
  foreign: {
    sk: "Meno, firmu ani účel sme neoverovali; overená je iba e-mailová adresa.",
    cs: "Jméno, firmu ani účel jsme neověřovali; ověřena je pouze e-mailová adresa.",
    en: "Name, firm and purpose were not checked; the e-mail address alone was.",
  },
  days: { sk: "Platí dní (1 až 90)", cs: "Platí dní (1 až 90)", en: "Valid for days (1 to 90)" },
  grant: { sk: "Vyhovieť", cs: "Vyhovět", en: "Grant" },
  decline: { sk: "Odmietnuť", cs: "Odmítnout", en: "Decline" },
  why: { sk: "Prečo", cs: "Proč", en: "Why" },
  tell: { sk: "Oznámiť mu to e-mailom", cs: "Oznámit mu to e-mailem", en: "Tell them by mail" },
} satisfies Record<string, Localized>;

const REASONS: Readonly<Record<(typeof ACCESS_DECLINE_REASONS)[number], Localized>> = {
  unknown: { sk: "Nepoznáme ho", cs: "Neznáme ho", en: "We do not know them" },
  not_customer: { sk: "Nie je náš zákazník", cs: "Není náš zákazník", en: "They are not our customer" },
  other: { sk: "Iný dôvod", cs: "Jiný důvod", en: "Another reason" },
};

const STATES: Readonly<Record<AnswerOf<typeof trustRequests>["requests"][number]["state"], Localized>> = {
  unconfirmed: { sk: "nepotvrdená", cs: "nepotvrzena", en: "not confirmed" },
  waiting: { sk: "čaká", cs: "čeká", en: "waits" },
  granted: { sk: "vyhovené", cs: "vyhověno", en: "granted" },
  declined: { sk: "odmietnutá", cs: "odmítnuta", en: "declined" },
};

/** The form with which anybody asks a supplier for answers that are not public. */
export async function trustRequestPage(request: PrivateRequest): Promise<PageAnswer> {
  const { locale, params, ask, form } = request;
  const slug = params.slug ?? "";
  const { fields } = await ask(trustRequestable, { slug });
  return {
    title: text.ask[locale],
    isIndexed: false,
    body: (
      <section class="opening">
        <FormErrors request={request} />
        <h1>{text.ask[locale]}</h1>
        <p class="prose lead">{text.askLead[locale]}</p>
        <PostForm request={request} path={`/trust/${encodeURIComponent(slug)}/request`}>
          <TextField request={request} name="name" label={text.name[locale]} autocomplete="name" />
          <TextField request={request} name="email" label={text.email[locale]} type="email" autocomplete="email" />
          <TextField
            request={request}
            name="company"
            label={text.company[locale]}
            isRequired={false}
            autocomplete="organization"
          />
          <Choice
            legend={text.fields[locale]}
            name="fields"
            options={fields.map(({ id, label }) => ({ value: id, name: label }))}
            values={request.refusal === null ? fields.map(({ id }) => id) : form.getAll("fields")}
            isSeveral
          />
          <TextArea
            request={request}
            name="purpose"
            label={text.purpose[locale]}
            help={text.purposeHelp[locale]}
            value=""
            rows={4}
          />
          <SubmitButton label={text.send[locale]} />
        </PostForm>
      </section>
    ),
  };
}

/** What happens after the form, for everybody alike. */
export async function trustRequestSentPage(request: PrivateRequest): Promise<PageAnswer> {
  const { locale, params, site } = request;
  const mail = { isMailSet: site.isMailSet, link: await request.mailLink() };
  return {
    title: text.ask[locale],
    isIndexed: false,
    holdsSecret: true,
    body: (
      <section class="opening">
        <h1>{text.ask[locale]}</h1>
        <MailNotice mail={mail} sent={text.sent} locale={locale} />
        <p>
          <a href={href(locale, `/trust/${encodeURIComponent(params.slug ?? "")}`)}>{text.back[locale]}</a>
        </p>
      </section>
    ),
  };
}

/** A button: programs that check mails follow links, and must not confirm in somebody's place. */
export async function trustRequestConfirmPage(request: PrivateRequest): Promise<PageAnswer> {
  const { locale, params, ask } = request;
  const token = params.token ?? "";
  const { isConfirmed } = await ask(trustRequestShow, { token });
  return {
    title: text.confirm[locale],
    isIndexed: false,
    body: (
      <section class="opening">
        <FormErrors request={request} />
        <h1>{text.confirm[locale]}</h1>
        <p class="prose lead">{text[isConfirmed ? "confirmed" : "confirmLead"][locale]}</p>
        {isConfirmed ? null : (
          <PostForm request={request} path={`/trust-requests/${token}`}>
            <SubmitButton label={text.confirm[locale]} />
          </PostForm>
        )}
      </section>
    ),
  };
}

/** The requests for access to the profile of an organization, and the decision on each. */
export async function trustRequestsPage(request: PrivateRequest<SignedIn>): Promise<PageAnswer> {
  const { locale, ask } = request;
  const { organization, requests } = await ask(trustRequests, { organizationId: organizationIn(request) });
  return {
    title: `${text.requests[locale]} · ${organization.untrusted.name}`,
    isIndexed: false,
    body: (
      <>
        <section class="opening">
          <FormErrors request={request} />
          <OrganizationHead request={request} organization={organization} />
          <h2>{text.requests[locale]}</h2>
          <p class="prose lead">{text.requestsLead[locale]}</p>
          <p class="meta">{text.foreign[locale]}</p>
        </section>
        <section class="section" aria-label={text.requests[locale]}>
          {requests.length === 0 ? <p class="prose">{text.none[locale]}</p> : null}
          <ul class="rows">
            {requests.map((each) => (
              <li class="row" id={each.id} data-request={each.state}>
                <p class="row-name">
                  <bdi>{each.untrusted.name}</bdi>, <bdi class="breakable">{each.untrusted.email}</bdi>
                </p>
                <p class="meta">
                  {each.untrusted.company === "" ? null : (
                    <>
                      <bdi>{each.untrusted.company}</bdi>,{" "}
                    </>
                  )}
                  {each.ico === null ? "" : `${each.country} ${each.ico}, `}
                  {formatDay(each.confirmedAt.slice(0, 10), locale)}, {STATES[each.state][locale]}
                </p>
                <p class="foreign-lines">
                  <bdi>{each.untrusted.purpose}</bdi>
                </p>
                {each.state === "waiting" ? (
                  <Decision request={request} asked={each} />
                ) : (
                  <p class="meta">{each.fields.map(({ label }) => label).join(", ")}</p>
                )}
              </li>
            ))}
          </ul>
        </section>
      </>
    ),
  };
}

function Decision({
  request,
  asked: { id, fields },
}: {
  request: PrivateRequest<SignedIn>;
  asked: AnswerOf<typeof trustRequests>["requests"][number];
}) {
  const { locale } = request;
  const path = trustPath(organizationIn(request), `/requests/${id}`);
  return (
    <>
      <PostForm request={formAt(request, `${path}/grant`)} path={`${path}/grant`}>
        <fieldset class="choice">
          <legend>{text.fields[locale]}</legend>
          <Options
            name="fields"
            id={`fields-${id}`}
            options={fields.map((field) => ({ value: field.id, name: field.label }))}
            values={fields.map((field) => field.id)}
            isSeveral
          />
        </fieldset>
        <label for={`days-${id}`}>{text.days[locale]}</label>
        <input id={`days-${id}`} name="days" value="30" inputmode="numeric" />
        <SubmitButton label={text.grant[locale]} />
      </PostForm>
      <details class="folded">
        <summary>{text.decline[locale]}</summary>
        <PostForm request={formAt(request, `${path}/decline`)} path={`${path}/decline`}>
          <Choice
            legend={text.why[locale]}
            name="reason"
            id={`reason-${id}`}
            options={ACCESS_DECLINE_REASONS.map((value) => ({ value, name: REASONS[value][locale] }))}
            values={["unknown"]}
          />
          <Tick id={`tell-${id}`} name="tell" label={text.tell[locale]} isChecked={false} />
          <SubmitButton label={text.decline[locale]} isQuiet />
        </PostForm>
      </details>
    </>
  );
}
