import { scanList } from "../../../capabilities/scans/scan-list.ts";
import { profileNames, stateNames } from "../../../capabilities/scans/scan-words.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { formatInstant } from "../../../core/text.ts";
import { FormErrors, PostForm, SubmitButton, TextField } from "../components/form.tsx";
import { Field } from "../components/form-field.tsx";
import type { PageAnswer, SignedIn } from "../page.ts";
import { href } from "../paths.ts";
import type { PrivateRequest } from "../private-page.ts";
import { ScanHead, shownOrganization } from "./scan-head.tsx";
import { domainsPath, organizationIn, scanPath, scansPath } from "./scan-paths.ts";

const text = {
  title: { sk: "Skeny domén", cs: "Skeny domén", en: "Domain scans" },
  none: {
    sk: "Zatiaľ žiadny sken. Zadajte doménu a o chvíľu uvidíte, čo na nej zlepšiť.",
    cs: "Zatím žádný sken. Zadejte doménu a za chvíli uvidíte, co na ní zlepšit.",
    en: "No scan yet. Give a domain, and in a moment you will see what to improve.",
  },
  domain: { sk: "Doména", cs: "Doména", en: "Domain" },
  web: { sk: "web", cs: "web", en: "website" },
  help: { sk: "Napríklad firma.sk", cs: "Například firma.cz", en: "For example firma.sk" },
  profile: { sk: "Rozsah", cs: "Rozsah", en: "Profile" },
  profileHelp: {
    sk: "Úplný len na doméne s overeným vlastníctvom.",
    cs: "Úplný jen na doméně s ověřeným vlastnictvím.",
    en: "Full only on a domain whose ownership is proved.",
  },
  start: { sk: "Spustiť sken", cs: "Spustit sken", en: "Start the scan" },
  newScan: { sk: "Nový sken", cs: "Nový sken", en: "New scan" },
  technical: { sk: "Technické", cs: "Technické", en: "Technical" },
  questionnaire: { sk: "Dotazník", cs: "Dotazník", en: "Questionnaire" },
  score: { sk: "Skóre", cs: "Skóre", en: "Score" },
  more: { sk: "Staršie skeny", cs: "Starší skeny", en: "Older scans" },
  domains: { sk: "Domény a ich overenie", cs: "Domény a jejich ověření", en: "Domains and their proof" },
} satisfies Record<string, Localized>;

/** The scans of an organization, newest first, and the form for a new one. */
export async function scansPage(request: PrivateRequest<SignedIn>): Promise<PageAnswer> {
  const { locale, ask, query } = request;
  const organizationId = organizationIn(request);
  const cursor = query.get("cursor") ?? undefined;
  const [organization, { scans, nextCursor }] = await Promise.all([
    shownOrganization(request),
    ask(scanList, { organizationId, ...(cursor === undefined || request.refusal !== null ? {} : { cursor }) }),
  ]);
  // Results of questionnaires have pages of their own.
  const ofDomains = scans.filter(({ domain }) => domain !== null);
  return {
    title: `${text.title[locale]} · ${organization.untrusted.name}`,
    isIndexed: false,
    body: (
      <>
        <section class="opening">
          <FormErrors request={request} />
          <ScanHead request={request} organization={organization} title={text.title[locale]} />
          <p class="links">
            <a href={href(locale, domainsPath(organizationId))}>{text.domains[locale]}</a>
          </p>
        </section>
        {organization.mayChange ? <NewScan request={request} /> : null}
        {ofDomains.length === 0 ? (
          <p class="prose scan-next">{text.none[locale]}</p>
        ) : (
          <ScanRows scans={ofDomains} organizationId={organizationId} locale={locale} />
        )}
        {nextCursor === null ? null : (
          <p class="links">
            <a href={href(locale, scansPath(organizationId), { cursor: nextCursor })}>{text.more[locale]}</a>
          </p>
        )}
      </>
    ),
  };
}

function NewScan({ request }: { request: PrivateRequest<SignedIn> }) {
  const { locale } = request;
  const organizationId = organizationIn(request);
  return (
    <section class="section" aria-labelledby="new-scan">
      <h2 id="new-scan">{text.newScan[locale]}</h2>
      <PostForm request={request} path={scansPath(organizationId)}>
        <TextField
          request={request}
          name="domain"
          label={text.domain[locale]}
          help={text.help[locale]}
          autocomplete="off"
          value={request.query.get("domain") ?? ""}
        />
        <ProfileField locale={locale} chosen={request.form.get("profile")} />
        <SubmitButton label={text.start[locale]} />
      </PostForm>
    </section>
  );
}

/** Which profile a scan has. */
export function ProfileField({ locale, chosen, id = "profile" }: { locale: Locale; chosen: string; id?: string }) {
  return (
    <Field
      id={id}
      name="profile"
      label={text.profile[locale]}
      help={text.profileHelp[locale]}
      value={chosen}
      options={(["public", "full"] as const).map((value) => ({ value, name: profileNames[value][locale] }))}
    />
  );
}

type Listed = Awaited<ReturnType<typeof scanList.run>>["scans"];

function ScanRows({ scans, organizationId, locale }: { scans: Listed; organizationId: string; locale: Locale }) {
  const parts = ["technical", "questionnaire"] as const;
  return (
    <ul class="scan-list">
      {scans.map(({ id, domain, webHost, status, createdAt, scores }) => (
        <li>
          <a href={href(locale, scanPath(organizationId, id))}>
            <bdi>{domain}</bdi>
          </a>
          {scores.technical === null ? null : (
            <p class="scan-list-score">
              <span class="visually-hidden">{text.score[locale]}</span> <strong>{scores.technical}</strong>/100
            </p>
          )}
          <p class="meta">
            <time datetime={createdAt}>{formatInstant(createdAt, locale)}</time> · {stateNames[status][locale]}
            {webHost === null || webHost === domain ? null : (
              <>
                {" "}
                · {text.web[locale]} <bdi>{webHost}</bdi>
              </>
            )}
            {/* Each part of a score by itself only says more where there are two. */}
            {scores.technical === null || scores.questionnaire === null
              ? null
              : parts.map((name) => ` · ${text[name][locale].toLowerCase()} ${String(scores[name])}`)}
          </p>
        </li>
      ))}
    </ul>
  );
}
