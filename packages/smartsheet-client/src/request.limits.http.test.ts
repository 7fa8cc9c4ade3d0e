import { describe, expect, it } from 'vitest';
import { BudgetExhausted } from './limiter.ts';
import { catchError, createClient } from './testing/clients.ts';
import { refusal } from './testing/provider.ts';

const version = { body: { version: 3 } };
const input = { sheetId: '1' };

describe('the rate limit', () => {
  it('parks the account for a minute and throws instead of waiting', async () => {
    const { client, parks, pauses, seen } = await createClient([refusal(429, 4003), version]);
    const error = await catchError(client.sheets.version(input));
    expect(error).toMatchObject({ class: 'retry', reason: 'rate_limited', retryAfterMs: 60_000 });
    expect({ parks, pauses, calls: seen.length }).toEqual({ parks: [60_000], pauses: [], calls: 1 });
  });

  it('waits a short time that Smartsheet names', async () => {
    const { client, parks, pauses } = await createClient([
      refusal(429, 4003, { 'retry-after': '2' }),
      version,
    ]);
    expect(await client.sheets.version(input)).toBe(3);
    expect({ parks, pauses }).toEqual({ parks: [2_000], pauses: [2_000] });
  });

  it('reads a time named as a date', async () => {
    const now = () => new Date('2026-01-01T00:00:00Z');
    const later = { 'retry-after': 'Thu, 01 Jan 2026 00:01:30 GMT' };
    const { client, parks } = await createClient([refusal(429, 4003, later)], { now });
    expect(await catchError(client.sheets.version(input))).toMatchObject({ retryAfterMs: 90_000 });
    expect(parks).toEqual([90_000]);
  });

  it('never parks for longer than ten minutes', async () => {
    const { client, parks } = await createClient([refusal(429, 4003, { 'retry-after': '999999999' })]);
    await catchError(client.sheets.version(input));
    expect(parks).toEqual([600_000]);
  });

  it.each([
    [false, 'budget'],
    [true, 'limit'],
  ])(
    'calls nobody when the limiter will not wait, after a refusal: %s',
    async (isAfterRefusal, heldBackBy) => {
      const limiter = {
        acquire: async () => {
          throw new BudgetExhausted({ retryAfterMs: 9_000, isAfterRefusal });
        },
        backOff: async () => {},
      };
      const { client, seen } = await createClient([version], { limiter });
      const error = await catchError(client.rows.delete({ sheetId: '1', rowIds: ['2'] }));
      expect(error).toMatchObject({
        class: 'retry',
        reason: 'rate_limited',
        retryAfterMs: 9_000,
        outcome: 'not_done',
        heldBackBy,
      });
      expect(seen).toEqual([]);
    },
  );

  it('lets other errors of the limiter through', async () => {
    const limiter = { acquire: () => Promise.reject(new Error('database gone')), backOff: async () => {} };
    const { client } = await createClient([version], { limiter });
    await expect(client.sheets.version(input)).rejects.toThrow('database gone');
  });
});

describe('giving up on request', () => {
  it('ends a running call with the reason of the signal', async () => {
    const abort = new AbortController();
    const stop = new Error('the worker stops');
    const { client } = await createClient([{ hang: true }]);
    const call = client.sheets.version({ ...input, signal: abort.signal });
    abort.abort(stop);
    await expect(call).rejects.toBe(stop);
  });

  it('ends a pause with the reason of the signal', async () => {
    const abort = new AbortController();
    const stop = new Error('the worker stops');
    const sleep = async () => {
      abort.abort(stop);
      throw new Error('AbortError of a timer');
    };
    const { client } = await createClient([refusal(500, 4000)], { sleep });
    await expect(client.sheets.version({ ...input, signal: abort.signal })).rejects.toBe(stop);
  });
});
