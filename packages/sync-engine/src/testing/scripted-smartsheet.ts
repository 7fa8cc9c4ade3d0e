import { createSmartsheetClient } from '@picksync/smartsheet-client';

export type Answer = { status?: number; body?: unknown } | 'connection lost';

/** A call as it went out. */
export type Call = { method: string; path: string; query: Record<string, string>; body: unknown };

/**
 * The real client over answers given in advance, one per call, for what a provider does only on a bad day: an answer
 * that gets lost, a switch that flips.
 */
export function scriptedSmartsheet(...answers: Answer[]) {
  const calls: Call[] = [];
  const client = createSmartsheetClient({
    baseUrl: 'https://smartsheet.test/2.0',
    accessToken: async () => 'token',
    limiter: { acquire: async () => {}, backOff: async () => {} },
    now: () => new Date(0),
    random: () => 0,
    sleep: async () => {},
    timeoutMs: 1_000,
    fetch: async (address, init) => {
      const url = new URL(address);
      calls.push({
        method: init.method ?? 'GET',
        path: url.pathname.replace('/2.0', ''),
        query: Object.fromEntries(url.searchParams),
        body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
      });
      const answer = answers.shift();
      if (answer === undefined) throw new Error(`No answer was prepared for call ${calls.length}`);
      if (answer === 'connection lost') throw new TypeError('fetch failed');
      return Response.json(answer.body, { status: answer.status ?? 200 });
    },
  });
  return { client, calls };
}
