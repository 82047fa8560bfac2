import { createHash } from "node:crypto";
import { incidentGuide } from "../../../capabilities/incident/incident-guide.ts";
import { publicCaching } from "../../../core/cache-control.ts";
import { COUNTRIES, countryNames } from "../../../core/country.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { once } from "../../../core/once.ts";
import { formatDay } from "../../../core/text.ts";
import { assetText } from "../assets.ts";
import { fileHeaders } from "../file-response.ts";
import { dataBlockText } from "../linked-data.ts";
import type { Page } from "../page.ts";
import { clockCountry, type Guide } from "./clock-query.ts";

const text = {
  title: { sk: "Incident: komu a do kedy", cs: "Incident: komu a dokdy", en: "Incident: whom to tell, by when" },
  about: {
    sk: "Súbor počíta vo vašom prehliadači. Nič nesťahuje a nič neposiela. Orientačné, rozhoduje úrad.",
    cs: "Soubor počítá ve vašem prohlížeči. Nic nestahuje a nic neposílá. Orientační, rozhoduje úřad.",
    en: "The file counts in your browser. It loads nothing and sends nothing. Indicative, the authority decides.",
  },
  rules: { sk: "Pravidlá", cs: "Pravidla", en: "Rules" },
  law: { sk: "právny stav", cs: "právní stav", en: "state of the law" },
  made: { sk: "vytvorené", cs: "vytvořeno", en: "made on" },
  now: { sk: "Teraz", cs: "Teď", en: "Now" },
  country: { sk: "Krajina", cs: "Země", en: "Country" },
  regime: { sk: "Čo ste podľa zákona", cs: "Co jste podle zákona", en: "What you are by law" },
  found: {
    sk: "Zistené (čas v Bratislave a Prahe)",
    cs: "Zjištěno (čas v Praze a Bratislavě)",
    en: "Found (time in Prague and Bratislava)",
  },
  fold: { sk: "Táto minúta bola dvakrát:", cs: "Tato minuta byla dvakrát:", en: "This minute came twice:" },
  first: { sk: "prvý raz", cs: "poprvé", en: "the first time" },
  second: { sk: "druhý raz", cs: "podruhé", en: "the second time" },
  notified: { sk: "Oznámenie odoslané", cs: "Oznámení odesláno", en: "Notification sent" },
  resolved: { sk: "Incident vyriešený", cs: "Incident vyřešen", en: "Incident resolved" },
  personal: { sk: "Unikli aj osobné údaje", cs: "Unikly i osobní údaje", en: "Personal data leaked, too" },
  significant: { sk: "Dopad podľa NÚKIB", cs: "Dopad podle NÚKIB", en: "Impact, by NÚKIB" },
  unknown: { sk: "zatiaľ nepovedal", cs: "zatím nesdělil", en: "not said yet" },
  yes: { sk: "významný", cs: "významný", en: "significant" },
  no: { sk: "nie je významný", cs: "není významný", en: "not significant" },
  cra: {
    sk: "Vyrábame produkt s digitálnymi prvkami",
    cs: "Vyrábíme produkt s digitálními prvky",
    en: "We make a product with digital elements",
  },
  craNone: { sk: "nie", cs: "ne", en: "no" },
  vulnerability: { sk: "zneužívaná zraniteľnosť", cs: "zneužívaná zranitelnost", en: "exploited vulnerability" },
  incident: { sk: "závažný incident", cs: "závažný incident", en: "severe incident" },
  fix: { sk: "Oprava dostupná", cs: "Oprava k dispozici", en: "Fix available" },
  craNotified: {
    sk: "Oznámenie výrobcu odoslané",
    cs: "Oznámení výrobce odesláno",
    en: "Manufacturer's notification sent",
  },
  notes: {
    sk: "Zápisník: kto, čo, kedy (po zavretí zmizne; vytlačte si ho)",
    cs: "Zápisník: kdo, co, kdy (po zavření zmizí; vytiskněte si ho)",
    en: "Notes: who, what, when (gone when closed; print them)",
  },
  print: { sk: "Vytlačiť", cs: "Vytisknout", en: "Print" },
  noScript: {
    sk: "Bez skriptu: k času zistenia prirátajte",
    cs: "Bez skriptu: k času zjištění přičtěte",
    en: "Without a script: add to the time of finding",
  },
  left: { sk: "ostáva {time}", cs: "zbývá {time}", en: "{time} left" },
  over: {
    sk: "uplynulo pred {time}: pošlite to hneď",
    cs: "uplynulo před {time}: pošlete to hned",
    en: "ran out {time} ago: send it at once",
  },
  unneeded: { sk: "odoslané alebo sa nepodáva", cs: "odesláno nebo se nepodává", en: "sent, or not to be sent" },
  missing: {
    sk: "Taký čas nebol: hodiny sa posunuli.",
    cs: "Takový čas nebyl: hodiny se posunuly.",
    en: "There was no such time: the clocks changed.",
  },
  future: { sk: "Tento čas ešte nenastal.", cs: "Tento čas ještě nenastal.", en: "This time has not come yet." },
} satisfies Record<string, Localized>;

/** The parts that are the same in every language, with what lets a browser run them. */
const parts = once(() => {
  const script = withoutComments(assetText("js/incident-offline.js"));
  const style = assetText("css/incident-offline.css");
  const hash = (content: string) => `'sha256-${createHash("sha256").update(content).digest("base64")}'`;
  const policy = `default-src 'none'; script-src ${hash(script)}; style-src ${hash(style)}`;
  return { script, style, policy };
});

/** The file is kept whole and unpacked: comments and indentation are half of a script. */
function withoutComments(script: string): string {
  return script
    .replace(/\/\*\*[\s\S]*?\*\//g, "")
    .replace(/^\s*\/\/.*$/gm, "")
    .replace(/\n\s*/g, "\n");
}

/** A file to keep: the clock with the rules of both countries, which works without a network. */
export const incidentOfflineFile: Page = async (request) => {
  const { locale } = request;
  const guide = await request.ask(incidentGuide, {});
  const html = documentOf(guide, locale);
  return new Response(html, {
    headers: {
      ...fileHeaders("text/html; charset=utf-8", "dosah-incident.html"),
      "Content-Security-Policy": parts().policy,
      "Cache-Control": publicCaching(3_600),
    },
  });
};

function documentOf(guide: Guide, locale: Locale): string {
  const { script, style, policy } = parts();
  const word = (name: keyof typeof text) => escaped(text[name][locale]);
  const options = (names: readonly (keyof typeof text)[], value: (name: string) => string = (name) => name) =>
    names.map((name) => `<option value="${value(name)}">${word(name)}</option>`).join("");
  const field = (id: string, name: keyof typeof text, control: string, attributes = "") =>
    `<label id="${id}-row"${attributes}>${word(name)}${control}</label>`;
  const time = (id: string, name: keyof typeof text, attributes = "") =>
    field(id, name, `<input id="${id}" type="datetime-local">`, attributes);
  const select = (id: string, name: keyof typeof text, inside: string, attributes = "") =>
    field(id, name, `<select id="${id}">${inside}</select>`, attributes);
  const countries = COUNTRIES.map((id) => `<option value="${id}">${escaped(countryNames[id][locale])}</option>`).join(
    "",
  );
  const about = `${text.about[locale]} ${text.rules[locale]} ${guide.version}, ${text.law[locale]} ${formatDay(guide.dataAsOf, locale)}, ${text.made[locale]} ${formatDay(guide.today, locale)}.`;
  return `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="dosah" content="offline incident, rules ${guide.version}, law ${guide.dataAsOf}, made ${guide.today}"><title>${word("title")} · Dosah</title><style>${style}</style></head><body><main>
<h1>${word("title")}</h1><p><small>${escaped(about)}</small></p>
<div class="no-print">${select("country", "country", countries)}${time("found", "found")}${select("fold", "fold", options(["first", "second"]), " hidden")}<p id="wrong" role="alert"></p>${select("regime", "regime", "")}
<label><input id="personal" type="checkbox"> ${word("personal")}</label>${select("significant", "significant", options(["unknown", "yes", "no"]))}${time("notified", "notified")}${time("resolved", "resolved")}${select(
    "cra",
    "cra",
    options(["craNone", "vulnerability", "incident"], (name) => (name === "craNone" ? "" : name)),
  )}${time("fix", "fix", " hidden")}${time("cra-notified", "craNotified", " hidden")}</div>
<h2>${word("now")}</h2><ul>${guide.now.map((step) => `<li>${escaped(step)}</li>`).join("")}</ul>
<ol id="steps"></ol><p id="which" class="soft"></p><p class="soft"><span id="voluntary"></span> ${escaped(guide.crime ?? "")}</p>
<label>${word("notes")}<textarea id="notes" rows="8"></textarea></label><button id="print" type="button">${word("print")}</button>
<noscript>${withoutScript(guide, locale)}</noscript></main>
<script type="application/json" id="data">${dataBlockText(dataOf(guide, locale))}</script>
<script>${script}</script></body></html>
`;
}

/** The sums and the places in words. */
function withoutScript(guide: Guide, locale: Locale): string {
  const lines = COUNTRIES.flatMap((country) => {
    const own = country === "SK" ? "sk" : "cz";
    const steps = guide.countries[country].steps.filter(({ regimes }) => regimes?.includes(own) === true);
    return steps.flatMap(({ title, counted, period, url }) =>
      period?.from === "found"
        ? [`<li>${escaped(`${countryNames[country][locale]}: ${title} – ${counted}. ${url ?? ""}`)}</li>`]
        : [],
    );
  });
  return `<p>${escaped(text.noScript[locale])}:</p><ul>${lines.join("")}</ul>`;
}

function dataOf(guide: Guide, locale: Locale) {
  const { countries, craRemark } = guide;
  const { left, over, unneeded, missing, future } = text;
  const words = Object.fromEntries(
    Object.entries({ left, over, unneeded, missing, future }).map(([name, word]) => [name, word[locale]]),
  );
  return { locale, country: clockCountry(undefined, locale), countries, craRemark, words };
}

function escaped(words: string): string {
  return words.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
