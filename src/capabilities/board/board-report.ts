import type { Locale } from "../../core/locale.ts";
import { formatDay, formatShortDay } from "../../core/text.ts";
import type { Block, ReportDocument } from "../../documents/document.ts";
import { STATUS_TEXTS } from "../obligations/status-texts.ts";
import { categoryNames } from "../scope/category-names.ts";
import { BAR_STATES } from "../tasks/figures.ts";
import type { BoardAnswer } from "./board-answer.ts";
import { BLANK, BOARD_TEXTS, SIGNATURES } from "./board-texts.ts";

/** The page for the management body as a file to print and sign. */
export function boardReport(board: BoardAnswer, locale: Locale): ReportDocument {
  const { figures, untrusted, day, ico, overdue, decisions, duties, history, authority } = board;
  const words = (key: keyof typeof BOARD_TEXTS) => BOARD_TEXTS[key][locale];
  const heading = (key: keyof typeof BOARD_TEXTS): Block => ({ kind: "heading", level: 2, text: words(key) });
  const { category, completion, technical, deadline } = figures;
  const named = category.value === null ? words("notJudged") : categoryNames[category.value][locale];
  const due =
    deadline.value === null
      ? []
      : [
          [
            words("deadline"),
            `${formatShortDay(deadline.value, locale)} ${deadline.title ?? ""}${deadline.overdue ? ` (${words("late")})` : ""}`,
          ] as const,
        ];
  return {
    locale,
    day,
    title: words("title"),
    subtitle: `${untrusted.firm ?? untrusted.name}${ico === null ? "" : `, IČO ${ico}`} · ${words("asOf")} ${formatDay(day, locale)}`,
    foot: words("foot"),
    blocks: [
      {
        kind: "facts",
        rows: [
          ...(untrusted.seat === null ? [] : ([[words("seat"), untrusted.seat]] as const)),
          [words("category"), [named, category.regime].filter((part) => part !== null).join(", ")],
          ...(authority === null ? [] : ([[words("authority"), authority]] as const)),
        ],
      },
      heading("duties"),
      {
        kind: "list",
        items: duties.map(({ text, citation }) => `${text}${citation === null ? "" : ` (${citation})`}`),
      },
      heading("where"),
      {
        kind: "facts",
        rows: [
          [words("completion"), `${completion.value} %`],
          [words("late"), String(completion.overdue)],
          ...(technical.value === null
            ? []
            : ([[words("technical"), `${technical.value} (${technical.domain ?? ""})`]] as const)),
          ...due,
        ],
      },
      {
        kind: "paragraph",
        text: BAR_STATES.map(
          (state) => `${STATUS_TEXTS[state === "none" ? "untracked" : state][locale]} ${completion.states[state] ?? 0}`,
        ).join(" · "),
      },
      {
        kind: "paragraph",
        tone: "quiet",
        text:
          history.length === 0
            ? words("noHistory")
            : `${words("history")}: ${history.map((point) => `${monthOf(point.day)} ${point.completion} %`).join(", ")}`,
      },
      heading("overdue"),
      overdue.count === 0
        ? { kind: "paragraph", text: words("nothingLate") }
        : {
            kind: "list",
            items: overdue.oldest.map(
              ({ name, code, dueAt }) => `${dueAt === null ? "" : formatShortDay(dueAt, locale)} ${name} (${code})`,
            ),
          },
      heading("decisions"),
      ...(decisions.length === 0
        ? ([{ kind: "paragraph", text: words("noDecisions") }] as const)
        : decisions.flatMap((line, index): Block[] => [
            { kind: "paragraph", tone: "strong", text: `${index + 1}. ${line.title}` },
            {
              kind: "paragraph",
              tone: "quiet",
              text: [
                line.citation,
                `${words("does")}: ${line.untrusted.assignee ?? words("nobody")}`,
                line.dueAt === null ? null : `${words("until")} ${formatShortDay(line.dueAt, locale)}`,
              ]
                .filter((part) => part !== null)
                .join(" · "),
            },
            {
              kind: "paragraph",
              text: `☐ ${words("approved")}   ☐ ${words("refused")}   ☐ ${words("other")}: ${BLANK}`,
            },
          ])),
      { kind: "paragraph", text: `${words("resources")}: ${BLANK}${BLANK}` },
      heading("signatures"),
      {
        kind: "table",
        columns: (["name", "function", "day", "signature"] as const).map((key) => ({ title: words(key), width: 25 })),
        rows: SIGNATURES.map(() => ["", "", "", ""]),
      },
      {
        kind: "paragraph",
        tone: "quiet",
        text: `${words("preparedBy")}: ${untrusted.preparedBy ?? ""}, ${formatDay(day, locale)}`,
      },
    ],
  };
}

/** `11/2026`. */
export function monthOf(day: string): string {
  return `${day.slice(5, 7)}/${day.slice(0, 4)}`;
}
