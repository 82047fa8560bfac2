import type { Locale, Localized } from "../../../core/locale.ts";
import { readLabel } from "../../reading/label.ts";
import { WithCode } from "../components/code-block.tsx";
import type { PageAnswer, PageRequest } from "../page.ts";
import { href, paths } from "../paths.ts";
import { type OpenApiDocument, type OperationObject, resolveSchema } from "./openapi-document.ts";
import { SchemaTree, typeText } from "./schema-tree.tsx";

const text = {
  title: { sk: "Referencia API", cs: "Reference API", en: "API reference" },
  description: {
    sk: "Každá cesta, parameter a pole odpovede rozhrania REST.",
    cs: "Každá cesta, parametr a pole odpovědi rozhraní REST.",
    en: "Every path, parameter and answer field of the REST interface.",
  },
  intro: {
    sk: "Táto stránka vzniká z dokumentu OpenAPI. Jeho opisy sú v angličtine, lebo ho čítajú nástroje.",
    cs: "Tato stránka vzniká z dokumentu OpenAPI. Jeho popisy jsou v angličtině, protože ho čtou nástroje.",
    en: "This page is made from the OpenAPI document.",
  },
  openapi: { sk: "Dokument OpenAPI 3.1", cs: "Dokument OpenAPI 3.1", en: "OpenAPI 3.1 document" },
  examples: { sk: "REST na príkladoch", cs: "REST na příkladech", en: "REST by example" },
  search: { sk: "Hľadať v rozhraní", cs: "Hledat v rozhraní", en: "Search the interface" },
  searchHelp: {
    sk: "Cesta, názov poľa alebo anglické slovo z opisu, napríklad tasks.",
    cs: "Cesta, název pole nebo anglické slovo z popisu, například tasks.",
    en: "A path, the name of a field or a word of a description, such as tasks.",
  },
  find: { sk: "Hľadať", cs: "Hledat", en: "Search" },
  all: { sk: "Všetky operácie", cs: "Všechny operace", en: "All operations" },
  none: {
    sk: "Nič také v rozhraní nie je.",
    cs: "Nic takového v rozhraní není.",
    en: "The interface has nothing like it.",
  },
  fields: {
    sk: "Telo, odpoveď a stavy pole po poli",
    cs: "Tělo, odpověď a stavy pole po poli",
    en: "Body, answer and statuses, field by field",
  },
  parameters: { sk: "Parametre", cs: "Parametry", en: "Parameters" },
  name: { sk: "Názov", cs: "Název", en: "Name" },
  type: { sk: "Typ", cs: "Typ", en: "Type" },
  meaning: { sk: "Význam", cs: "Význam", en: "Meaning" },
  required: { sk: "povinný", cs: "povinný", en: "required" },
  body: { sk: "Telo požiadavky", cs: "Tělo požadavku", en: "Request body" },
  answer: { sk: "Odpoveď", cs: "Odpověď", en: "Answer" },
  errors: { sk: "Kódy chýb", cs: "Kódy chyb", en: "Codes of errors" },
  statuses: { sk: "Ďalšie stavy", cs: "Další stavy", en: "Other statuses" },
} satisfies Record<string, Localized>;

interface Entry {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly operation: OperationObject;
}

/** So few operations are shown with every field of their bodies and answers; the whole list would be too long. */
const SHOWN_WHOLE = 3;

/** The most letters of what is searched for. */
const LONGEST_QUERY = 80;

/** Every path of the REST interface, rendered from the document that describes it to machines. */
export function docsApiPage({ locale, site, query }: PageRequest): PageAnswer {
  const asked = readLabel(query.get("q"), LONGEST_QUERY);
  const entries: readonly Entry[] = Object.entries(site.openapi().paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      id: operation.operationId ?? `${method}${path.replace(/[^a-z0-9]+/gi, "-")}`,
      method: method.toUpperCase(),
      path,
      operation,
    })),
  );
  const found = asked === "" ? entries : matching(entries, asked);
  const isWhole = found.length <= SHOWN_WHOLE;
  return {
    title: text.title[locale],
    description: text.description[locale],
    isIndexed: asked === "",
    body: (
      <>
        <section class="opening">
          <h1>{text.title[locale]}</h1>
          <p class="prose lead">{text.intro[locale]}</p>
          <p class="links">
            <a href="/api/openapi.json">{text.openapi[locale]}</a>
            <a href={href(locale, paths.docsRest)}>{text.examples[locale]}</a>
          </p>
          <form method="get" action={href(locale, paths.docsApi)}>
            <label for="q">{text.search[locale]}</label>
            <p class="ask-row">
              <input
                type="search"
                id="q"
                name="q"
                value={asked}
                maxlength={LONGEST_QUERY}
                aria-describedby="q-help"
                autocomplete="off"
              />
              <button type="submit" class="button">
                {text.find[locale]}
              </button>
            </p>
            <p class="help" id="q-help">
              {text.searchHelp[locale]}
            </p>
          </form>
          {asked === "" ? null : (
            <p>
              <a href={href(locale, paths.docsApi)}>{text.all[locale]}</a> ({entries.length})
            </p>
          )}
        </section>
        <section class="operations" data-operations={found.length}>
          {found.length === 0 ? <p>{text.none[locale]}</p> : null}
          {found.map((entry) => (
            <Operation entry={entry} document={site.openapi()} isWhole={isWhole} locale={locale} />
          ))}
        </section>
        <Codes document={site.openapi()} locale={locale} />
      </>
    ),
  };
}

/** Every code of an error: the `type` of a problem leads to its line. */
function Codes({ document: { components }, locale }: { document: OpenApiDocument; locale: Locale }) {
  const codes = (components?.schemas?.Problem?.properties?.code?.enum ?? []).map(String);
  return (
    <section class="section" aria-labelledby="errors-title">
      <h2 id="errors-title">{text.errors[locale]}</h2>
      <ul>
        {codes.map((code) => (
          <li id={`problem-${code}`}>
            <code>{code}</code> <span lang="en">{components?.responses?.[code]?.description}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The operation of that name alone, else those whose path, words or parameters hold each word. */
function matching(entries: readonly Entry[], asked: string): readonly Entry[] {
  const named = entries.filter(({ id }) => id === asked);
  if (named.length > 0) return named;
  const words = asked.toLowerCase().split(/\s+/);
  return entries.filter(({ id, method, path, operation }) => {
    const { summary = "", description = "", tags = [], parameters = [] } = operation;
    const names = parameters.map(({ name }) => name);
    const all = [id, method, path, summary, description, ...tags, ...names].join(" ").toLowerCase();
    return words.every((word) => all.includes(word));
  });
}

/** One line of an operation, and behind it what it takes; with every field where few operations are shown. */
function Operation({
  entry,
  document,
  isWhole,
  locale,
}: {
  entry: Entry;
  document: OpenApiDocument;
  isWhole: boolean;
  locale: Locale;
}) {
  const { id, method, path, operation } = entry;
  return (
    <details class="operation" id={`op-${id}`} open={isWhole}>
      <summary>
        <code>
          <span class="method">{method}</span> {path}
        </code>{" "}
        {operation.summary === undefined ? null : <span lang="en">{operation.summary}</span>}
      </summary>
      {operation.description === undefined ? null : (
        <p class="prose" lang="en">
          <WithCode text={operation.description} />
        </p>
      )}
      {isWhole ? (
        <>
          <Parameters operation={operation} document={document} locale={locale} />
          <Fields operation={operation} document={document} locale={locale} />
        </>
      ) : (
        <p>
          <ParameterNames operation={operation} locale={locale} />
          <a href={`${href(locale, paths.docsApi, { q: id })}#op-${id}`}>{text.fields[locale]}</a>
        </p>
      )}
    </details>
  );
}

function ParameterNames({ operation, locale }: { operation: OperationObject; locale: Locale }) {
  const names = (operation.parameters ?? []).filter((parameter) => parameter.in !== "header").map(({ name }) => name);
  if (names.length === 0) return null;
  return (
    <>
      {text.parameters[locale]}: <code>{names.join(", ")}</code>.{" "}
    </>
  );
}

function Fields({
  operation,
  document,
  locale,
}: {
  operation: OperationObject;
  document: OpenApiDocument;
  locale: Locale;
}) {
  const body = Object.values(operation.requestBody?.content ?? {})[0]?.schema;
  const answer = Object.values(operation.responses?.["200"]?.content ?? {})[0]?.schema;
  const others = Object.entries(operation.responses ?? {}).filter(([status]) => status !== "200");
  return (
    <>
      {body === undefined ? null : (
        <>
          <h2>{text.body[locale]}</h2>
          <SchemaTree schema={body} document={document} locale={locale} />
        </>
      )}
      {answer === undefined ? null : (
        <details>
          <summary>{text.answer[locale]} 200</summary>
          <SchemaTree schema={answer} document={document} locale={locale} />
        </details>
      )}
      {others.length === 0 ? null : (
        <p class="meta">
          {text.statuses[locale]}:{" "}
          {others.map(([status, response], index) => (
            <>
              {index === 0 ? "" : " · "}
              <b>{status}</b> <span lang="en">{descriptionOf(response, document)}</span>
            </>
          ))}
        </p>
      )}
    </>
  );
}

function Parameters({
  operation,
  document,
  locale,
}: {
  operation: OperationObject;
  document: OpenApiDocument;
  locale: Locale;
}) {
  const parameters = (operation.parameters ?? []).filter((parameter) => parameter.in !== "header");
  if (parameters.length === 0) return null;
  return (
    <>
      <h2>{text.parameters[locale]}</h2>
      <table class="is-stacked">
        <thead>
          <tr>
            <th scope="col">{text.name[locale]}</th>
            <th scope="col">{text.type[locale]}</th>
            <th scope="col">{text.meaning[locale]}</th>
          </tr>
        </thead>
        <tbody>
          {parameters.map(({ name, required, schema, description }) => (
            <tr>
              <th scope="row">
                <code>{name}</code>
                {required === true ? <span class="tag">{text.required[locale]}</span> : null}
              </th>
              <td data-label={text.type[locale]} lang="en">
                {schema === undefined ? "" : typeText(resolveSchema(schema, document))}
              </td>
              <td data-label={text.meaning[locale]} lang="en">
                {description ?? schema?.description ?? ""}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function descriptionOf(
  response: { $ref?: string | undefined; description?: string | undefined },
  document: OpenApiDocument,
): string {
  const name = /^#\/components\/responses\/(.+)$/.exec(response.$ref ?? "")?.[1];
  return (
    response.description ?? (name === undefined ? "" : (document.components?.responses?.[name]?.description ?? ""))
  );
}
