import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signatureHeader, verifyCallbackSignature } from './callback-signature.ts';
import { type Callback, challengeReply, isCausedBy, parseCallback } from './callbacks.ts';
import { type RunningSandbox, startSandbox } from './testing/sandbox.ts';

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.stop());

/** A subscriber that takes up challenges and keeps the callbacks whose signature is good. */
const subscriber = async () => {
  const secret = { current: '' };
  const events = Promise.withResolvers<Extract<Callback, { kind: 'events' }>>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const rawBody = Buffer.concat(chunks);
    const callback = parseCallback(rawBody);
    if (callback?.kind === 'challenge') {
      const answer = challengeReply(callback.challenge);
      response.writeHead(answer.status, answer.headers).end(JSON.stringify(answer.body));
      return;
    }
    const header = request.headers[signatureHeader];
    const isGood = verifyCallbackSignature({ sharedSecret: secret.current, rawBody, header });
    if (isGood && callback?.kind === 'events') events.resolve(callback);
    response.writeHead(isGood ? 200 : 403).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    secret,
    events: events.promise,
    url: `http://127.0.0.1:${port}/hook`,
    close: () => server.close(),
  };
};

it('a webhook is made, verified, called with a good signature, and deleted', async () => {
  const { accessToken } = await sandbox.toToken('office@northwind.example');
  const client = sandbox.client(accessToken);
  const sheet = (await client.sheets.list()).sheets.find(({ name }) => name === 'Clients');
  const sheetId = sheet?.id ?? '';
  const hook = await subscriber();
  try {
    const made = await client.webhooks.create({ name: 'Picksync', callbackUrl: hook.url, sheetId });
    expect(made).toMatchObject({ sheetId, enabled: false, status: 'NEW_NOT_VERIFIED', columnIds: null });
    hook.secret.current = made.sharedSecret ?? '';

    const webhookId = made.id;
    expect(await client.webhooks.update({ webhookId, enabled: true })).toMatchObject({ status: 'ENABLED' });
    expect((await client.webhooks.list()).map(({ id }) => id)).toEqual([webhookId]);

    const { columns } = await client.sheets.get({ sheetId });
    const columnId = columns.find(({ primary }) => primary)?.id ?? '';
    await client.rows.add({ sheetId, rows: [{ cells: [{ columnId, value: 'A new client' }] }] });
    const callback = await hook.events;
    expect(callback).toMatchObject({ webhookId, sheetId });
    const heard = [...callback.events];
    expect(heard.every((event) => isCausedBy(event, 'picksync'))).toBe(true);
    expect(heard.map(({ objectType, eventType }) => `${objectType} ${eventType}`)).toContain('row created');

    expect(await client.webhooks.resetSharedSecret({ webhookId })).not.toBe(made.sharedSecret);
    await client.webhooks.delete({ webhookId });
    expect(await client.webhooks.list()).toEqual([]);
  } finally {
    hook.close();
  }
});

it('a webhook whose address does not take up the challenge stays off', async () => {
  const { accessToken } = await sandbox.toToken('office@northwind.example');
  const client = sandbox.client(accessToken);
  const {
    sheets: [sheet],
  } = await client.sheets.list();
  const callbackUrl = `${sandbox.origin}/nobody-here`;
  const made = await client.webhooks.create({ name: 'x', callbackUrl, sheetId: sheet?.id ?? '' });
  expect(await client.webhooks.update({ webhookId: made.id, enabled: true })).toMatchObject({
    enabled: false,
    status: 'DISABLED_VERIFICATION_FAILED',
  });
});
