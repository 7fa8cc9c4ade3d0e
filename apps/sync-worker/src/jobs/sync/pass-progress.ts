import { AsyncLocalStorage } from 'node:async_hooks';
import type { RunOutcome } from '@picksync/contracts';
import { UnsealError } from '@picksync/db';
import { SmartsheetError } from '@picksync/smartsheet-client';

/** What has come of a pass over a connection so far. */
export type PassProgress = {
  outcomes: Record<RunOutcome, number>;
  /** Ids of automations that were not dealt with. */
  left: Set<string>;
  /** Sheets that an automation did without. */
  skippedSources: Set<string>;
  /** An error that passes by itself, by which something was left. */
  retry: SmartsheetError | null;
  /** The connection is refused. */
  needsUser: SmartsheetError | null;
  bugs: number;
};

export type PassEnd = {
  outcomes: Record<RunOutcome, number>;
  bugs: number;
  /** Something marked was not dealt with. */
  isLeft: boolean;
  /** An error that passes by itself, by which something was left. */
  retry: SmartsheetError | null;
};

export function createPassProgress(): PassProgress {
  return {
    outcomes: { changed: 0, unchanged: 0, waiting_review: 0, failed: 0 },
    left: new Set(),
    skippedSources: new Set(),
    retry: null,
    needsUser: null,
    bugs: 0,
  };
}

/** When the connection as a whole is refused or over its limit, every further call would only be one more. */
export function isHalted({ retry, needsUser }: PassProgress): boolean {
  return needsUser !== null || retry?.reason === 'rate_limited';
}

export function passEnd({ outcomes, bugs, left, retry }: PassProgress): PassEnd {
  return { outcomes, bugs, isLeft: left.size > 0, retry };
}

/** Keeps an error by which an automation was left. Of two pauses that were asked for the longer is kept. */
export function keepError(progress: PassProgress, error: SmartsheetError): void {
  const { retry } = progress;
  if (error.class === 'needs_user') progress.needsUser ??= error;
  if (error.class === 'retry' && (retry?.retryAfterMs ?? 0) <= (error.retryAfterMs ?? 0)) {
    progress.retry = error;
  }
}

/**
 * Whether the same work would fail like this however often it is tried. All other errors are the database's, which may
 * have been away for a moment: the queue tries again, and the automation has no part in it.
 */
export function isBug(error: unknown): boolean {
  if (error instanceof SmartsheetError) return error.class === 'bug';
  return [TypeError, RangeError, ReferenceError, UnsealError].some((kind) => error instanceof kind);
}

export type CallCounter = ReturnType<typeof createCallCounter>;

/**
 * Tells which piece of work made which calls, though several run at once. A call counts for whoever began it: a sheet
 * that serves many automations counts for the first of them.
 */
export function createCallCounter() {
  const current = new AsyncLocalStorage<{ calls: number }>();
  return {
    /** For the client's `onCall`. */
    onCall: () => {
      const tally = current.getStore();
      if (tally) tally.calls += 1;
    },
    counting: async <T>(work: () => Promise<T>): Promise<{ value: T; calls: number }> => {
      const tally = { calls: 0 };
      const value = await current.run(tally, work);
      return { value, calls: tally.calls };
    },
  };
}
