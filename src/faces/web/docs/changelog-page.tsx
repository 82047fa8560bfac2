import type { AnswerOf } from "../../../capabilities/capability.ts";
import type { ExportEntry, FeedHead } from "../../../capabilities/feed/export-entry.ts";
import { renderJsonFeedEntries } from "../../../capabilities/feed/export-json.ts";
import { renderRssEntries } from "../../../capabilities/feed/export-rss.ts";
import { ruleChangelog } from "../../../capabilities/law/rule-changelog.ts";
import { publicCaching } from "../../../core/cache-control.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { formatDay } from "../../../core/text.ts";
import { Citations } from "../components/citations.tsx";
import { LawText } from "../components/law-text.tsx";
import type { PageAnswer, PageRequest } from "../page.ts";
import { href, paths } from "../paths.ts";

type Changelog = AnswerOf<typeof ruleChangelog>;
type Version = Changelog["versions"][number];
type Change = Version["changes"][number];

const text = {
  title: { sk: "Čo sa v pravidlách zmenilo", cs: "Co se v pravidlech změnilo", en: "What changed in the rules" },
  description: {
    sk: "Verzie pravidiel, podľa ktorých Dosah odpovedá: čo sa zmenilo, odkedy a podľa ktorého ustanovenia.",
    cs: "Verze pravidel, podle kterých Dosah odpovídá: co se změnilo, odkdy a podle kterého ustanovení.",
    en: "The versions of the rules that Dosah answers by: what changed, from when, and under which provision.",
  },
  intro: {
    sk: "Zverejnená verzia sa už nemení. Každá ďalšia zmena, aj oprava jediného slova, má vlastnú verziu, dátum a dôvod.",
    cs: "Zveřejněná verze se už nemění. Každá další změna, i oprava jediného slova, má vlastní verzi, datum a důvod.",
    en: "A published version is never changed again. Every further change, even the correction of a single word, has a version, a date and a reason of its own.",
  },
  follow: { sk: "Sledovať zmeny", cs: "Sledovat změny", en: "Follow the changes" },
  openData: { sk: "Stiahnuť pravidlá ako údaje", cs: "Stáhnout pravidla jako data", en: "Download the rules as data" },
  methodology: { sk: "Ako rozhodujeme", cs: "Jak rozhodujeme", en: "How we decide" },
  parts: { sk: "Verzie častí", cs: "Verze částí", en: "Versions of the parts" },
  part: { sk: "Časť", cs: "Část", en: "Part" },
  version: { sk: "Verzia", cs: "Verze", en: "Version" },
  since: { sk: "Platí od", cs: "Platí od", en: "Valid from" },
  pages: { sk: "Stránky verzií", cs: "Stránky verzí", en: "Pages of versions" },
  newer: { sk: "Novšie verzie", cs: "Novější verze", en: "Newer versions" },
  older: { sk: "Staršie verzie", cs: "Starší verze", en: "Older versions" },
  sources: { sk: "Zdroje", cs: "Zdroje", en: "Sources" },
  withheld: {
    sk: "Opis zmeny nezobrazujeme: citáciu v ňom sa nepodarilo overiť.",
    cs: "Popis změny nezobrazujeme: citaci v něm se nepodařilo ověřit.",
    en: "The change is not described: a citation in its words could not be confirmed.",
  },
} satisfies Record<string, Localized>;

/** What a change is for the reader, in the order in which it matters to them. */
const meanings = {
  result: { sk: "Mení výsledok", cs: "Mění výsledek", en: "Changes results" },
  texts: { sk: "Mení texty", cs: "Mění texty", en: "Changes wording" },
  data: { sk: "Len údaje", cs: "Jen údaje", en: "Data only" },
} satisfies Record<Change["means"], Localized>;

const MEANINGS = ["result", "texts", "data"] as const;

/** Versions on a page. */
const PAGE_SIZE = 20;

/** "Which rules answered me, and have they changed?" */
export async function changelogPage(request: PageRequest): Promise<PageAnswer> {
  const { locale } = request;
  const changelog = await request.ask(ruleChangelog, {});
  const pages = Math.ceil(changelog.versions.length / PAGE_SIZE);
  const asked = Number(request.query.get("page") ?? 1);
  const page = Number.isInteger(asked) && asked >= 1 && asked <= pages ? asked : 1;
  const versions = changelog.versions.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
  return {
    title: text.title[locale],
    description: text.description[locale],
    body: (
      <>
        <section class="opening">
          <h1>{text.title[locale]}</h1>
          <p class="prose lead">{text.intro[locale]}</p>
          <nav class="links" aria-label={text.follow[locale]}>
            <a href={href(locale, paths.changelogRss)} type="application/rss+xml">
              RSS
            </a>
            <a href={href(locale, paths.changelogJson)} type="application/feed+json">
              JSON Feed
            </a>
            <a href={href(locale, paths.docsOpenData)}>{text.openData[locale]}</a>
            <a href={href(locale, paths.docsMethodology)}>{text.methodology[locale]}</a>
          </nav>
        </section>
        {versions.map((version) => (
          <VersionEntry version={version} isOpen={version === changelog.versions[0]} locale={locale} />
        ))}
        <Pages page={page} pages={pages} locale={locale} />
        <Parts parts={changelog.parts} disclaimer={changelog.disclaimer} locale={locale} />
      </>
    ),
  };
}

/** The same as RSS 2.0. */
export async function changelogRss(request: PageRequest): Promise<Response> {
  const { entries, head } = await feedOf(request, paths.changelogRss);
  return new Response(renderRssEntries(head, entries), {
    headers: { "Content-Type": "application/rss+xml; charset=utf-8", "Cache-Control": publicCaching() },
  });
}

/** The same as JSON Feed 1.1. */
export async function changelogJson(request: PageRequest): Promise<Response> {
  const { entries, head } = await feedOf(request, paths.changelogJson);
  return new Response(renderJsonFeedEntries(head, entries), {
    headers: { "Content-Type": "application/feed+json; charset=utf-8", "Cache-Control": publicCaching() },
  });
}

async function feedOf(request: PageRequest, path: string): Promise<{ head: FeedHead; entries: ExportEntry[] }> {
  const { locale, site } = request;
  const { versions } = await request.ask(ruleChangelog, {});
  const pageUrl = `${site.baseUrl}${href(locale, paths.changelog)}`;
  const head = {
    title: `Dosah: ${text.title[locale].toLowerCase()}`,
    description: text.description[locale],
    locale,
    pageUrl,
    selfUrl: `${site.baseUrl}${href(locale, path)}`,
  };
  const entries = versions.map((version) => ({
    // Lasts as long as the version, whatever address this Dosah has.
    id: `dosah-rules:${version.version}`,
    url: `${pageUrl}#${anchorOf(version)}`,
    title: `${version.version}: ${version.title ?? text.withheld[locale]}`,
    summary: version.changes
      .flatMap(({ partName, text: words }) => (words === null ? [] : `${partName}: ${words}`))
      .join("\n"),
    publishedAt: `${version.date}T00:00:00.000Z`,
    tags: [...new Set(version.changes.map(({ part }) => part))],
    source: "Dosah",
  }));
  return { head, entries };
}

function anchorOf({ version }: Version): string {
  return `v${version}`;
}

/** A version, closed but for the newest; its anchor lies inside, so that a link to it opens it. */
function VersionEntry({ version, isOpen, locale }: { version: Version; isOpen: boolean; locale: Locale }) {
  const id = anchorOf(version);
  const found = MEANINGS.filter((means) => version.changes.some((change) => change.means === means));
  return (
    <details class="section changes" data-version={version.version} open={isOpen}>
      <summary>
        <h2 id={`${id}-title`}>
          {version.version} {version.title ?? text.withheld[locale]}
        </h2>
        <span class="meta">
          {text.since[locale]} <time datetime={version.date}>{formatDay(version.date, locale)}</time>
          {" · "}
          {found.map((means) => meanings[means][locale].toLowerCase()).join(", ")}
        </span>
      </summary>
      <div id={id}>
        {found.map((means) => (
          <section data-means={means}>
            <h3>{meanings[means][locale]}</h3>
            {version.changes
              .filter((change) => change.means === means)
              .map((change) => (
                <ChangeEntry change={change} locale={locale} />
              ))}
          </section>
        ))}
      </div>
    </details>
  );
}

function ChangeEntry({ change, locale }: { change: Change; locale: Locale }) {
  return (
    <div class="rung">
      <div class="rung-text">
        <h4>{change.partName}</h4>
        <p>
          <LawText text={change.text ?? text.withheld[locale]} />
        </p>
      </div>
      <div>
        <Citations citations={change.citations.filter((citation) => citation !== null)} locale={locale} />
        {change.sources.length === 0 ? null : (
          <ul class="citations" aria-label={text.sources[locale]}>
            {change.sources.map((source) => (
              <li>
                <a href={source}>{source.replace("https://", "")}</a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

function Pages({ page, pages, locale }: { page: number; pages: number; locale: Locale }) {
  if (pages === 1) return null;
  const to = (other: number) => href(locale, paths.changelog, { page: other });
  return (
    <nav class="links" aria-label={text.pages[locale]}>
      {page === 1 ? null : (
        <a href={to(page - 1)} rel="prev">
          {text.newer[locale]}
        </a>
      )}
      {page === pages ? null : (
        <a href={to(page + 1)} rel="next">
          {text.older[locale]}
        </a>
      )}
    </nav>
  );
}

function Parts({ parts, disclaimer, locale }: { parts: Changelog["parts"]; disclaimer: string; locale: Locale }) {
  return (
    <section class="section" aria-labelledby="parts-title">
      <h2 id="parts-title">{text.parts[locale]}</h2>
      <table class="is-stacked">
        <thead>
          <tr>
            <th scope="col">{text.part[locale]}</th>
            <th scope="col">{text.version[locale]}</th>
            <th scope="col">{text.since[locale]}</th>
          </tr>
        </thead>
        <tbody>
          {parts.map(({ name, version, date }) => (
            <tr>
              <th scope="row">{name}</th>
              <td data-label={text.version[locale]}>{version}</td>
              <td data-label={text.since[locale]}>{formatDay(date, locale)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="meta">{disclaimer}</p>
    </section>
  );
}
