import { apiError } from '../errors.ts';

const minuteMs = 60_000;

export type RateLimit = {
  /** Counts one call of a token, or refuses it with 4003. Refused calls do not count. */
  take: (accessToken: string) => void;
  reset: () => void;
};

/** So many calls per token in any 60 seconds; 0 is without limit. */
export function createRateLimit({ limit, now }: { limit: number; now: () => Date }): RateLimit {
  const calls = new Map<string, number[]>();
  return {
    take: (accessToken) => {
      if (limit === 0) return;
      const at = now().getTime();
      const recent = (calls.get(accessToken) ?? []).filter((time) => time > at - minuteMs);
      calls.set(accessToken, recent);
      if (recent.length >= limit) throw apiError(4003);
      recent.push(at);
    },
    reset: () => calls.clear(),
  };
}
