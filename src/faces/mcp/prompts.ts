import { isObject, type JsonObject } from "./message.ts";
import { ERROR, errorReply, type McpReply, type RequestId } from "./protocol.ts";
import { asciiJson } from "./toolbox.ts";

/** The longest value of an argument, in characters. */
const LONGEST_ARGUMENT = 500;

/** A text that a client offers its person as a command. No argument is required: some clients cannot ask for one. */
export interface Prompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Name and description of each argument. */
  readonly arguments: Readonly<Record<string, string>>;
  /** What the person says to the model. `said` holds the arguments that were given. */
  text(said: Readonly<Record<string, string>>): string;
}

const LANGUAGE = "Language of the answer: sk, cs or en";

const inLanguage = (locale: string | undefined) =>
  locale === undefined ? "Answer in the language in which I write." : `Answer in this language: ${locale}.`;

/** What clients offer as commands: the three questions with which people come. */
export const prompts: readonly Prompt[] = [
  {
    name: "scope",
    title: "Does NIS2 reach a company?",
    description: "Checks whether NIS2 reaches a Slovak or Czech company, and why.",
    arguments: { company: "Name or registration number (IČO) of the company", locale: LANGUAGE },
    text: ({ company, locale }) =>
      [
        company === undefined
          ? "Find out whether NIS2 reaches a company. Ask me for its name or registration number (IČO) first."
          : `Find out whether NIS2 reaches this company: ${company}`,
        "Look it up with company_search unless I gave its number, then call nis2_scope_check.",
        "While the verdict is open, ask me the question in nextQuestion and send my reply in answers.",
        "Say the category, the reasons with their citations, what is still uncertain and which authority decides.",
        inLanguage(locale),
      ].join("\n"),
  },
  {
    name: "next_steps",
    title: "What to do next under NIS2",
    description: "Lists what a company in scope must do next, in the order of time.",
    arguments: { company: "Name or registration number (IČO) of the company", locale: LANGUAGE },
    text: ({ company, locale }) =>
      [
        company === undefined
          ? "Tell me what to do next under NIS2. Where my_obligations is among the tools, begin with my organizations; otherwise ask me for the company."
          : `Tell me what this company must do next under NIS2: ${company}`,
        "Call nis2_scope_check with detail full, and my_obligations where it is among the tools and the company is mine.",
        "List the steps by their dates, each with its legal basis and where it is filed. Name what is overdue first.",
        inLanguage(locale),
      ].join("\n"),
  },
  {
    name: "ai_system",
    title: "What the AI Act says of an AI system",
    description: "Classifies an AI system under the AI Act and lists the obligations that follow.",
    arguments: { description: "What the system does and who uses it", locale: LANGUAGE },
    text: ({ description, locale }) =>
      [
        description === undefined
          ? "Classify an AI system under the AI Act. Ask me what it does, who uses it and whether we built it."
          : `Classify this AI system under the AI Act: ${description}`,
        "Call ai_act_classify. Ask me what it needs to know; do not guess.",
        "Say the class, the reasons with their citations, the obligations with their dates, and what is uncertain.",
        inLanguage(locale),
      ].join("\n"),
  },
];

/** The prompts with their list, serialised once. */
export interface PromptBook {
  /** The JSON array of all prompts. */
  readonly list: string;
  /** The members of the named prompt as JSON, or the refusal of wrong parameters and unknown names. */
  get(id: RequestId, params: JsonObject): { readonly members: string } | McpReply;
}

/** Makes the lists of the prompts. @returns `undefined` where there are none: then they are not offered */
export function createPromptBook(all: readonly Prompt[]): PromptBook | undefined {
  if (all.length === 0) return undefined;
  const byName = new Map(all.map((prompt) => [prompt.name, prompt]));
  return {
    list: asciiJson(
      all.map(({ name, title, description, arguments: named }) => ({
        name,
        title,
        description,
        arguments: Object.entries(named).map(([argument, words]) => ({
          name: argument,
          description: words,
          required: false,
        })),
      })),
    ),
    get(id, { name, arguments: given }) {
      const prompt = typeof name === "string" ? byName.get(name) : undefined;
      if (prompt === undefined) return invalid(id, "Unknown prompt: prompts/list names the prompts.");
      if (given != null && !isObject(given)) return invalid(id, "The arguments must be an object.");
      const said: Record<string, string> = {};
      for (const [argument, value] of Object.entries(given ?? {})) {
        if (!Object.hasOwn(prompt.arguments, argument))
          return invalid(id, "Unknown argument: prompts/list names them.");
        if (value === null || value === "") continue;
        if (typeof value !== "string") return invalid(id, "The arguments must be strings.");
        if (value.length > LONGEST_ARGUMENT) {
          return invalid(id, `An argument has at most ${LONGEST_ARGUMENT} characters.`);
        }
        said[argument] = value;
      }
      const content = { type: "text", text: prompt.text(said) };
      const messages = [{ role: "user", content }];
      return { members: JSON.stringify({ description: prompt.description, messages }).slice(1, -1) };
    },
  };
}

function invalid(id: RequestId, message: string): McpReply {
  return errorReply(200, ERROR.invalidParams, `Invalid params: ${message}`, id);
}
