import { UnsealError } from '@picksync/db';
import { SmartsheetError } from '@picksync/smartsheet-client';
import { inParallel } from '../in-parallel.ts';
import type { Due, DueWork } from './due.ts';
import type { RunResult } from './run-result.ts';
import { type SyncParts, syncAutomation } from './sync-automation.ts';

/** So many sheets of one account are read at once: quick, and far from what Smartsheet minds. */
const sheetsAtOnce = 4;

export type PassParts = SyncParts & {
  /** Writes down what came of an automation. */
  record: (done: { due: Due; result: RunResult; durationMs: number; calls: number }) => Promise<void>;
  /** Runs `work` and counts the calls it makes. */
  counting: <T>(work: () => Promise<T>) => Promise<{ value: T; calls: number }>;
  now: () => Date;
  /** Whether this process has to stop or was replaced: what is begun is finished, the rest is left. */
  shouldStop: () => boolean;
};

export type PassEnd = {
  outcomes: Record<RunResult['outcome'], number>;
  /** Ids of automations that were not dealt with. */
  left: Set<string>;
  /** An error that passes by itself, by which something was left. */
  retry: SmartsheetError | null;
  /** The connection is refused. */
  needsUser: SmartsheetError | null;
  /** Ours to mend; the automations they hit are written down as failed. */
  bugs: { automationId: string; error: unknown }[];
};

/** Looks at every due automation of an account once. Rejects when the database fails: what is not written down is left. */
export async function syncPass(work: DueWork, parts: PassParts): Promise<PassEnd> {
  const end: PassEnd = {
    outcomes: { changed: 0, unchanged: 0, waiting_review: 0, failed: 0 },
    left: new Set(),
    retry: null,
    needsUser: null,
    bugs: [],
  };
  await inParallel({
    items: work.groups,
    limit: sheetsAtOnce,
    work: async (group) => {
      for (const due of group) await syncOne(due, end, parts);
      const [first] = group;
      if (first) parts.reads.release(first.automation.sourceSheetId);
    },
  });
  return end;
}

async function syncOne(due: Due, end: PassEnd, parts: PassParts): Promise<void> {
  if (isHalted(end) || parts.shouldStop()) {
    end.left.add(due.automation.id);
    return;
  }
  const beganAt = parts.now().getTime();
  const { value: result, calls } = await parts.counting(() => attempt(due, end, parts));
  if (result === undefined) return;
  end.outcomes[result.outcome] += 1;
  await parts.record({ due, result, durationMs: parts.now().getTime() - beganAt, calls });
}

/** When the account as a whole is refused or over its limit, every further call would only be one more. */
const isHalted = ({ retry, needsUser }: PassEnd) => needsUser !== null || retry?.reason === 'rate_limited';

async function attempt(due: Due, end: PassEnd, parts: PassParts): Promise<RunResult | undefined> {
  const automationId = due.automation.id;
  try {
    return await syncAutomation(due, parts);
  } catch (error) {
    if (!parts.shouldStop()) {
      if (isOurs(error)) {
        end.bugs.push({ automationId, error });
        return { outcome: 'failed', reason: 'bug', figures: {}, names: {} };
      }
      if (!(error instanceof SmartsheetError)) throw error;
    }
    end.left.add(automationId);
    if (!(error instanceof SmartsheetError)) return undefined;
    if (error.class === 'needs_user') end.needsUser ??= error;
    if (error.class === 'retry') end.retry = longerPause(end.retry, error);
    return undefined;
  }
}

/**
 * Whether the same work would fail like this however often it is tried. All other errors are the database's, which may
 * have been away for a moment: the queue tries again, and the automation has no part in it.
 */
const isOurs = (error: unknown): boolean =>
  error instanceof SmartsheetError ? error.class === 'bug' : lasting.some((kind) => error instanceof kind);

const lasting = [TypeError, RangeError, ReferenceError, UnsealError];

/** Of two pauses that were asked for the longer is to be kept. */
const longerPause = (known: SmartsheetError | null, error: SmartsheetError) =>
  known !== null && (known.retryAfterMs ?? 0) > (error.retryAfterMs ?? 0) ? known : error;
