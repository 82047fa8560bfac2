import type { Locale, Localized } from "../../../core/locale.ts";
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
  contents: { sk: "Cesty", cs: "Cesty", en: "Paths" },
  parameters: { sk: "Parametre", cs: "Parametry", en: "Parameters" },
  name: { sk: "Názov", cs: "Název", en: "Name" },
  type: { sk: "Typ", cs: "Typ", en: "Type" },
  meaning: { sk: "Význam", cs: "Význam", en: "Meaning" },
  required: { sk: "povinný", cs: "povinný", en: "required" },
  body: { sk: "Telo požiadavky", cs: "Tělo požadavku", en: "Request body" },
  answer: { sk: "Odpoveď", cs: "Odpověď", en: "Answer" },
  statuses: { sk: "Ďalšie stavy", cs: "Další stavy", en: "Other statuses" },
} satisfies Record<string, Localized>;

interface Entry {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly operation: OperationObject;
}

/** Every path of the REST interface, rendered from the document that describes it to machines. */
export function docsApiPage({ locale, site }: PageRequest): PageAnswer {
  const entries: readonly Entry[] = Object.entries(site.openapi().paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      id: `${method}${path.replace(/[^a-z0-9]+/gi, "-")}`,
      method: method.toUpperCase(),
      path,
      operation,
    })),
  );
  return {
    title: text.title[locale],
    description: text.description[locale],
    body: (
      <>
        <section class="opening">
          <h1>{text.title[locale]}</h1>
          <p class="prose lead">{text.intro[locale]}</p>
          <p class="links">
            <a href="/api/openapi.json">{text.openapi[locale]}</a>
            <a href={href(locale, paths.docsRest)}>{text.examples[locale]}</a>
          </p>
          <nav class="contents is-list" aria-label={text.contents[locale]}>
            <ul>
              {entries.map(({ id, method, path }) => (
                <li>
                  <a href={`#${id}`}>
                    <code>
                      {method} {path}
                    </code>
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        </section>
        {entries.map((entry) => (
          <Operation entry={entry} document={site.openapi()} locale={locale} />
        ))}
      </>
    ),
  };
}

function Operation({ entry, document, locale }: { entry: Entry; document: OpenApiDocument; locale: Locale }) {
  const { id, method, path, operation } = entry;
  const body = Object.values(operation.requestBody?.content ?? {})[0]?.schema;
  const answer = Object.values(operation.responses?.["200"]?.content ?? {})[0]?.schema;
  const others = Object.entries(operation.responses ?? {}).filter(([status]) => status !== "200");
  return (
    <section class="section operation" id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>
        <code>
          <span class="method">{method}</span> {path}
        </code>
      </h2>
      <div lang="en">
        {operation.summary === undefined ? null : <p class="lead">{operation.summary}</p>}
        {operation.description === undefined ? null : (
          <p class="prose">
            <WithCode text={operation.description} />
          </p>
        )}
      </div>
      <Parameters operation={operation} document={document} locale={locale} />
      {body === undefined ? null : (
        <>
          <h3>{text.body[locale]}</h3>
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
    </section>
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
      <h3>{text.parameters[locale]}</h3>
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
