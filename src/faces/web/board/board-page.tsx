import { boardShow } from "../../../capabilities/board/board.ts";
import type { BoardAnswer } from "../../../capabilities/board/board-answer.ts";
import { monthOf } from "../../../capabilities/board/board-report.ts";
import { BLANK, BOARD_TEXTS, SIGNATURES } from "../../../capabilities/board/board-texts.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { typesetTexts } from "../../../core/non-breaking.ts";
import { formatDay, formatShortDay } from "../../../core/text.ts";
import { categoryNames } from "../components/category-mark.tsx";
import { FormErrors, PostForm, SubmitButton, TextField } from "../components/form.tsx";
import { Options } from "../components/form-field.tsx";
import { formatIco } from "../components/format-ico.ts";
import { Citation, LawText } from "../components/law-text.tsx";
import { OrganizationHead } from "../organizations/organization-head.tsx";
import type { PageAnswer, SignedIn } from "../page.ts";
import { href, organizationPath } from "../paths.ts";
import type { PrivateRequest } from "../private-page.ts";
import { StateBar, StateCounts } from "../tasks/state-bar.tsx";

const text = typesetTexts({
  title: { sk: "Pre vedenie", cs: "Pro vedení", en: "For the management" },
  file: { sk: "Na podpis (PDF)", cs: "K podpisu (PDF)", en: "To be signed (PDF)" },
  choose: {
    sk: "O čom má vedenie rozhodnúť",
    cs: "O čem má vedení rozhodnout",
    en: "What the management is to decide",
  },
  most: { sk: "Najviac päť.", cs: "Nejvýše pět.", en: "At most five." },
  show: { sk: "Zobraziť", cs: "Zobrazit", en: "Show" },
  held: { sk: "Vedenie zasadalo", cs: "Vedení zasedalo", en: "The management met" },
  heldLead: {
    sk: "Deň zasadnutia sa zapíše ako posledné preskúmanie povinnosti NIS2-20-1.",
    cs: "Den zasedání se zapíše jako poslední přezkoumání povinnosti NIS2-20-1.",
    en: "The day of the meeting becomes the last review of obligation NIS2-20-1.",
  },
  heldOn: { sk: "Deň zasadnutia", cs: "Den zasedání", en: "Day of the meeting" },
  save: { sk: "Zapísať zasadnutie", cs: "Zapsat zasedání", en: "Note the meeting" },
} satisfies Record<string, Localized>);

/** One page for the management body: where the organization stands, and what is to be decided and signed. */
export async function boardPage(request: PrivateRequest<SignedIn>): Promise<PageAnswer> {
  const { locale, params, query, ask } = request;
  const chosen = query.getAll("decision").slice(0, 5);
  const board = await ask(boardShow, { organizationId: params.organizationId ?? "", decision: chosen });
  const { id, role, untrusted } = board;
  const path = organizationPath(id, "/board");
  const search = new URLSearchParams(chosen.map((key) => ["decision", key])).toString();
  return {
    title: `${text.title[locale]} · ${untrusted.name}`,
    isIndexed: false,
    body: (
      <>
        <section class="opening screen-only">
          <FormErrors request={request} />
          <OrganizationHead request={request} organization={{ id, role, untrusted }} />
          <h2>{text.title[locale]}</h2>
          <p class="links" data-content>
            <a href={`${href(locale, `${path}.pdf`)}${search === "" ? "" : `?${search}`}`} download>
              {text.file[locale]}
            </a>
          </p>
        </section>
        <Sheet board={board} locale={locale} />
        <section class="section screen-only">
          <details class="folded">
            <summary>{text.choose[locale]}</summary>
            <form method="get" action={href(locale, path)} class="stacked-form">
              <fieldset class="choice">
                <legend>{text.most[locale]}</legend>
                <Options
                  name="decision"
                  options={board.choices.map(({ key, title }) => ({ value: key, name: title }))}
                  values={board.decisions.map(({ key }) => key)}
                  isSeveral
                />
              </fieldset>
              <SubmitButton label={text.show[locale]} isQuiet />
            </form>
          </details>
          {board.mayHold ? (
            <>
              <h2 id="held">{text.held[locale]}</h2>
              <p class="prose">{text.heldLead[locale]}</p>
              <PostForm request={request} path={path}>
                <TextField request={request} name="heldOn" type="date" label={text.heldOn[locale]} value={board.day} />
                <SubmitButton label={text.save[locale]} />
              </PostForm>
            </>
          ) : null}
        </section>
      </>
    ),
  };
}

/** What is printed. */
function Sheet({ board, locale }: { board: BoardAnswer; locale: Locale }) {
  const { figures, untrusted, ico, day, authority, duties, history, overdue, decisions } = board;
  const words = (key: keyof typeof BOARD_TEXTS) => BOARD_TEXTS[key][locale];
  const { category, completion, technical, deadline } = figures;
  return (
    <section class="section board" data-board>
      <p class="meta">
        {words("asOf")} <time datetime={day}>{formatDay(day, locale)}</time>
      </p>
      <h2>
        {words("title")}: <bdi class="breakable">{untrusted.firm ?? untrusted.name}</bdi>
      </h2>
      <p class="prose">
        {ico === null ? null : `IČO ${formatIco(ico)}, `}
        {untrusted.seat === null ? null : (
          <>
            <bdi class="breakable">{untrusted.seat}</bdi>,{" "}
          </>
        )}
        <strong>{category.value === null ? words("notJudged") : categoryNames[category.value][locale]}</strong>
        {category.regime === null ? null : `, ${category.regime}`}
        {authority === null ? null : `. ${words("authority")}: ${authority}.`}
      </p>
      <h3>{words("duties")}</h3>
      <ul>
        {duties.map((duty) => (
          <li>
            <LawText text={duty.text} />
            {duty.citation === null ? null : (
              <>
                {" "}
                (<Citation citation={duty.citation} />)
              </>
            )}
          </li>
        ))}
      </ul>
      <h3>{words("where")}</h3>
      <dl class="facts is-plain organization-facts">
        <div>
          <dt>{words("completion")}</dt>
          <dd>{completion.value} %</dd>
        </div>
        <div>
          <dt>{words("late")}</dt>
          <dd>{completion.overdue}</dd>
        </div>
        {technical.value === null ? null : (
          <div>
            <dt>{words("technical")}</dt>
            <dd>
              {technical.value} ({technical.domain})
            </dd>
          </div>
        )}
        {deadline.value === null ? null : (
          <div>
            <dt>{words("deadline")}</dt>
            <dd class={deadline.overdue ? "is-wrong" : undefined}>
              {formatShortDay(deadline.value, locale)} {deadline.title}
            </dd>
          </div>
        )}
      </dl>
      <StateBar states={completion.states} id="board-bar" locale={locale} />
      <StateCounts states={completion.states} locale={locale} />
      <History history={history} locale={locale} />
      <h3>{words("overdue")}</h3>
      {overdue.count === 0 ? (
        <p>{words("nothingLate")}</p>
      ) : (
        <ul>
          {overdue.oldest.map(({ code, name, dueAt }) => (
            <li>
              {dueAt === null ? null : formatShortDay(dueAt, locale)} {name} ({code})
            </li>
          ))}
        </ul>
      )}
      <h3>{words("decisions")}</h3>
      {decisions.length === 0 ? (
        <p>{words("noDecisions")}</p>
      ) : (
        <ol>
          {decisions.map((line) => (
            <li data-decision={line.key}>
              <strong>
                <LawText text={line.title} />
              </strong>
              <p class="meta">
                {line.citation === null ? null : (
                  <>
                    <Citation citation={line.citation} />{" "}
                  </>
                )}
                {words("does")}: <bdi class="breakable">{line.untrusted.assignee ?? words("nobody")}</bdi>
                {line.dueAt === null ? null : `, ${words("until")} ${formatShortDay(line.dueAt, locale)}`}
              </p>
              <p>
                ☐ {words("approved")} ☐ {words("refused")} ☐ {words("other")}: {BLANK}
              </p>
            </li>
          ))}
        </ol>
      )}
      <p>
        {words("resources")}: {BLANK}
      </p>
      <h3>{words("signatures")}</h3>
      <table class="board-signatures">
        <thead>
          <tr>
            {(["name", "function", "day", "signature"] as const).map((key) => (
              <th scope="col">{words(key)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {SIGNATURES.map((line) => (
            <tr data-signature={line}>
              <td />
              <td />
              <td />
              <td />
            </tr>
          ))}
        </tbody>
      </table>
      <p class="meta">
        {words("preparedBy")}: <bdi class="breakable">{untrusted.preparedBy}</bdi>, {formatDay(day, locale)}.{" "}
        {words("foot")}
      </p>
    </section>
  );
}

const [WIDTH, HEIGHT, EDGE] = [640, 90, 8];

/** How far the register was over twelve months, as a line with its numbers. */
function History({ history, locale }: { history: BoardAnswer["history"]; locale: Locale }) {
  const words = BOARD_TEXTS[history.length === 0 ? "noHistory" : "history"][locale];
  if (history.length === 0) return <p class="meta">{words}</p>;
  const x = (index: number) => EDGE + (index / (history.length - 1)) * (WIDTH - 2 * EDGE);
  const y = (completion: number) => EDGE + (1 - completion / 100) * (HEIGHT - 2 * EDGE);
  const points = history.map(({ completion }, index) => `${x(index).toFixed(1)},${y(completion).toFixed(1)}`);
  const numbers = history.map(({ day, completion }) => `${monthOf(day)} ${completion} %`).join(", ");
  return (
    <figure class="history">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
        <polyline class="history-line" points={points.join(" ")} />
      </svg>
      <figcaption class="meta">
        {words}: {numbers}
      </figcaption>
    </figure>
  );
}
