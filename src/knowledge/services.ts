import { join } from "node:path";
import { z } from "zod";
import { COUNTRIES, type Country } from "../core/country.ts";
import type { NaceRevision } from "../core/nace.ts";
import type { ActRegistry } from "./acts.ts";
import { localized, reference } from "./cited-text-schemas.ts";
import { unique } from "./field-schemas.ts";
import { loadYaml } from "./load.ts";
import type { NaceTitles } from "./nace-titles.ts";
import { existingCode, id } from "./nis2-field-schemas.ts";
import { SECTOR_IDS, SIZE_INDEPENDENT_SERVICES, type SizeIndependentService } from "./nis2-ids.ts";

export type RegulatedService = z.output<ReturnType<typeof servicesSchema>>[number];

/** The services that the law lists, and the lists of them to which duties are bound. */
export interface ServiceKnowledge {
  /** In the order of the annex to the Czech decree. */
  readonly services: readonly RegulatedService[];
  readonly serviceById: ReadonlyMap<string, RegulatedService>;
  /** The ids of services behind the name of a list, or behind the id of a service itself. */
  readonly membersOf: ReadonlyMap<string, readonly string[]>;
}

/**
 * Reads `services.yaml` and `service-lists.yaml`.
 * @param isQuestion says whether a question of missing-facts.yaml has an id.
 * @throws KnowledgeError with file, line and path of every mistake.
 */
export function loadServices(
  dir: string,
  acts: ActRegistry,
  titles: Pick<NaceTitles, "mayExist" | "title">,
  isQuestion: (id: string) => boolean,
): ServiceKnowledge {
  const services = loadYaml(join(dir, "services.yaml"), servicesSchema(acts, titles, isQuestion));
  const serviceById = new Map(services.map((service) => [service.id, service]));
  const lists = loadYaml(join(dir, "service-lists.yaml"), listsSchema(acts, serviceById));
  return {
    services,
    serviceById,
    membersOf: new Map<string, readonly string[]>([
      ...services.map((service): [string, readonly string[]] => [service.id, [service.id]]),
      ...lists.map((list): [string, readonly string[]] => [list.id, list.services]),
    ]),
  };
}

const REGIMES = ["none", "lower", "higher", "special"] as const;

function servicesSchema(
  acts: ActRegistry,
  titles: Pick<NaceTitles, "mayExist" | "title">,
  isQuestion: (id: string) => boolean,
) {
  const regime = z.enum(REGIMES);
  const inDecree = (number: string) => acts.byId.get("cz-408-2025")?.units.has(`annex/${number}`) === true;
  const codes = (revision: NaceRevision) => z.array(existingCode(titles, revision)).min(1);
  return z
    .array(
      z
        .strictObject({
          id: z.string().regex(/^(\d+\.\d+|[a-z-]+)$/, "a number of the annex, or an id in words"),
          sector: z.enum(SECTOR_IDS).optional(),
          name: localized(acts),
          nace: z.strictObject({ "2": codes("2"), "2.1": codes("2.1") }),
          SK: z.union([
            z.boolean(),
            z.strictObject({
              category: z.enum(["essential", "important"]),
              citations: z.array(reference(acts)).min(1),
            }),
          ]),
          stated: z.array(z.enum(SIZE_INDEPENDENT_SERVICES)).default([]),
          byDirective: z.array(reference(acts)).min(1).optional(),
          CZ: z
            .strictObject({
              bySize: z.strictObject({ small: regime, medium: regime, large: regime }),
              question: z.string().refine(isQuestion, "no question of missing-facts.yaml").optional(),
              condition: localized(acts).optional(),
            })
            .optional(),
        })
        .refine(({ id: number, CZ }) => (CZ !== undefined) === inDecree(number), {
          path: ["id"],
          error: "a number of the decree's annex has an entry CZ, and no other id has one",
        }),
    )
    .superRefine(unique((service) => service.id, "id"));
}

function listsSchema(acts: ActRegistry, services: ReadonlyMap<string, unknown>) {
  return z
    .array(
      z.strictObject({
        id,
        services: z.array(z.string().refine((one) => services.has(one), "no service of services.yaml")).min(1),
        citations: z.array(reference(acts)),
      }),
    )
    .superRefine(unique((list) => list.id, "id"));
}

/** Names of lists and ids of services, read as the services themselves. */
export function servicesField({ membersOf }: Pick<ServiceKnowledge, "membersOf">) {
  return z
    .array(z.string().refine((name) => membersOf.has(name), "neither a service nor a list of service-lists.yaml"))
    .min(1)
    .transform((names): readonly string[] => names.flatMap((name) => membersOf.get(name) ?? []));
}

/** What a row of the map says of a code. */
interface CodeRow {
  readonly revision: NaceRevision;
  /** Without a dot. */
  readonly digits: string;
  readonly sectorId: string;
}

/** The services to which a row of the map, a sector or a stated service leads, by country. */
export interface ServiceIndex {
  readonly ofRow: ReadonlyMap<CodeRow, readonly string[]>;
  readonly ofSector: ReadonlyMap<string, readonly string[]>;
  readonly ofStated: ReadonlyMap<SizeIndependentService, readonly string[]>;
}

/**
 * Where codes, sectors and statements lead. A code leads to the services of its sector whose typical codes it meets, and
 * where there is none to all of its sector; a service that counts whatever the size is stated as such.
 */
export function indexServices(
  { services }: ServiceKnowledge,
  rows: readonly CodeRow[],
): Readonly<Record<Country, ServiceIndex>> {
  return Object.fromEntries(COUNTRIES.map((country) => [country, indexOf(services, rows, country)])) as Record<
    Country,
    ServiceIndex
  >; // fromEntries forgets the keys
}

function indexOf(services: readonly RegulatedService[], rows: readonly CodeRow[], country: Country): ServiceIndex {
  const known = services.filter(({ SK, CZ }) => (country === "SK" ? SK !== false : CZ !== undefined || SK !== false));
  const byCode = known.filter(({ stated, SK }) => stated.length === 0 && SK === true);
  const idsOf = (list: readonly RegulatedService[]) => list.map((service) => service.id);
  return {
    ofRow: new Map(
      rows.map((row) => {
        const inSector = byCode.filter(({ sector }) => sector === row.sectorId);
        const typical = inSector.filter(({ nace }) => nace[row.revision].some((code) => isRelated(code, row.digits)));
        return [row, idsOf(typical.length > 0 ? typical : inSector)];
      }),
    ),
    ofSector: new Map(
      SECTOR_IDS.map((sector) => [sector, idsOf(byCode.filter((service) => service.sector === sector))]),
    ),
    ofStated: new Map(
      SIZE_INDEPENDENT_SERVICES.map((name) => [name, idsOf(known.filter(({ stated }) => stated.includes(name)))]),
    ),
  };
}

/** True where one of two codes lies under the other. */
function isRelated(one: string, other: string): boolean {
  return one.startsWith(other) || other.startsWith(one);
}
