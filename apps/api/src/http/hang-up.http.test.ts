import { setTimeout as wait } from 'node:timers/promises';
import { endpoint } from '@picksync/contracts';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { bareApp } from '../testing/bare-app.ts';
import { hangUpSignal } from './hang-up.ts';
import { serve } from './serve.ts';

const work = endpoint('POST', '/api/work', {
  body: z.strictObject({ isEndless: z.boolean() }),
  reply: z.object({ isEnded: z.boolean() }),
  access: 'public',
});

/** An application whose work ends with its caller, or by itself after a turn of the loop. */
async function working() {
  const begun = Promise.withResolvers<AbortSignal>();
  const { app, log } = await bareApp((routes) => {
    serve(routes)(work)(async ({ body, reply }) => {
      const signal = hangUpSignal(reply);
      begun.resolve(signal);
      await wait(body.isEndless ? 60_000 : 0, undefined, { signal }).catch(() => signal.throwIfAborted());
      return { isEnded: signal.aborted };
    });
  });
  const url = `${await app.listen({ port: 0, host: '127.0.0.1' })}/api/work`;
  const post = (isEndless: boolean, signal?: AbortSignal) =>
    fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ isEndless }),
      ...(signal && { signal }),
    });
  return { app, log, begun: begun.promise, post };
}

test('work ends when its caller hangs up, and that is no failure', async () => {
  const { app, log, begun, post } = await working();
  const caller = new AbortController();
  const reply = post(true, caller.signal).catch((error: Error) => error.name);
  const signal = await begun;
  const ended = new Promise((resolve) => signal.addEventListener('abort', resolve));
  caller.abort();
  await ended;
  expect(await reply).toBe('AbortError');
  await app.close();
  expect(log.lines().filter(({ level }) => Number(level) >= 40)).toEqual([]);
});

test('work whose caller waits is not ended', async () => {
  const { app, begun, post } = await working();
  const reply = await post(false);
  expect(await reply.json()).toEqual({ isEnded: false });
  await app.close();
  expect((await begun).aborted).toBe(false);
});
