import { setTimeout as sleep } from 'node:timers/promises';

/** What the status page promises. */
const answerTimeoutMs = 2_000;

type AskOptions = {
  /** Whether an answer with this status counts. */
  isGood: (status: number) => boolean;
  /** How long after no answer it is asked once more. */
  againAfterMs: number;
  /** Of the job: when it is aborted, nothing was measured. */
  signal: AbortSignal;
};

/**
 * Returns whether an address answers in time, now or a moment later: a process that starts or restarts is no disturbance.
 * Throws when the job is aborted meanwhile.
 */
export async function answersInTime(url: URL, options: AskOptions): Promise<boolean> {
  if (await answers(url, options)) return true;
  await sleep(options.againAfterMs, undefined, { signal: options.signal });
  return answers(url, options);
}

async function answers(url: URL, { isGood, signal }: AskOptions): Promise<boolean> {
  try {
    const timeout = AbortSignal.timeout(answerTimeoutMs);
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.any([signal, timeout]) });
    await response.body?.cancel();
    return isGood(response.status);
  } catch {
    signal.throwIfAborted();
    return false;
  }
}

/** Returns whether a status is an answer at all, of whatever kind, and no failure of the server. */
export function isSettled(status: number): boolean {
  return status < 500;
}
