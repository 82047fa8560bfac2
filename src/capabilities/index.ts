import { aiActClassify } from "./ai-act-classify.ts";
import { aiActQuestions } from "./ai-act-questions.ts";
import type { Capability } from "./capability.ts";
import { citationCheck } from "./citation-check.ts";
import { companyDetail } from "./company-detail.ts";
import { companySearch } from "./company-search.ts";
import { frameworks } from "./frameworks.ts";
import { knowledgeCheck } from "./knowledge-check.ts";
import { knowledgeRelease } from "./knowledge-release.ts";
import { nis2Obligations } from "./nis2-obligations.ts";
import { nis2Questionnaire } from "./nis2-questionnaire.ts";
import { nis2ScopeCheck } from "./nis2-scope-check.ts";
import { nis2Stats } from "./nis2-stats.ts";
import { opendataAiAct } from "./opendata-ai-act.ts";
import { opendataIndex } from "./opendata-index.ts";
import { opendataNace } from "./opendata-nace.ts";
import { opendataObligations } from "./opendata-obligations.ts";
import { opendataQuestionnaire } from "./opendata-questionnaire.ts";
import { questionnaireScore } from "./questionnaire-score.ts";
import { registerFetch } from "./register-fetch.ts";
import { registerImport } from "./register-import.ts";
import { regulatoryFeed } from "./regulatory-feed.ts";
import { regulatoryFeedBrowse } from "./regulatory-feed-browse.ts";
import { regulatoryFeedCalendar } from "./regulatory-feed-calendar.ts";
import { regulatoryFeedLatest } from "./regulatory-feed-latest.ts";
import { regulatoryFeedRefresh } from "./regulatory-feed-refresh.ts";
import { regulatoryFeedSources } from "./regulatory-feed-sources.ts";
import { ruleChangelog } from "./rule-changelog.ts";
import { scopeEvaluate } from "./scope-evaluate.ts";
import { sourceStatus } from "./source-status.ts";
import { backup } from "./state/backup.ts";
import { backupCheck } from "./state/backup-check.ts";
import { restore } from "./state/restore.ts";
import { stateMigrate } from "./state/state-migrate.ts";
import { stateStatus } from "./state/state-status.ts";

/** Everything Dosah can do, in the order of the documentation. */
export const capabilities: readonly Capability[] = [
  nis2ScopeCheck,
  companySearch,
  companyDetail,
  nis2Obligations,
  nis2Questionnaire,
  questionnaireScore,
  regulatoryFeed,
  regulatoryFeedLatest,
  regulatoryFeedBrowse,
  regulatoryFeedSources,
  regulatoryFeedCalendar,
  nis2Stats,
  scopeEvaluate,
  aiActClassify,
  aiActQuestions,
  citationCheck,
  frameworks,
  opendataIndex,
  opendataObligations,
  opendataQuestionnaire,
  opendataNace,
  opendataAiAct,
  ruleChangelog,
  sourceStatus,
  registerImport,
  registerFetch,
  regulatoryFeedRefresh,
  knowledgeCheck,
  knowledgeRelease,
  stateStatus,
  stateMigrate,
  backup,
  backupCheck,
  restore,
];
