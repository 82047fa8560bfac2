import { fold } from "../../../core/fold.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { href, paths } from "../paths.ts";

const asked: Localized = { sk: "Práve vás napadli?", cs: "Právě vás napadli?", en: "Just been hacked?" };

const way: Localized = {
  sk: "Komu to nahlásiť, do kedy a čo dovtedy urobiť",
  cs: "Komu to nahlásit, dokdy a co do té doby udělat",
  en: "Whom to tell, by when, and what to do until then",
};

/** The way to the page of an incident, for pages on which somebody may look for it. */
export function IncidentDoor({ locale }: { locale: Locale }) {
  return (
    <p class="incident-door">
      <a href={href(locale, paths.incident)} data-incident-door>
        <b>{asked[locale]}</b> {way[locale]}
      </a>
    </p>
  );
}

/** How words begin that are typed by somebody who was attacked, folded. */
const BEGINNINGS = (
  "incident hack hekn utok napadli napadnut napaden ransom vydier vydir vyder unikli uniku virus malware phish zasifrov " +
  "breach attack cyberattack leak pwned"
).split(" ");

/** True for a search that may look for help after an attack, not for a firm; `unik` only as a whole word. */
export function asksForIncident(query: string): boolean {
  const words = fold(query).split(" ");
  return words.some((word) => word === "unik" || BEGINNINGS.some((beginning) => word.startsWith(beginning)));
}
