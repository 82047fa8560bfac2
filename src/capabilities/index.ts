import { aiActClassify } from "./ai-act/ai-act-classify.ts";
import { aiActQuestions } from "./ai-act/ai-act-questions.ts";
import type { Capability } from "./capability.ts";
import { companyDetail } from "./companies/company-detail.ts";
import { companySearch } from "./companies/company-search.ts";
import { regulatoryFeed } from "./feed/regulatory-feed.ts";
import { regulatoryFeedBrowse } from "./feed/regulatory-feed-browse.ts";
import { regulatoryFeedCalendar } from "./feed/regulatory-feed-calendar.ts";
import { regulatoryFeedLatest } from "./feed/regulatory-feed-latest.ts";
import { regulatoryFeedRefresh } from "./feed/regulatory-feed-refresh.ts";
import { regulatoryFeedSources } from "./feed/regulatory-feed-sources.ts";
import { citationCheck } from "./law/citation-check.ts";
import { knowledgeCheck } from "./law/knowledge-check.ts";
import { knowledgeRelease } from "./law/knowledge-release.ts";
import { ruleChangelog } from "./law/rule-changelog.ts";
import { nis2Obligations } from "./obligations/nis2-obligations.ts";
import { opendataAiAct } from "./opendata/opendata-ai-act.ts";
import { opendataIndex } from "./opendata/opendata-index.ts";
import { opendataNace } from "./opendata/opendata-nace.ts";
import { opendataObligations } from "./opendata/opendata-obligations.ts";
import { opendataQuestionnaire } from "./opendata/opendata-questionnaire.ts";
import { opendataScanChecks } from "./opendata/opendata-scan-checks.ts";
import { frameworks } from "./questionnaire/frameworks.ts";
import { nis2Questionnaire } from "./questionnaire/nis2-questionnaire.ts";
import { questionnaireScore } from "./questionnaire/questionnaire-score.ts";
import { nis2Stats } from "./registers/nis2-stats.ts";
import { registerFetch } from "./registers/register-fetch.ts";
import { registerImport } from "./registers/register-import.ts";
import { sourceStatus } from "./registers/source-status.ts";
import { nis2ScopeCheck } from "./scope/nis2-scope-check.ts";
import { scopeEvaluate } from "./scope/scope-evaluate.ts";

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
  opendataScanChecks,
  ruleChangelog,
  sourceStatus,
  registerImport,
  registerFetch,
  regulatoryFeedRefresh,
  knowledgeCheck,
  knowledgeRelease,
];
