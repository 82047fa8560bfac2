import { readFileSync } from "node:fs";
import type { ParseArgsOptionsConfig } from "node:util";
import { z } from "zod";
import { emailParameter } from "../../capabilities/accounts/operator-accounts.ts";
import { invalidArguments } from "../../capabilities/calling/arguments.ts";
import { expectations } from "../../capabilities/calling/expectations.ts";
import { inputJsonSchema, type JsonSchema } from "../../capabilities/calling/json-schema.ts";
import { readTypedText } from "../../capabilities/calling/typed-text.ts";
import type { Capability } from "../../capabilities/capability.ts";
import type { CliOffer } from "../../capabilities/offers.ts";
import { inEnglish } from "../../core/locale.ts";
import { ServiceError } from "../../core/problem.ts";
import { fromText, kindOf, type TextKind } from "../reading/texts.ts";
import { type Command, type CommandInput, given, OPERATOR, type Terminal, textOption } from "./command.ts";
import { fieldNames, kebab, optionNames } from "./option-names.ts";

/** Option names that differ from the argument. */
const NAMES: Readonly<Record<string, string>> = { organizationId: "organization", scopes: "scope" };

/** Placeholders of values in the usage, by argument. */
const VALUES: Readonly<Record<string, string>> = {
  organizationId: "ID",
  email: "E",
  name: "N",
  scopes: "S",
  limit: "N",
  expires: "YYYY-MM-DD",
  asOf: "YYYY-MM-DD",
};

/** Confirms that something is deleted for good: `--yes`. */
const confirmed = z.literal(true);
expectations.add(confirmed, inEnglish("--yes: what is deleted cannot be brought back"));

/** Options of a command beside the arguments of its capability. */
const OWN = { organizationId: z.string(), email: emailParameter, yes: confirmed };

/** A required option. */
const REQUIRED = z.string().min(1);

/** A required option that names a file: what the file holds. */
const REQUIRED_FILE = z.custom<Uint8Array>((value) => value instanceof Uint8Array && value.byteLength > 0);
expectations.add(REQUIRED_FILE, inEnglish("the name of a file that can be read and is not empty"));

/** An argument as an option of the command line. */
interface Option {
  readonly argument: string;
  readonly name: string;
  readonly kind: TextKind | undefined;
  readonly isFile: boolean;
  /** As the usage shows it. */
  readonly shown: string;
}

/** Makes the command of a capability: options, usage and call follow from its input and its offer. */
export function offeredCommand(capability: Capability): Command {
  const { cli, access, input } = capability;
  if (cli === undefined) throw new Error(`${capability.name} is not offered on the command line`);
  const shape: Readonly<Record<string, z.ZodType>> = input instanceof z.ZodObject ? input.shape : {};
  const isOfPerson = access === "person" || cli.actsAsMember === true;
  const own = z.object({
    ...Object.fromEntries(
      (cli.required ?? []).map((argument) => [argument, cli.files?.includes(argument) ? REQUIRED_FILE : REQUIRED]),
    ),
    ...(access === "organization" ? { organizationId: OWN.organizationId } : {}),
    ...(isOfPerson ? { email: OWN.email } : {}),
    ...(cli.isFinal === true ? { yes: OWN.yes } : {}),
  });
  const places: readonly string[] = cli.positionals ?? [];
  const options = optionsOf(cli, shape, { places, isOfPerson, isOfOrganization: access === "organization" });
  const command: Command = {
    words: cli.words,
    usage: [
      cli.words,
      ...places.map((name) => cli.values?.[name as never] ?? kebab(name).toUpperCase()),
      ...(cli.usage === undefined ? options.map(({ shown }) => shown) : [cli.usage]),
      "[--json]",
    ].join(" "),
    help: cli.help,
    options: Object.fromEntries(options.map(parserOption)),
    positionals: [places.length, cli.mostWords ?? places.length],
    state: cli.state ?? (access === "public" ? "optional" : "needs"),
    opensNothing: cli.opensNothing === true,
    names: Object.fromEntries(options.map(({ argument, name }) => [argument, name])),
    run: async (entered, { call, terminal }) => {
      const ofArguments = options.filter(({ argument }) => argument in shape || argument in OWN);
      const typed = given({ ...valuesOf(ofArguments, entered), ...wordsOf(cli, entered) });
      const checked = own.safeParse(typed);
      if (!checked.success) {
        const names = entered.json ? fieldNames(Object.keys(own.shape)) : optionNames(command);
        throw new ServiceError(invalidArguments(own, checked.error, typed, names));
      }
      const { email, yes: _confirmed, ...args } = typed;
      const sent = {
        ...cli.fixed,
        ...(isOfPerson || email === undefined ? args : { ...args, email }),
        ...(await lineOf(cli, entered, terminal)),
        ...("locale" in shape ? { locale: entered.locale } : {}),
      };
      const caller = isOfPerson ? { ...OPERATOR, email: String(email) } : OPERATOR;
      const { answer, args: read } = await call(capability, sent, [], caller);
      const exit = cli.exit?.(answer);
      return {
        json: cli.json === undefined ? answer : cli.json(answer, read),
        lines: cli.lines(answer, entered.locale, read),
        err: cli.err?.(answer, entered.locale) ?? [],
        ...(exit === undefined ? {} : { exit }),
      };
    },
  };
  return command;
}

interface Place {
  readonly places: readonly string[];
  readonly isOfPerson: boolean;
  readonly isOfOrganization: boolean;
}

/** The options in the order of the usage: the person first, `--yes` last. */
function optionsOf(
  cli: CliOffer<unknown>,
  shape: Readonly<Record<string, z.ZodType>>,
  { places, isOfPerson, isOfOrganization }: Place,
): readonly Option[] {
  const elsewhere = ["locale", ...places, ...Object.keys(cli.fixed ?? {}), cli.standardInput?.argument];
  const left = Object.keys(shape).filter((argument) => !elsewhere.includes(argument));
  const named: readonly string[] = cli.options ?? left;
  const ofInput = named.map((argument) => {
    const schema = shape[argument] ?? OWN.email;
    const isStated = argument in (cli.fixed ?? {}) || schema.safeParse(undefined).success;
    const isDemanded = isOfOrganization && argument === "organizationId";
    const isRequired = isDemanded || !isStated || cli.required?.includes(argument as never) === true;
    return optionOf(cli, argument, schema, isRequired);
  });
  const isPersonNamed = isOfPerson && !named.includes("email");
  const { standardInput } = cli;
  return [
    ...(isPersonNamed ? [optionOf(cli, "email", OWN.email, true)] : []),
    ...ofInput,
    ...(standardInput === undefined ? [] : [flag(standardInput.option, true)]),
    ...(cli.isFinal === true ? [flag("yes", true)] : []),
  ];
}

function flag(name: string, isRequired: boolean): Option {
  return { argument: name, name, kind: "boolean", isFile: false, shown: isRequired ? `--${name}` : `[--${name}]` };
}

function optionOf(cli: CliOffer<unknown>, argument: string, schema: z.ZodType, isRequired: boolean): Option {
  const name = cli.rename?.[argument as never] ?? NAMES[argument] ?? kebab(argument);
  const inner = inputJsonSchema(schema);
  const kind = kindOf(inner);
  if (kind === "boolean") return { ...flag(name, false), argument };
  const isList = kind === "texts";
  const isFile = cli.files?.includes(argument as never) === true;
  const choices = choicesOf(inner)?.join("|") ?? name.toUpperCase();
  const value = cli.values?.[argument as never] ?? (isFile ? "FILE" : (VALUES[argument] ?? choices));
  const shown = `${isRequired ? `--${name} ${value}` : `[--${name} ${value}]`}${isList ? "..." : ""}`;
  return { argument, name, kind, isFile, shown };
}

/** The values that a text of this schema may have; `undefined`: any. */
function choicesOf({ enum: own, items }: JsonSchema): readonly string[] | undefined {
  const listed = own ?? (typeof items === "object" && items !== null && "enum" in items ? items.enum : undefined);
  return Array.isArray(listed) ? listed.filter((choice) => choice !== "") : undefined;
}

function parserOption({ name, kind }: Option): [string, ParseArgsOptionsConfig[string]] {
  if (kind === "boolean") return [name, { type: "boolean" }];
  return [name, kind === "texts" ? { type: "string", multiple: true } : { type: "string" }];
}

function valuesOf(options: readonly Option[], entered: CommandInput): Record<string, unknown> {
  return Object.fromEntries(
    options.map(({ argument, name, kind, isFile }) => {
      if (isFile) return [argument, bytesOfFile(textOption(entered, name))];
      const value = entered.values[name];
      return [argument, typeof value === "string" ? fromText(value, kind) : value];
    }),
  );
}

/** Words without a name; the last argument takes all that are left. A file is what the word names. */
function wordsOf(
  { positionals: places = [], files = [] }: Pick<CliOffer<unknown>, "positionals" | "files">,
  { positionals }: CommandInput,
): Record<string, unknown> {
  const last = places.length - 1;
  return Object.fromEntries(
    places.map((name, index) => {
      const word = index === last ? positionals.slice(index).join(" ") : positionals[index];
      return [name, files.includes(name) ? bytesOfFile(word) : word];
    }),
  );
}

/** One line of standard input. The line break of an `echo` is not part of a password. */
async function lineOf(
  { standardInput }: CliOffer<unknown>,
  entered: CommandInput,
  terminal: Terminal,
): Promise<Record<string, unknown>> {
  if (standardInput === undefined || entered.values[standardInput.option] !== true) return {};
  return { [standardInput.argument]: readTypedText(await terminal.read()).text.replace(/\r?\n$/, "") };
}

/** What a file holds. An unreadable file holds nothing, so that the schema names the missing argument. */
function bytesOfFile(file: string | undefined): Uint8Array | undefined {
  if (file === undefined) return undefined;
  try {
    return readFileSync(file);
  } catch {
    return new Uint8Array();
  }
}

/** The same as text. @throws ServiceError for what is no text */
export function textOfFile(file: string | undefined): string | undefined {
  const bytes = bytesOfFile(file);
  return bytes === undefined ? undefined : readTypedText(bytes).text;
}
