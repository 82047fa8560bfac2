import { join } from "node:path";
import type { Day } from "../core/day.ts";
import { type ActivityKnowledge, loadActivities } from "./activities.ts";
import { type ActRegistry, loadActs } from "./acts.ts";
import { type AiActKnowledge, loadAiAct } from "./ai-act.ts";
import { type Changelog, loadChangelog } from "./changelog.ts";
import { type DeadlineKnowledge, loadDeadlines } from "./deadlines.ts";
import { loadTopicRules, type TopicRules } from "./feed-topics.ts";
import { loadFeeds, type PublisherFeed } from "./feeds.ts";
import { type Framework, loadFrameworks } from "./frameworks.ts";
import { type GroupStepTexts, loadGroupSteps } from "./group-size.ts";
import { type IncidentClockKnowledge, loadIncidentClock } from "./incident-clock.ts";
import { type LawLinks, loadLawLinks } from "./law-links.ts";
import { KNOWLEDGE_DIR } from "./load.ts";
import { loadNaceCorrespondence, type NaceCorrespondence } from "./nace-correspondence.ts";
import { loadNaceTitles, type NaceTitles } from "./nace-titles.ts";
import { loadNis2, type Nis2Knowledge } from "./nis2.ts";
import { loadNotificationFields, type NotificationKnowledge } from "./notification-fields.ts";
import { loadObligations, type ObligationCatalog } from "./obligations.ts";
import { loadQuestionnaire, type Questionnaire } from "./questionnaire.ts";
import { loadRegisterFiles, type RegisterFiles } from "./register-files.ts";
import { loadScan, type ScanKnowledge } from "./scan.ts";
import { loadSectorGuide, type SectorGuide } from "./sector-guide.ts";
import { loadSources, type Sources } from "./sources.ts";
import { loadStartPage, type StartPageKnowledge } from "./start-page.ts";
import { loadSupplierQuestionnaires, type SupplierQuestionnaires } from "./supplier-questionnaire.ts";
import { loadTimeline, type Timeline } from "./timeline.ts";

/** Everything Dosah knows of the law, read and checked once, frozen. */
export interface Knowledge {
  readonly dir: string;
  /** The day to which the state of the law was last compared with the official texts. */
  readonly asOf: Day;
  readonly acts: ActRegistry;
  /** Where the official text of each act stands. */
  readonly lawLinks: LawLinks;
  readonly nis2: Nis2Knowledge;
  /** The words of the calculator of groups. */
  readonly groupSteps: GroupStepTexts;
  /** What to do until when and where, and the data to have ready. */
  readonly deadlines: DeadlineKnowledge;
  /** What a firm states when it notifies the authority. */
  readonly notification: NotificationKnowledge;
  /** Which report of an incident is due when, and to whom. */
  readonly incidentClock: IncidentClockKnowledge;
  readonly aiAct: AiActKnowledge;
  readonly obligations: ObligationCatalog;
  readonly questionnaire: Questionnaire;
  readonly frameworks: readonly Framework[];
  /** The open questionnaire that suppliers answer in their trust profile. */
  readonly supplierQuestionnaires: SupplierQuestionnaires;
  /** The domain scan in words and in law. */
  readonly scan: ScanKnowledge;
  readonly naceTitles: NaceTitles;
  /** Words, services and codes by which people say what they do. */
  readonly activities: ActivityKnowledge;
  readonly naceCorrespondence: NaceCorrespondence;
  readonly sources: Sources;
  /** What the start page says of the law, and numbers that an authority gave. */
  readonly startPage: StartPageKnowledge;
  /** What the pages of the sectors say beside the sectors themselves. */
  readonly sectorGuide: SectorGuide;
  readonly registerFiles: RegisterFiles;
  readonly feeds: readonly PublisherFeed[];
  readonly feedTopics: TopicRules;
  readonly timeline: Timeline;
  /** The versions of the rule set and what changed in each. */
  readonly changelog: Changelog;
}

let shipped: Nis2Knowledge | undefined;

/**
 * The shipped knowledge of NIS2, for what is the same in each process: as it was loaded, or read now.
 * @throws KnowledgeError
 */
export function shippedNis2(): Nis2Knowledge {
  shipped ??= loadNis2(join(KNOWLEDGE_DIR, "nis2"), loadActs(join(KNOWLEDGE_DIR, "acts")));
  return shipped;
}

/**
 * Reads all knowledge files.
 * @throws KnowledgeError with file, line and path of every mistake in the first file that has one.
 */
export function loadKnowledge(dir: string = KNOWLEDGE_DIR): Knowledge {
  const acts = loadActs(join(dir, "acts"));
  const obligations = loadObligations(join(dir, "obligations"), acts);
  const questionnaire = loadQuestionnaire(join(dir, "questionnaire"), acts, obligations.byCode);
  const naceTitles = loadNaceTitles(join(dir, "nis2"));
  const naceCorrespondence = loadNaceCorrespondence(join(dir, "nis2"));
  const nis2 = loadNis2(join(dir, "nis2"), acts, obligations.byCode, naceTitles, naceCorrespondence);
  if (dir === KNOWLEDGE_DIR) shipped = nis2;
  const stepIds = new Set(nis2.nextSteps.map(({ id }) => id));
  const deadlines = loadDeadlines(join(dir, "nis2"), acts, { stepIds, placeById: nis2.placeById });
  return {
    dir,
    asOf: acts.asOf,
    acts,
    lawLinks: loadLawLinks(dir, acts),
    nis2,
    groupSteps: loadGroupSteps(join(dir, "nis2"), acts),
    deadlines,
    notification: loadNotificationFields(join(dir, "nis2"), acts, stepIds),
    incidentClock: loadIncidentClock(join(dir, "nis2"), acts, {
      deadlines: deadlines.deadlines,
      placeById: nis2.placeById,
    }),
    obligations,
    questionnaire,
    frameworks: loadFrameworks(join(dir, "frameworks"), acts, questionnaire),
    supplierQuestionnaires: loadSupplierQuestionnaires(join(dir, "supplier-questionnaire"), acts),
    aiAct: loadAiAct(join(dir, "ai-act"), acts),
    scan: loadScan(join(dir, "scan"), acts, obligations.byCode),
    naceTitles,
    naceCorrespondence,
    activities: loadActivities(join(dir, "nis2"), acts, naceTitles, nis2.services),
    sources: loadSources(dir),
    startPage: loadStartPage(dir),
    sectorGuide: loadSectorGuide(dir, nis2),
    registerFiles: loadRegisterFiles(dir),
    feeds: loadFeeds(dir),
    feedTopics: loadTopicRules(dir),
    timeline: loadTimeline(dir, acts),
    changelog: loadChangelog(dir, {
      acts,
      stated: { obligations: obligations.version, questionnaire: questionnaire.version },
    }),
  };
}
