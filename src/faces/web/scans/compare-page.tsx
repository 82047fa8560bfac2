import { scanCompare } from "../../../capabilities/scans/scan-compare.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { formatInstant } from "../../../core/text.ts";
import { Notice } from "../components/notice.tsx";
import type { PageAnswer, SignedIn } from "../page.ts";
import { href } from "../paths.ts";
import type { PrivateRequest } from "../private-page.ts";
import { ScanHead, shownOrganization } from "./scan-head.tsx";
import { organizationIn, scanPath, scansPath } from "./scan-paths.ts";

const text = {
  title: { sk: "Porovnanie skenov", cs: "Porovnání skenů", en: "Comparison of scans" },
  scans: { sk: "Skeny domén", cs: "Skeny domén", en: "Domain scans" },
  from: { sk: "Predtým", cs: "Předtím", en: "Before" },
  to: { sk: "Potom", cs: "Potom", en: "After" },
  worse: { sk: "Zhoršilo sa", cs: "Zhoršilo se", en: "Got worse" },
  better: { sk: "Zlepšilo sa", cs: "Zlepšilo se", en: "Got better" },
  added: { sk: "Vidno až teraz", cs: "Vidět až teď", en: "Seen only now" },
  gone: { sk: "Teraz nevidno", cs: "Teď není vidět", en: "Not seen now" },
  same: { sk: "Bez zmeny", cs: "Beze změny", en: "Unchanged" },
  nothing: { sk: "Nezmenilo sa nič.", cs: "Nezměnilo se nic.", en: "Nothing changed." },
  profiles: {
    sk: "Skeny majú rôzny rozsah: skóre medzi nimi neporovnávajte.",
    cs: "Skeny mají různý rozsah: skóre mezi nimi neporovnávejte.",
    en: "The scans have different profiles: do not compare their scores.",
  },
  domains: {
    sk: "Sú to skeny rôznych domén.",
    cs: "Jsou to skeny různých domén.",
    en: "These are scans of different domains.",
  },
  points: { sk: "bodov", cs: "bodů", en: "points" },
} satisfies Record<string, Localized>;

const statuses = {
  pass: { sk: "v poriadku", cs: "v pořádku", en: "passed" },
  warn: { sk: "zlepšiť", cs: "zlepšit", en: "improve" },
  fail: { sk: "nevyhovuje", cs: "nevyhovuje", en: "fails" },
  info: { sk: "na vedomie", cs: "pro informaci", en: "information" },
  not_applicable: { sk: "netýka sa", cs: "netýká se", en: "does not apply" },
  error: { sk: "nevideli sme", cs: "neviděli jsme", en: "not seen" },
} satisfies Record<string, Localized>;

type Comparison = Awaited<ReturnType<typeof scanCompare.run>>;

/** Two scans: what got worse first, then what got better. */
export async function comparePage(request: PrivateRequest<SignedIn>): Promise<PageAnswer> {
  const { locale, ask, query } = request;
  const organizationId = organizationIn(request);
  const [a, b] = [query.get("a") ?? "", query.get("b") ?? ""];
  const [organization, compared] = await Promise.all([
    shownOrganization(request),
    ask(scanCompare, { organizationId, a, b }),
  ]);
  const isUnchanged = (["worse", "better", "added", "gone"] as const).every((name) => compared[name].length === 0);
  return {
    title: text.title[locale],
    isIndexed: false,
    body: (
      <>
        <section class="opening">
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
          <dl class="sides">
            {(
              [
                ["from", compared.a],
                ["to", compared.b],
              ] as const
            ).map(([name, side]) => (
              <div>
                <dt>{text[name][locale]}</dt>
                <dd>
                  <a href={href(locale, scanPath(organizationId, side.id))}>
                    {side.domain === null ? null : <bdi>{side.domain}</bdi>}{" "}
                    <time datetime={side.createdAt}>{formatInstant(side.createdAt, locale)}</time>
                  </a>
                  {side.technical === null ? null : (
                    <>
                      {" "}
                      <strong>{side.technical}</strong> {text.points[locale]}
                    </>
                  )}
                </dd>
              </div>
            ))}
          </dl>
          {compared.a.domain === compared.b.domain ? null : <Notice tone="caution" title={text.domains[locale]} />}
          {compared.a.profile === compared.b.profile ? null : <Notice tone="caution" title={text.profiles[locale]} />}
          {isUnchanged ? <p class="prose">{text.nothing[locale]}</p> : null}
        </section>
        {(["worse", "better", "added", "gone"] as const).map((name) => (
          <Group name={name} checks={compared[name]} locale={locale} />
        ))}
        {compared.same.length === 0 ? null : (
          <details class="folded">
            <summary>
              {text.same[locale]} ({compared.same.length})
            </summary>
            <ul>
              {compared.same.map(({ title }) => (
                <li>{title}</li>
              ))}
            </ul>
          </details>
        )}
      </>
    ),
  };
}

function Group({
  name,
  checks,
  locale,
}: {
  name: "worse" | "better" | "added" | "gone";
  checks: Comparison["worse"];
  locale: Locale;
}) {
  if (checks.length === 0) return null;
  return (
    <section class="section" aria-labelledby={name}>
      <h2 id={name}>
        {text[name][locale]} ({checks.length})
      </h2>
      <ul class="findings">
        {checks.map(({ title, finding, before, after }) => (
          <li class={`finding is-${name === "worse" ? "fail" : "changed"}`}>
            <h3>{title}</h3>
            <p class="change">
              {before === null ? "–" : statuses[before][locale]} → {after === null ? "–" : statuses[after][locale]}
            </p>
            <p>{finding}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
