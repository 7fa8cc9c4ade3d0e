import { ApiError } from '../../../api/api-error.ts';
import { sleep } from '../../../ui/sleep.ts';

const mostAttempts = 4;
const patienceMs = 10_000;
const longestMs = 30_000;
const firstRestMs = 1000;

const passesByItself = /network|time.?out|rate limit|temporar|try again/i;

/** Whether a call that failed may succeed a moment later. */
export function mayPass(problem: unknown): boolean {
  if (!(problem instanceof ApiError)) return false;
  if (problem.status === 401 || problem.status === 403) return false;
  return (
    problem.status === 0 ||
    problem.status === 429 ||
    problem.status >= 500 ||
    passesByItself.test(problem.message)
  );
}

type Retrying<T> = {
  /** Waits longer with each attempt. */
  send: (timeoutMs: number) => Promise<T>;
  /** Called before the pause of each attempt after the first. */
  onRetry: (attempt: number, of: number) => void;
  rest?: (ms: number) => Promise<void>;
  signal: AbortSignal;
};

/** Sends a request up to four times while its failures may pass by themselves. Throws the last error. */
export async function sendRetrying<T>({ send, onRetry, rest = sleep, signal }: Retrying<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send(Math.min(patienceMs * attempt, longestMs));
    } catch (problem) {
      if (signal.aborted || attempt === mostAttempts || !mayPass(problem)) throw problem;
      onRetry(attempt + 1, mostAttempts);
      await rest(Math.min(firstRestMs * 2 ** (attempt - 1), longestMs));
      signal.throwIfAborted();
    }
  }
}
