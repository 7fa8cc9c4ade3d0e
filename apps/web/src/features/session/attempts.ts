import { ApiError } from '../../api/api-error.ts';

const maxAttempts = 3;
const firstPauseMs = 1000;
/** For each attempt. */
export const verificationTimeoutMs = 10_000;

/** Returns whether another attempt may help: without a reply, or after a failure of the server. */
export function mayPass(problem: unknown): boolean {
  return problem instanceof ApiError && (problem.status === 0 || problem.status >= 500);
}

/** Makes a call up to three times, with a pause that doubles. Throws what the last attempt threw. */
export async function withAttempts<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt();
    } catch (problem) {
      if (tries === maxAttempts || !mayPass(problem)) throw problem;
      await new Promise((resolve) => setTimeout(resolve, firstPauseMs * 2 ** (tries - 1)));
    }
  }
}
