import { join } from "node:path";
import { z } from "zod";
import { loadYaml } from "./load.ts";

const fileSchema = z.array(
  z.strictObject({
    host: z.string().regex(/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/),
    name: z.string().min(1).max(60),
    source: z.url({ protocol: /^https$/ }),
    seen: z.iso.date(),
  }),
);

/** The applications that Dosah knows: the name of each by its host. @throws KnowledgeError */
export function loadKnownClients(dir: string): ReadonlyMap<string, string> {
  return new Map(loadYaml(join(dir, "oauth-clients.yaml"), fileSchema).map(({ host, name }) => [host, name]));
}
