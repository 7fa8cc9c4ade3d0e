import { createSmartsheetClient, type SmartsheetClientOptions } from '../client.ts';
import { SmartsheetError } from '../errors.ts';
import type { SmartsheetCall } from '../operations.ts';
import { type Answer, provider } from './provider.ts';

/** A client against a provider with these answers. Pauses take no time and are kept, as is everything it reports. */
export async function createClient(answers: Answer[], options: Partial<SmartsheetClientOptions> = {}) {
  const { baseUrl, seen } = await provider(...answers);
  const pauses: number[] = [];
  const parks: number[] = [];
  const weights: number[] = [];
  const calls: SmartsheetCall[] = [];
  const client = createSmartsheetClient({
    baseUrl,
    accessToken: async () => 'token-1',
    limiter: {
      acquire: async ({ weight }) => void weights.push(weight),
      backOff: async ({ forMs }) => void parks.push(forMs),
    },
    now: () => new Date(),
    random: () => 0,
    sleep: async (ms) => void pauses.push(ms),
    timeoutMs: 5_000,
    onCall: (call) => calls.push(call),
    ...options,
  });
  return { client, seen, pauses, parks, weights, calls };
}

/** The SmartsheetError a call rejects with; anything else fails the test. */
export async function catchError(call: Promise<unknown>): Promise<SmartsheetError> {
  const error = await call.then(
    () => new Error('The call did not fail.'),
    (reason: unknown) => reason,
  );
  if (error instanceof SmartsheetError) return error;
  throw error;
}
