import type { Day } from "../../../core/day.ts";
import type { Localized } from "../../../core/locale.ts";
import { formatDay } from "../../../core/text.ts";
import type { PageAnswer, PageRequest } from "../page.ts";
import { ContactLink } from "./operator-line.tsx";

/** The day on which the pages were last examined as the text below says. */
const EXAMINED: Day = "2026-11-27";

const text = {
  title: { sk: "Prístupnosť", cs: "Přístupnost", en: "Accessibility" },
  description: {
    sk: "Ako sú stránky služby Dosah prístupné, čo sme preskúmali a čo ešte chýba.",
    cs: "Jak jsou stránky služby Dosah přístupné, co jsme přezkoumali a co ještě chybí.",
    en: "How accessible the pages of Dosah are, what was examined and what is still missing.",
  },
  goal: {
    sk: "Cieľom sú pravidlá WCAG 2.2 na úrovni AA. Certifikát nemáme a netvrdíme, že ho máme.",
    cs: "Cílem jsou pravidla WCAG 2.2 na úrovni AA. Certifikát nemáme a netvrdíme, že jej máme.",
    en: "The goal is WCAG 2.2, level AA. We have no certificate and claim none.",
  },
  examined: { sk: "Čo sme preskúmali", cs: "Co jsme přezkoumali", en: "What was examined" },
  lastOn: { sk: "Naposledy ", cs: "Naposledy ", en: "Last on " },
  axe: {
    sk: "Každú stránku programom axe-core, vo svetlom aj tmavom vzhľade, s rozbalenými časťami: bez nálezov.",
    cs: "Každou stránku programem axe-core, ve světlém i tmavém vzhledu, s rozbalenými částmi: bez nálezů.",
    en: "Every page with axe-core, light and dark, with every fold open: no violations.",
  },
  keyboard: {
    sk: "Ovládanie klávesnicou, s odkazom na preskočenie na obsah.",
    cs: "Ovládání klávesnicí, s odkazem k přeskočení na obsah.",
    en: "Use by keyboard, with a link that skips to the content.",
  },
  narrow: {
    sk: "Úzke obrazovky bez posúvania do strán.",
    cs: "Úzké obrazovky bez posouvání do stran.",
    en: "Narrow screens without sideways scrolling.",
  },
  noScript: {
    sk: "Prehliadač bez skriptov: všetko podstatné funguje.",
    cs: "Prohlížeč bez skriptů: vše podstatné funguje.",
    en: "A browser without scripts: all that matters works.",
  },
  gaps: { sk: "Čo chýba", cs: "Co chybí", en: "Known gaps" },
  pdf: {
    sk: "Súbory PDF majú značky, podľa PDF/UA ich však nikto neoveril.",
    cs: "Soubory PDF mají značky, podle PDF/UA je však nikdo neověřil.",
    en: "PDF files are tagged, but nobody has validated them against PDF/UA.",
  },
  people: {
    sk: "Stránky neskúšali ľudia, ktorí používajú čítačku obrazovky každý deň.",
    cs: "Stránky nezkoušeli lidé, kteří čtečku obrazovky používají každý den.",
    en: "The pages were not tried by people who use a screen reader every day.",
  },
  barrier: { sk: "Narazili ste na prekážku?", cs: "Narazili jste na překážku?", en: "Met a barrier?" },
  write: { sk: "Napíšte prevádzkovateľovi:", cs: "Napište provozovateli:", en: "Write to the operator:" },
  nobody: {
    sk: "Prevádzkovateľ neuviedol, komu napísať.",
    cs: "Provozovatel neuvedl, komu napsat.",
    en: "The operator has not said whom to write to.",
  },
} satisfies Record<string, Localized>;

/** How accessible the pages are, by what was examined. */
export function accessibilityPage({ locale, site: { operator } }: PageRequest): PageAnswer {
  return {
    title: text.title[locale],
    description: text.description[locale],
    body: (
      <article class="about-pages">
        <h1>{text.title[locale]}</h1>
        <p class="prose">{text.goal[locale]}</p>
        <section class="section">
          <h2>{text.examined[locale]}</h2>
          <p class="prose">
            {text.lastOn[locale]}
            <time datetime={EXAMINED}>{formatDay(EXAMINED, locale)}</time>:
          </p>
          <ul class="prose">
            <li>{text.axe[locale]}</li>
            <li>{text.keyboard[locale]}</li>
            <li>{text.narrow[locale]}</li>
            <li>{text.noScript[locale]}</li>
          </ul>
        </section>
        <section class="section">
          <h2>{text.gaps[locale]}</h2>
          <ul class="prose">
            <li>{text.pdf[locale]}</li>
            <li>{text.people[locale]}</li>
          </ul>
        </section>
        <section class="section">
          <h2>{text.barrier[locale]}</h2>
          <p class="prose">
            {operator.contact === null ? (
              text.nobody[locale]
            ) : (
              <>
                {text.write[locale]} <ContactLink contact={operator.contact} />
              </>
            )}
          </p>
        </section>
      </article>
    ),
  };
}
