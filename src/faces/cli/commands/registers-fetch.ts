import type { z } from "zod";
import { registerFetch } from "../../../capabilities/registers/register-fetch.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { type Problem, ServiceError } from "../../../core/problem.ts";
import { formatNumber } from "../../../core/text.ts";
import { type Command, given, OPERATOR, textOption } from "../command.ts";
import { unreadableEndsLine } from "../unreadable-ends.ts";

type Answer = z.output<typeof registerFetch.output>;
type Register = Answer["registers"][number];

const formats = registerFetch.output.shape.registers.element.shape.register.options;

/** `dosah registers fetch`: downloads what the registers publish and imports it, while serving goes on. */
export const registersFetch: Command = {
  words: "registers fetch",
  usage: `registers fetch [--country CZ|SK] [--only ${formats.join("|")}]... [--from FILE] [--anew] [--json]`,
  help: "download the registers' public files and import them",
  options: {
    country: { type: "string" },
    only: { type: "string", multiple: true },
    from: { type: "string" },
    anew: { type: "boolean" },
  },
  run: async (input, { call, terminal }) => {
    const { locale } = input;
    const args = given({
      country: textOption(input, "country"),
      only: input.values.only,
      from: textOption(input, "from"),
      anew: input.values.anew,
      locale,
    });
    const { answer } = await call(registerFetch, args, [], OPERATOR);
    if (input.json) terminal.out(JSON.stringify(answer, null, 2));
    else {
      for (const register of answer.registers) {
        const isWell = register.result === "published" || register.result === "unchanged";
        (isWell ? terminal.out : terminal.err)(`${register.register.padEnd(14)} ${lineOf(register, locale)}`);
        for (const line of unreadableEndsLine(register.unreadableEnds, locale)) terminal.err(line);
        for (const { file, line, reason } of register.firstSkipped) terminal.err(`${file}:${line}: ${reason}`);
      }
      if (answer.complete) terminal.out(text.done[locale](formatNumber(answer.seconds, locale)));
    }
    if (!answer.complete) throw new ServiceError(incomplete(answer));
  },
};

function lineOf({ result, failure, ...register }: Register, locale: Locale): string {
  if (result === "published") {
    const [rows, skipped, companies] = [register.rows, register.skipped, register.companies ?? 0].map((value) =>
      formatNumber(value, locale),
    );
    const received = sizeOf(register.received, locale);
    return text.published[locale]({ received, rows, skipped, companies, day: register.dataAsOf ?? "" });
  }
  if (failure === null) return text[result === "unchanged" ? "unchanged" : "refused"][locale];
  const details = [
    failure.status === null ? "" : ` (HTTP ${failure.status})`,
    failure.retryAfter === null ? "" : ` (Retry-After: ${failure.retryAfter} s)`,
    failure.url === null ? "" : `  ${failure.url}`,
  ];
  return `${text.failed[locale]}: ${failure.text}${details.join("")}`;
}

/** The registers that failed, or the file that was refused, and what to do: the exit code then is not 0. */
function incomplete({ refusal, registers }: Answer): Problem {
  if (refusal !== null) {
    return { code: "source_unavailable", message: { sk: refusal, cs: refusal, en: refusal }, nextStep: text.mend };
  }
  const names = registers.flatMap(({ register, result }) => (result === "failed" ? [register] : [])).join(", ");
  const message: Localized = {
    sk: `Nepodarilo sa stiahnuť: ${names}.`,
    cs: `Nepodařilo se stáhnout: ${names}.`,
    en: `Could not be fetched: ${names}.`,
  };
  return { code: "source_unavailable", message, nextStep: text.again };
}

/** A daily batch has kilobytes, a whole register hundreds of megabytes. */
function sizeOf(bytes: number, locale: Locale): string {
  const [unit, name] = bytes < 1_000_000 ? [1_000, "kB"] : [1_000_000, "MB"];
  return `${formatNumber(Math.round((bytes / unit) * 10) / 10, locale)} ${name}`;
}

interface Published {
  readonly received: string;
  readonly rows: string | undefined;
  readonly skipped: string | undefined;
  readonly companies: string | undefined;
  readonly day: string;
}

const text = {
  published: {
    sk: ({ received, rows, skipped, companies, day }) =>
      `${received}, riadkov: ${rows}, vynechaných: ${skipped}, firiem: ${companies}, stav k ${day}`,
    cs: ({ received, rows, skipped, companies, day }) =>
      `${received}, řádků: ${rows}, vynechaných: ${skipped}, firem: ${companies}, stav k ${day}`,
    en: ({ received, rows, skipped, companies, day }) =>
      `${received}, rows: ${rows}, skipped: ${skipped}, firms: ${companies}, as of ${day}`,
  } satisfies Record<Locale, (published: Published) => string>,
  unchanged: { sk: "bez zmeny", cs: "beze změny", en: "unchanged" },
  failed: { sk: "nepodarilo sa", cs: "nepodařilo se", en: "failed" },
  refused: { sk: "stiahnuté, ale nenačítané", cs: "staženo, ale nenačteno", en: "fetched, but not imported" },
  done: {
    sk: (seconds) => `Hotovo za ${seconds} s.`,
    cs: (seconds) => `Hotovo za ${seconds} s.`,
    en: (seconds) => `Done in ${seconds} s.`,
  } satisfies Record<Locale, (seconds: string) => string>,
  mend: {
    sk: "Nič sa nezmenilo: naďalej sa používajú pôvodné údaje. Poškodený súbor sa nabudúce stiahne nanovo; ostatné registre načíta voľba --only.",
    cs: "Nic se nezměnilo: dál se používají původní data. Poškozený soubor se příště stáhne nanovo; ostatní rejstříky načte volba --only.",
    en: "Nothing was changed: the previous data stays in use. A damaged file is downloaded again the next time; --only imports the other registers.",
  },
  again: {
    sk: "Spustite príkaz neskôr znova: čo už prišlo, sa nestratilo, a ostatných registrov sa to nedotklo.",
    cs: "Spusťte příkaz později znovu: co už přišlo, se neztratilo, a ostatních rejstříků se to nedotklo.",
    en: "Run the command again later: what has arrived is not lost, and the other registers were not affected.",
  },
} as const;
