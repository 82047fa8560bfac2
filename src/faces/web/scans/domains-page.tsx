import { domainList } from "../../../capabilities/scans/domain-list.ts";
import { scheduleList } from "../../../capabilities/scans/domain-schedule.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { formatInstant } from "../../../core/text.ts";
import { CodeBlock } from "../components/code-block.tsx";
import { FormErrors, PostForm, SubmitButton, TextField } from "../components/form.tsx";
import { Field } from "../components/form-field.tsx";
import { Notice } from "../components/notice.tsx";
import type { PageAnswer, SignedIn } from "../page.ts";
import { href } from "../paths.ts";
import type { PrivateRequest } from "../private-page.ts";
import { QuestionLink } from "../questions/question-page.tsx";
import { ReadAs } from "./scan-findings.tsx";
import { ScanHead, shownOrganization } from "./scan-head.tsx";
import { domainsPath, organizationIn, scansPath } from "./scan-paths.ts";
import { ProfileField } from "./scans-page.tsx";

const text = {
  title: { sk: "Domény", cs: "Domény", en: "Domains" },
  lead: {
    sk: "Na doméne s overeným vlastníctvom smieme spustiť úplný sken a jej výsledky môžu anonymne vstúpiť do súhrnov.",
    cs: "Na doméně s ověřeným vlastnictvím smíme spustit úplný sken a její výsledky mohou anonymně vstoupit do souhrnů.",
    en: "On a domain whose ownership is proved a full scan may run, and its results may anonymously enter the summaries.",
  },
  scans: { sk: "Skeny domén", cs: "Skeny domén", en: "Domain scans" },
  none: {
    sk: "Zatiaľ žiadna doména. Pridajte svoju a ukážeme vám, ako preukázať, že je vaša.",
    cs: "Zatím žádná doména. Přidejte svou a ukážeme vám, jak prokázat, že je vaše.",
    en: "No domain yet. Add yours, and you will see how to prove that it is yours.",
  },
  domain: { sk: "Doména", cs: "Doména", en: "Domain" },
  add: { sk: "Pridať doménu", cs: "Přidat doménu", en: "Add a domain" },
  verified: { sk: "Vlastníctvo overené", cs: "Vlastnictví ověřeno", en: "Ownership proved" },
  unverified: { sk: "Vlastníctvo neoverené", cs: "Vlastnictví neověřeno", en: "Ownership not proved" },
  checked: { sk: "naposledy hľadané", cs: "naposledy hledáno", en: "last looked up" },
  publish: {
    sk: "Zverejnite jedno z toho a potom overte:",
    cs: "Zveřejněte jedno z toho a potom ověřte:",
    en: "Publish one of these, then verify:",
  },
  dns: { sk: "Záznam TXT v DNS", cs: "Záznam TXT v DNS", en: "A TXT record in the DNS" },
  file: { sk: "Alebo súbor na webe", cs: "Nebo soubor na webu", en: "Or a file on the site" },
  verify: { sk: "Overiť", cs: "Ověřit", en: "Verify" },
  verifyAgain: { sk: "Overiť znova", cs: "Ověřit znovu", en: "Verify again" },
  remove: { sk: "Odstrániť doménu", cs: "Odstranit doménu", en: "Remove the domain" },
  dnsName: { sk: "Meno", cs: "Jméno", en: "Name" },
  dnsValue: { sk: "Hodnota", cs: "Hodnota", en: "Value" },
  fileUrl: { sk: "Adresa", cs: "Adresa", en: "Address" },
  fileContent: { sk: "Obsah", cs: "Obsah", en: "Content" },
  notFound: {
    sk: "Záznam ani súbor sme nenašli. Zmena v DNS sa môže prejaviť až o niekoľko hodín.",
    cs: "Záznam ani soubor jsme nenašli. Změna v DNS se může projevit až za několik hodin.",
    en: "Neither the record nor the file was found. A change in the DNS may take hours to be seen.",
  },
  notChecked: {
    sk: "Záznam sa nepodarilo overiť, DNS neodpovedalo. Skúste to neskôr.",
    cs: "Záznam se nepodařilo ověřit, DNS neodpovědělo. Zkuste to později.",
    en: "The record could not be looked up: the DNS did not answer. Try again later.",
  },
  schedule: { sk: "Pravidelný sken", cs: "Pravidelný sken", en: "Regular scan" },
  scheduleHelp: {
    sk: "Keď sa niečo zhorší, pošleme vám e-mail.",
    cs: "Když se něco zhorší, pošleme vám e-mail.",
    en: "When something gets worse you get an e-mail.",
  },
  save: { sk: "Uložiť", cs: "Uložit", en: "Save" },
  next: { sk: "najbližšie", cs: "příští", en: "next" },
} satisfies Record<string, Localized>;

const intervals = {
  never: { sk: "nikdy", cs: "nikdy", en: "never" },
  week: { sk: "každý týždeň", cs: "každý týden", en: "every week" },
  month: { sk: "každý mesiac", cs: "každý měsíc", en: "every month" },
} satisfies Record<string, Localized>;

type Owned = Awaited<ReturnType<typeof domainList.run>>["domains"][number];
type Schedule = Awaited<ReturnType<typeof scheduleList.run>>["schedules"][number];

/** The domains of an organization with what proves them, and how often each is scanned. */
export async function domainsPage(request: PrivateRequest<SignedIn>): Promise<PageAnswer> {
  const { locale, ask, query } = request;
  const organizationId = organizationIn(request);
  const [organization, { domains }, { schedules }] = await Promise.all([
    shownOrganization(request),
    ask(domainList, { organizationId }),
    ask(scheduleList, { organizationId }),
  ]);
  const scheduled = new Map(schedules.map((schedule) => [schedule.domain, schedule]));
  return {
    title: `${text.title[locale]} · ${organization.untrusted.name}`,
    isIndexed: false,
    holdsSecret: true,
    scripts: ["copy"],
    body: (
      <>
        <section class="opening">
          <FormErrors request={request} />
          <ScanHead
            request={request}
            organization={organization}
            back={
              <p class="meta">
                <a href={href(locale, scansPath(organizationId))}>{text.scans[locale]}</a>
              </p>
            }
            title={text.title[locale]}
          />
          <p class="prose lead">{text.lead[locale]}</p>
          {domains
            .filter(({ domain }) => domain === query.get("domain"))
            .map(({ domain }) => (
              <ReadAs query={query} domain={domain} locale={locale} />
            ))}
          {query.get("look") === "not-found" ? <Notice tone="caution" title={text.notFound[locale]} /> : null}
          {query.get("look") === "not-checked" ? <Notice tone="caution" title={text.notChecked[locale]} /> : null}
        </section>
        {organization.mayManage ? (
          <section class="section" aria-labelledby="add">
            <h2 id="add">{text.add[locale]}</h2>
            <PostForm request={request} path={domainsPath(organizationId)}>
              <TextField request={request} name="domain" label={text.domain[locale]} autocomplete="off" />
              <SubmitButton label={text.add[locale]} />
            </PostForm>
          </section>
        ) : null}
        {domains.length === 0 ? <p class="prose scan-next">{text.none[locale]}</p> : null}
        {domains.map((owned) => (
          <OwnedDomain
            request={request}
            owned={owned}
            schedule={scheduled.get(owned.domain)}
            mayChange={organization.mayChange}
          />
        ))}
      </>
    ),
  };
}

function OwnedDomain({
  request,
  owned,
  schedule,
  mayChange,
}: {
  request: PrivateRequest<SignedIn>;
  owned: Owned;
  schedule: Schedule | undefined;
  mayChange: boolean;
}) {
  const { locale } = request;
  const { domain, verified, proof, checkedAt } = owned;
  const path = `${domainsPath(organizationIn(request))}/${encodeURIComponent(domain)}`;
  return (
    <section class="section owned-domain" aria-labelledby={`domain-${domain}`}>
      <h2 id={`domain-${domain}`}>
        <bdi>{domain}</bdi>
      </h2>
      <p>
        <strong class={verified ? "is-proved" : "is-unproved"}>
          {(verified ? text.verified : text.unverified)[locale]}
        </strong>
        {checkedAt === null ? null : (
          <>
            , {text.checked[locale]} <time datetime={checkedAt}>{formatInstant(checkedAt, locale)}</time>
          </>
        )}
      </p>
      {proof === null || verified ? null : <Proof domain={domain} proof={proof} locale={locale} />}
      {proof === null ? null : (
        <div class="buttons">
          <PostForm request={request} path={`${path}/verify`} isInline>
            <SubmitButton label={text[verified ? "verifyAgain" : "verify"][locale]} isQuiet={verified} />
          </PostForm>
        </div>
      )}
      {mayChange ? (
        <details class="folded" open={schedule !== undefined}>
          <summary>
            <ScheduleLine schedule={schedule} locale={locale} />
          </summary>
          <PostForm request={request} path={`${path}/schedule`}>
            <Field
              id={`every-${domain}`}
              name="every"
              label={text.schedule[locale]}
              help={text.scheduleHelp[locale]}
              value={schedule?.every ?? "never"}
              options={(["never", "week", "month"] as const).map((every) => ({
                value: every,
                name: intervals[every][locale],
              }))}
            />
            <ProfileField locale={locale} chosen={schedule?.profile ?? "public"} id={`profile-${domain}`} />
            <SubmitButton label={text.save[locale]} isQuiet />
          </PostForm>
        </details>
      ) : (
        <p>
          <ScheduleLine schedule={schedule} locale={locale} />
        </p>
      )}
      {proof === null ? null : (
        <p>
          <QuestionLink locale={locale} path={`${path}/remove`} label={text.remove[locale]} name={domain} />
        </p>
      )}
    </section>
  );
}

/** How often the domain is scanned, and when next. */
function ScheduleLine({ schedule, locale }: { schedule: Schedule | undefined; locale: Locale }) {
  return (
    <>
      {text.schedule[locale]}: {intervals[schedule?.every ?? "never"][locale]}
      {schedule === undefined ? null : `, ${text.next[locale]} ${formatInstant(schedule.nextAt, locale)}`}
    </>
  );
}

function Proof({ domain, proof, locale }: { domain: string; proof: NonNullable<Owned["proof"]>; locale: Locale }) {
  return (
    <>
      <p class="prose">{text.publish[locale]}</p>
      <h3>{text.dns[locale]}</h3>
      <Part id={`dns-name-${domain}`} label={text.dnsName} code={proof.dns.name} locale={locale} />
      <Part id={`dns-${domain}`} label={text.dnsValue} code={proof.dns.value} locale={locale} />
      <h3>{text.file[locale]}</h3>
      <Part id={`file-url-${domain}`} label={text.fileUrl} code={proof.file.url} locale={locale} />
      <Part id={`file-${domain}`} label={text.fileContent} code={proof.file.content} locale={locale} />
    </>
  );
}

/** One thing to copy: forms of DNS providers and of web servers take them one by one. */
function Part({ id, label, code, locale }: { id: string; label: Localized; code: string; locale: Locale }) {
  return (
    <div class="proof-part">
      <p class="meta">{label[locale]}</p>
      <CodeBlock id={id} label={label[locale]} code={code} locale={locale} />
    </div>
  );
}
