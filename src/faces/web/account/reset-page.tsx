import { resetWays } from "../../../capabilities/accounts/reset-password.ts";
import type { Localized } from "../../../core/locale.ts";
import { formatInstant } from "../../../core/text.ts";
import { TextField } from "../components/form.tsx";
import type { PageAnswer } from "../page.ts";
import { href, privatePaths } from "../paths.ts";
import type { PrivateRequest } from "../private-page.ts";
import { carried, entrancePage } from "./entrance-page.tsx";
import { WayList } from "./way-list.tsx";

const text = {
  title: { sk: "Nové heslo", cs: "Nové heslo", en: "New password" },
  lead: {
    sk: "Zároveň skončia všetky prihlásenia.",
    cs: "Zároveň skončí všechna přihlášení.",
    en: "Every session ends with it.",
  },
  password: { sk: "Nové heslo", cs: "Nové heslo", en: "New password" },
  help: {
    sk: "Aspoň 12 znakov. Stačí niekoľko náhodných slov.",
    cs: "Alespoň 12 znaků. Stačí několik náhodných slov.",
    en: "At least 12 characters. Several random words will do.",
  },
  opens: { sk: "Čo ešte otvára tento účet", cs: "Co ještě otevírá tento účet", en: "What else opens this account" },
  ticked: {
    sk: "Čo pribudlo od posledného hesla",
    cs: "Co přibylo od posledního hesla",
    en: "What was added since the last password",
  },
  tickedEnds: {
    sk: "je zaškrtnuté a skončí. Čo je vaše, odškrtnite.",
    cs: "je zaškrtnuté a skončí. Co je vaše, odškrtněte.",
    en: "is ticked and ends. Untick what is yours.",
  },
  allTicked: {
    sk: "Kedy sa nastavilo doterajšie heslo, sa nevie, preto skončí všetko. Čo je vaše, odškrtnite.",
    cs: "Kdy se nastavilo dosavadní heslo, se neví, proto skončí vše. Co je vaše, odškrtněte.",
    en: "Nobody knows when the last password was set, so everything ends. Untick what is yours.",
  },
  setAndEnd: {
    sk: "Nastaviť heslo a ukončiť zaškrtnuté",
    cs: "Nastavit heslo a ukončit zaškrtnuté",
    en: "Set the password and end what is ticked",
  },
  set: { sk: "Nastaviť heslo", cs: "Nastavit heslo", en: "Set the password" },
  another: { sk: "Vyžiadať si nový odkaz", cs: "Vyžádat si nový odkaz", en: "Ask for a new link" },
} satisfies Record<string, Localized>;

/** The form that sets a new password by the link from a mail, with what else opens the account. */
export async function resetPage(request: PrivateRequest): Promise<PageAnswer> {
  const { locale, form, refusal, ask } = request;
  const token = carried(request, "token") ?? "";
  const found = await ask(resetWays, { token });
  const ways = found?.ways ?? [];
  const isNew = ways.filter(({ isTicked }) => isTicked).map(({ id }) => id);
  // After a refusal what the person chose; what was added since then is ticked.
  const listed = refusal !== null && form.has("listed") ? form.get("listed").split(" ") : null;
  const chosen = form.getAll("end");
  const ticked =
    listed === null ? isNew : ways.map(({ id }) => id).filter((id) => !listed.includes(id) || chosen.includes(id));
  const hasList = found !== null && (ways.length > 0 || found.appSince !== null);
  return entrancePage(request, {
    title: text.title,
    lead: text.lead,
    path: privatePaths.reset,
    submit: hasList ? text.setAndEnd : text.set,
    hidden: { token, listed: found === null ? undefined : ways.map(({ id }) => id).join(" ") },
    fields: (
      <>
        <TextField
          request={request}
          name="password"
          label={text.password[locale]}
          help={text.help[locale]}
          type="password"
          autocomplete="new-password"
        />
        {hasList ? (
          <>
            <h2>{text.opens[locale]}</h2>
            {ways.length === 0 ? null : (
              <p class="prose">
                {found.passwordSetAt === null
                  ? text.allTicked[locale]
                  : `${text.ticked[locale]} (${formatInstant(found.passwordSetAt, locale)}) ${text.tickedEnds[locale]}`}
              </p>
            )}
            <WayList ways={ways} appSince={found.appSince} ticks={{ ticked, isNew }} locale={locale} />
          </>
        ) : null}
      </>
    ),
    below: <a href={href(locale, privatePaths.forgot)}>{text.another[locale]}</a>,
  });
}
