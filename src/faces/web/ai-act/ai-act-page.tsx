import { aiActQuestions } from "../../../capabilities/ai-act/ai-act-questions.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { Notice } from "../components/notice.tsx";
import type { PageAnswer, PageRequest } from "../page.ts";
import { href } from "../paths.ts";
import { AiClassMark } from "./class-mark.tsx";
import { LawSources } from "./result-sections.tsx";
import { stepPath } from "./wizard-answers.ts";

const text = {
  title: {
    sk: "Čo od nás vyžaduje akt o umelej inteligencii?",
    cs: "Co od nás vyžaduje akt o umělé inteligenci?",
    en: "What does the AI Act ask of us?",
  },
  description: {
    sk: "Sprievodca v krátkych otázkach: trieda systému AI podľa nariadenia (EÚ) 2024/1689, dôvody a povinnosti s dátumami.",
    cs: "Průvodce v krátkých otázkách: třída systému AI podle nařízení (EU) 2024/1689, důvody a povinnosti s daty.",
    en: "A guide in short questions: the class of an AI system under Regulation (EU) 2024/1689, reasons, and duties with their dates.",
  },
  start: { sk: "Začať", cs: "Začít", en: "Start" },
  how: { sk: "Ako to funguje", cs: "Jak to funguje", en: "How it works" },
  oneSystem: {
    sk: "Odpovedajte o jednom systéme AI. Na ďalší systém prejdite otázky znova.",
    cs: "Odpovídejte o jednom systému AI. Pro další systém projděte otázky znovu.",
    en: "Answer for one AI system at a time. For another system, go through the questions again.",
  },
  unknown: {
    sk: "„Neviem“ je v poriadku: počíta sa ako nie a výsledok povie, či by iná odpoveď niečo zmenila.",
    cs: "„Nevím“ je v pořádku: počítá se jako ne a výsledek řekne, zda by jiná odpověď něco změnila.",
    en: "“I don’t know” is fine: it counts as no, and the result says whether another answer would change anything.",
  },
  address: {
    sk: "Odpovede sú len v adrese stránky. Neukladáme ich; adresu si môžete odložiť alebo poslať kolegovi.",
    cs: "Odpovědi jsou jen v adrese stránky. Neukládáme je; adresu si můžete uschovat nebo poslat kolegovi.",
    en: "Your answers are only in the address of the page. We do not store them; you can keep the address or send it to a colleague.",
  },
  notCovered: {
    sk: "Sprievodca je pre toho, kto systém používa. Povinnosti poskytovateľa, modely AI na všeobecné účely a bezpečnostné komponenty výrobkov neposudzuje.",
    cs: "Průvodce je pro toho, kdo systém používá. Povinnosti poskytovatele, obecné modely AI a bezpečnostní součásti výrobků neposuzuje.",
    en: "The guide is for those who use a system. It does not assess a provider’s duties, general-purpose AI models or safety components of products.",
  },
  classes: { sk: "Aké výsledky sú možné", cs: "Jaké výsledky jsou možné", en: "Possible results" },
  law: { sk: "Z čoho vychádzame", cs: "Z čeho vycházíme", en: "Legal sources" },
} satisfies Record<string, Localized>;

const lead: Readonly<Record<Locale, (fewest: number, most: number) => string>> = {
  sk: (fewest, most) =>
    `Odpovedzte na ${fewest} až ${most} krátkych otázok o systéme AI, ktorý vaša firma používa. Dozviete sa, kam systém patrí, prečo, čo z toho vyplýva a odkedy.`,
  cs: (fewest, most) =>
    `Odpovězte na ${fewest} až ${most} krátkých otázek o systému AI, který vaše firma používá. Dozvíte se, kam systém patří, proč, co z toho plyne a odkdy.`,
  en: (fewest, most) =>
    `Answer ${fewest} to ${most} short questions about an AI system that your firm uses. You will learn which class it falls into, why, what follows and from when.`,
};

/** "What does the AI Act ask of us?": the way into the wizard. */
export async function aiActPage({ locale, ask }: PageRequest): Promise<PageAnswer> {
  const { questions: all, classes, sources, groundingNote } = await ask(aiActQuestions, {});
  const questions = all.filter(({ kind }) => kind !== "day");
  const fewest = questions.filter(({ onlyIf }) => onlyIf.length === 0).length;
  const points = [text.oneSystem, text.unknown, text.address, text.notCovered];
  return {
    title: text.title[locale],
    picture: "ai-act",
    description: text.description[locale],
    body: (
      <>
        <section class="opening">
          <h1>{text.title[locale]}</h1>
          <p class="prose lead">{lead[locale](fewest, questions.length)}</p>
          {groundingNote === undefined ? null : <Notice tone="caution" title={groundingNote} />}
          <p>
            <a class="button" href={href(locale, stepPath(questions[0]?.field ?? ""))}>
              {text.start[locale]}
            </a>
          </p>
        </section>
        <section class="section" aria-labelledby="how-title">
          <h2 id="how-title">{text.how[locale]}</h2>
          <ul class="prose">
            {points.map((point) => (
              <li>{point[locale]}</li>
            ))}
          </ul>
        </section>
        <section class="section" aria-labelledby="classes-title">
          <h2 id="classes-title">{text.classes[locale]}</h2>
          <dl class="ai-classes">
            {classes.map(({ id, meaning }) => (
              <div>
                <dt>
                  <AiClassMark aiClass={id} classes={classes} />
                </dt>
                <dd>{meaning}</dd>
              </div>
            ))}
          </dl>
        </section>
        <section class="section" aria-labelledby="law-title">
          <h2 id="law-title">{text.law[locale]}</h2>
          <LawSources sources={sources} />
        </section>
      </>
    ),
  };
}
