import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { catchError, createClient } from './testing/clients.ts';
import { watchTime } from './time-limits.ts';

const input = { sheetId: '1' };
const once = { retry: { maxAttempts: 1, maxTimeouts: 1, baseMs: 0, maxPauseMs: 0 } };

describe('an answer that does not come', () => {
  it.each([
    ['nothing at all', { hang: true }, { timeoutMs: 40 }],
    ['headers and then nothing', { endless: 'silent' } as const, { timeoutMs: 40 }],
    ['a byte now and then, for ever', { endless: 'dripping' } as const, { overallTimeoutMs: 200 }],
  ])('is given up after %s', async (_what, answer, limits) => {
    const { client, calls } = await createClient([answer], { timeoutMs: 60_000, ...limits, ...once });
    const error = await catchError(client.sheets.version(input));
    expect(error).toMatchObject({ class: 'retry', reason: 'timeout' });
    expect(calls).toHaveLength(1);
  });

  it('is a time-out like any other when the caller set the limit by a signal', async () => {
    const { client } = await createClient([{ hang: true }]);
    const error = await catchError(client.sheets.version({ ...input, signal: AbortSignal.timeout(40) }));
    expect(error).toMatchObject({ class: 'retry', reason: 'timeout' });
  });

  it('is a time-out also when the limit falls into a pause', async () => {
    const limit = new AbortController();
    const { signal } = limit;
    const sleep = async () => {
      limit.abort(new DOMException('over', 'TimeoutError'));
      throw new Error('woken');
    };
    const { client } = await createClient([{ status: 503, body: { errorCode: 4001 } }], { sleep });
    const error = await catchError(client.sheets.version({ ...input, signal }));
    expect(error).toMatchObject({ class: 'retry', reason: 'timeout' });
  });
});

describe('an answer that takes long', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** A body of which the test says when the next piece comes. */
  const readBody = () => {
    let source: ReadableStreamDefaultController<Uint8Array> | undefined;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        source = controller;
      },
    });
    return { body, send: () => source?.enqueue(new Uint8Array(8)), end: () => source?.close() };
  };

  it('comes through as long as pieces keep coming', async () => {
    const { body, send, end } = readBody();
    const time = watchTime({ timeoutMs: 30_000, overallTimeoutMs: 300_000 });
    let pieces = 0;
    const reading = (async () => {
      for await (const _piece of time.readPieces(body)) pieces += 1;
    })();
    for (let second = 0; second < 280; second += 20) {
      await vi.advanceTimersByTimeAsync(20_000);
      send();
    }
    await vi.advanceTimersByTimeAsync(0);
    end();
    await reading;
    time.stop();
    expect({ pieces, aborted: time.signal.aborted }).toEqual({ pieces: 14, aborted: false });
  });

  it('is not cut off for the time that its reader takes', async () => {
    const { body, send } = readBody();
    const time = watchTime({ timeoutMs: 1_000, overallTimeoutMs: 60_000 });
    send();
    for await (const _piece of time.readPieces(body)) {
      await vi.advanceTimersByTimeAsync(30_000);
      break;
    }
    expect(time.signal.aborted).toBe(false);
    time.stop();
  });

  it('ends with the limit for the whole', async () => {
    const time = watchTime({ timeoutMs: 1_000, overallTimeoutMs: 5_000 });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(time.signal.aborted).toBe(true);
    time.stop();
  });
});
