import { gunzipSync, gzipSync } from 'node:zlib';
import { endpoint } from '@picksync/contracts';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { bareApp } from '../testing/bare-app.ts';
import { serve } from './serve.ts';

const list = endpoint('POST', '/api/list', {
  body: z.strictObject({ count: z.number() }),
  reply: z.object({ rows: z.array(z.string()) }),
  access: 'public',
});

const long = JSON.stringify({ count: 2000 });
const rows = Array.from({ length: 2000 }, (_, at) => `Row ${at}`);

/** Asks for a list of as many rows as the body says. */
async function ask(payload: string | Buffer, headers: Record<string, string>) {
  const { app } = await bareApp((routes) => {
    serve(routes)(list)(async ({ body }) => ({ rows: rows.slice(0, body.count) }));
  });
  return app.inject({
    method: 'POST',
    url: '/api/list',
    headers: { 'content-type': 'application/json', ...headers },
    payload,
  });
}

test('a long reply comes compressed, and caches are told so', async () => {
  const { headers, rawPayload } = await ask(long, { 'accept-encoding': 'br, gzip' });
  expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
  expect(JSON.parse(gunzipSync(rawPayload).toString())).toEqual({ rows });
});

test.each([
  ['a short reply', JSON.stringify({ count: 3 }), 'gzip'],
  ['a reply to a caller that takes no gzip', long, 'br'],
])('%s comes as it is', async (_, payload, encoding) => {
  const reply = await ask(payload, { 'accept-encoding': encoding });
  expect(reply.headers).not.toHaveProperty('content-encoding');
  expect(reply.json()).toEqual({ rows: rows.slice(0, JSON.parse(payload).count) });
});

test('a compressed request is refused', async () => {
  const reply = await ask(gzipSync(long), { 'content-encoding': 'gzip' });
  expect(reply.json()).toMatchObject({ code: 'unsupported_media_type' });
});
