import { Counter, type Registry } from "prom-client";
import { BUDGET_NAMES, ORGANIZATION_STOCKS, PERSON_STOCKS } from "../core/budget.ts";
import { type CounterCell, counterCells, type HistogramCell, histogramCells } from "./cells.ts";
import type { RouteName } from "./route-names.ts";

/** Reasons of refusals, by their HTTP status. */
const REFUSALS: Readonly<Record<number, string>> = {
  403: "forbidden",
  408: "body_timeout",
  413: "body_too_large",
  415: "unsupported_media_type",
  429: "rate_limited",
};

/** Counters of one route. */
interface RouteCells {
  readonly statuses: Map<number, CounterCell>;
  readonly seconds: HistogramCell;
}

/** Counts requests of all faces. */
export interface RequestMetrics {
  /** @param seconds from the last header of the request to the end of the answer */
  count(route: RouteName, status: number, seconds: number): void;
  /** @param limit the row of the limits table that was used up */
  countLimit(limit: string): void;
  /** @param budget what an account or an organization has used up */
  countBudget(budget: string): void;
}

/** No label holds anything from a caller: routes are patterns, and requests outside them share one label. */
export function createRequestMetrics(registry: Registry, faces: readonly string[]): RequestMetrics {
  const requests = counterCells({
    name: "dosah_http_requests_total",
    help: "Answered requests by face, route and status; tools of MCP are counted in dosah_calls_total.",
    labelNames: ["face", "route", "status"],
    registers: [registry],
  });
  const seconds = histogramCells({
    name: "dosah_http_request_seconds",
    help: "Time from the last header of a request to the end of its answer.",
    labelNames: ["face", "route"],
    buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 2, 10],
    registers: [registry],
  });
  const refused = new Counter({
    name: "dosah_http_refused_total",
    help: "Requests refused with 403, 408, 413, 415 or 429, by face and reason.",
    labelNames: ["face", "reason"],
    registers: [registry],
  });
  // Created at the start, so that the first refusal is a rise and not a new line.
  for (const face of faces) for (const reason of Object.values(REFUSALS)) refused.inc({ face, reason }, 0);
  const limits = new Counter({
    name: "dosah_limits_refused_total",
    help: "Calls refused because a row of the limits table was used up, by row.",
    labelNames: ["limit"],
    registers: [registry],
  });
  const budgets = new Counter({
    name: "dosah_budget_refused_total",
    help: "Changes refused because a budget of an account or a stock of an organization was used up, by its name.",
    labelNames: ["budget"],
    registers: [registry],
  });
  for (const budget of [...BUDGET_NAMES, ...Object.keys(ORGANIZATION_STOCKS), ...Object.keys(PERSON_STOCKS)])
    budgets.inc({ budget }, 0);
  /** By the object of the route: each route has exactly one. */
  const routes = new Map<RouteName, RouteCells>();

  function cellsOf(name: RouteName): RouteCells {
    const { face, route } = name;
    const cells: RouteCells = { statuses: new Map(), seconds: seconds({ face, route }) };
    routes.set(name, cells);
    return cells;
  }

  return {
    count(name, status, time) {
      const { face, route } = name;
      const cells = routes.get(name) ?? cellsOf(name);
      const known = cells.statuses.get(status);
      const cell = known ?? requests({ face, route, status });
      if (known === undefined) cells.statuses.set(status, cell);
      cell.add();
      cells.seconds.observe(time);
      const reason = REFUSALS[status];
      if (reason !== undefined) refused.inc({ face, reason });
    },
    countLimit: (limit) => limits.inc({ limit }),
    countBudget: (budget) => budgets.inc({ budget }),
  };
}
