import type { Locale, Localized } from "../../../core/locale.ts";

const text = {
  here: {
    sk: "Poštový server nie je nastavený. Správu nájdete tu:",
    cs: "Poštovní server není nastaven. Zprávu najdete tady:",
    en: "No mail server is set. The message is here:",
  },
  notSet: {
    sk: "Správca ešte nenastavil poštu, preto správa neodišla. Požiadajte ho o odkaz z nej.",
    cs: "Správce ještě nenastavil poštu, proto zpráva neodešla. Požádejte ho o odkaz z ní.",
    en: "The operator has not set up mail yet, so the message was not sent. Ask them for its link.",
  },
} satisfies Record<string, Localized>;

/** What becomes of the mail that a page speaks of. */
export interface MailStanding {
  readonly isMailSet: boolean;
  /** Shown on this very machine alone; else `null`. */
  readonly link: string | null;
}

/** Where the message of a page is when no mail server takes it; `sent` where one does. */
export function MailNotice({ mail, sent, locale }: { mail: MailStanding; sent: Localized; locale: Locale }) {
  const { isMailSet, link } = mail;
  if (isMailSet) return <p class="prose lead">{sent[locale]}</p>;
  if (link === null) return <p class="prose lead">{text.notSet[locale]}</p>;
  return (
    <p class="prose lead">
      {text.here[locale]}{" "}
      <a class="breakable" href={link} data-mail-link={link}>
        {link}
      </a>
    </p>
  );
}
