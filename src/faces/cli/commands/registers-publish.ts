import { registerPublish } from "../../../capabilities/registers/register-publish.ts";
import type { Locale } from "../../../core/locale.ts";
import { formatNumber } from "../../../core/text.ts";
import { type Command, printAnswer, textOptions } from "../command.ts";

/** `dosah registers publish`: lays the register file where other instances fetch it. */
export const registersPublish: Command = {
  words: "registers publish",
  usage: "registers publish --to FOLDER [--key FILE] [--json]",
  help: "publish the register file, packed and signed, for other instances",
  options: { to: { type: "string" }, key: { type: "string" } },
  run: (input, context) => {
    const { locale } = input;
    return printAnswer(registerPublish, textOptions(input, "to", "key"), input, context, (answer) => {
      const [whole, packed] = [answer.bytes, answer.packedBytes].map((bytes) => formatNumber(bytes, locale));
      return [
        text[answer.isNew ? "published" : "unchanged"][locale]({ whole, packed }),
        answer.key === null ? text.unsigned[locale] : `SNAPSHOT_KEY=${answer.key}`,
      ];
    });
  },
};

type Sizes = Readonly<Record<"whole" | "packed", string | undefined>>;

const text = {
  published: {
    sk: ({ whole, packed }) => `Zverejnené: ${whole} B, zbalené ${packed} B.`,
    cs: ({ whole, packed }) => `Zveřejněno: ${whole} B, zabaleno ${packed} B.`,
    en: ({ whole, packed }) => `Published: ${whole} bytes, packed ${packed}.`,
  } satisfies Record<Locale, (sizes: Sizes) => string>,
  unchanged: {
    sk: ({ whole, packed }) => `Táto snímka tam už je: ${whole} B, zbalené ${packed} B.`,
    cs: ({ whole, packed }) => `Tento snímek tam už je: ${whole} B, zabaleno ${packed} B.`,
    en: ({ whole, packed }) => `This snapshot is there already: ${whole} bytes, packed ${packed}.`,
  } satisfies Record<Locale, (sizes: Sizes) => string>,
  unsigned: {
    sk: "Bez podpisu: inštancie so SNAPSHOT_KEY ju odmietnu.",
    cs: "Bez podpisu: instance se SNAPSHOT_KEY ho odmítnou.",
    en: "Not signed: instances with SNAPSHOT_KEY will refuse it.",
  },
} as const;
