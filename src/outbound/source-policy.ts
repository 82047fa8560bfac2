/** How one source is treated. Times in milliseconds. */
export interface SourcePolicy {
  /** Id of `knowledge/sources.yaml`. */
  readonly id: string;
  /** Base address without a slash at the end; paths are put behind it. */
  readonly baseUrl: string;
  /** Least time between the beginnings of two questions. */
  readonly spacingMs: number;
  /** Longest time for one attempt, and for a question with all its attempts and waits. */
  readonly attemptMs: number;
  readonly totalMs: number;
  /** The same for a search by name with its attempts and waits; default: that of all searches. */
  readonly searchMs?: number;
  readonly maxBytes: number;
  /** How long an answer is given again without asking. */
  readonly freshMs: number;
}
