import { apiError } from '../errors.ts';

const minuteMs = 60_000;

export type RateLimit = ReturnType<typeof createRateLimit>;

/** Returns a limiter for calls per token in any 60 seconds. A limit of 0 means unlimited. */
export function createRateLimit({ limit, now }: { limit: number; now: () => Date }) {
  const calls = new Map<string, number[]>();
  return {
    /** Counts a call of a token `weight` times. Throws 4003 beyond the limit; such calls are not counted. */
    take: (accessToken: string, weight = 1) => {
      if (limit === 0) return;
      const at = now().getTime();
      const recent = (calls.get(accessToken) ?? []).filter((time) => time > at - minuteMs);
      calls.set(accessToken, recent);
      if (recent.length + weight > limit) throw apiError(4003);
      recent.push(...Array<number>(weight).fill(at));
    },
    reset: () => calls.clear(),
  };
}
