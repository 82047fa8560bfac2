import type { Laboratory } from "../lab/laboratory.ts";
import type { Page } from "../lab/servers.ts";
import type { Json } from "../promises/service.fixture.ts";
import { authorizePath } from "./agent.fixture.ts";

/** Hosts of the laboratory that publish a document of a client. */
const JSON_TYPE = [["Content-Type", "application/json"]] as const;

/** An answer in JSON. */
export const json = (body: object) => ({ headers: JSON_TYPE, body: JSON.stringify(body) });

/** Where the document stands. */
export const PATH = "/agent.json";

/** The verifier of its requests. */
export const verifier = "v".repeat(43);

/** A host that publishes a document of a client, and its keys, and counts who asks for them. */
export async function documentHost(
  lab: Laboratory,
  document: (id: string, returnTo: string) => Page,
  keys: (domain: string) => Page = () => json({ keys: [] }),
) {
  const asked: string[] = [];
  const site = await lab.site((each) => {
    const id = `https://${each.domain}${PATH}`;
    const pages: Record<string, Page> = {};
    const add = (path: string, page: () => Page) =>
      Object.defineProperty(pages, path, {
        enumerable: true,
        configurable: true,
        get: () => {
          asked.push(path);
          return page();
        },
      });
    add(PATH, () => document(id, `https://${each.domain}/cb`));
    add("/keys.json", () => keys(each.domain));
    each.https = pages;
  });
  const clientId = `https://${site.domain}${PATH}`;
  return { clientId, returnTo: `https://${site.domain}/cb`, domain: site.domain, asked, verifier };
}

/** A document with what every document must have. */
export const plain =
  (more: Json = {}) =>
  (id: string, returnTo: string): Page =>
    json({ client_id: id, client_name: "Agent by document", redirect_uris: [returnTo], ...more });

/** The code of the page of an authorization request, or its status where there is none. */
export async function errorOf(
  { service }: { readonly service: { fetch(path: string, init?: RequestInit): Promise<Response> } },
  made: Parameters<typeof authorizePath>[0],
): Promise<string | number> {
  const answer = await service.fetch(authorizePath(made), { redirect: "manual" });
  return /data-error="([a-z_]+)"/.exec(await answer.text())?.[1] ?? answer.status;
}
