/** A subject under which operations are listed. */
export interface Tag {
  readonly name: string;
  readonly description: string;
}

/** A subject with the beginnings of the paths that belong to it. */
interface Subject extends Tag {
  readonly paths: readonly string[];
}

/** In the order in which they are shown; the first that fits counts. */
const SUBJECTS: readonly Subject[] = [
  {
    name: "scope",
    description: "Whether NIS2 reaches a company, and what follows.",
    paths: ["/api/scope-", "/api/embed/scope-", "/api/activity-", "/api/sectors"],
  },
  { name: "companies", description: "Companies of the registers.", paths: ["/api/company-", "/api/companies"] },
  { name: "feed", description: "Regulatory news.", paths: ["/api/regulatory-feed", "/api/opendata/regulatory-feed"] },
  { name: "ai-act", description: "The AI Act.", paths: ["/api/ai-act", "/api/opendata/ai-act"] },
  {
    name: "incidents",
    description: "Deadlines of an incident, and notifications to fill in.",
    paths: ["/api/incident", "/api/notification"],
  },
  { name: "operation", description: "Which program and which rules answer here.", paths: ["/version"] },
  { name: "law", description: "Citations of the law.", paths: ["/api/citation"] },
  { name: "open-data", description: "Data and knowledge to be taken over as a whole.", paths: ["/api/opendata"] },
  { name: "frameworks", description: "What can be assessed.", paths: ["/api/v1/frameworks"] },
  {
    name: "trust-profiles",
    description: "What suppliers state about their security, and the questionnaire that they answer.",
    paths: ["/api/v1/supplier-questionnaires", "/api/v1/trust-profile", "/trust/", "/.well-known/jwks.json"],
  },
  { name: "organizations", description: "Organizations of the owner of a key, and what belongs to them.", paths: [] },
  {
    name: "domain-scan",
    description: "Scans of domains, and what they find by sector and country.",
    paths: ["/api/v1/scan", "/api/v1/domain", "/api/nis2-map"],
  },
  { name: "service", description: "Everything else.", paths: [] },
];

/** The subject of a path. What needs a key and has none of its own is about organizations. */
export function tagOf(path: string, needsKey: boolean): string {
  const subject = SUBJECTS.find(({ paths }) => paths.some((start) => path.startsWith(start)));
  return subject?.name ?? (needsKey ? "organizations" : "service");
}

/** The subjects that operations have, as the document declares them. */
export function declaredTags(used: ReadonlySet<string>): readonly Tag[] {
  return SUBJECTS.filter(({ name }) => used.has(name)).map(({ name, description }) => ({ name, description }));
}
