import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { createSealer, parseSealingKeys } from '@picksync/db';
import { createSmartsheetAccounts, forJobs } from '@picksync/smartsheet-account';
import { smartsheetSite } from '@picksync/smartsheet-client';
import { afterAll, expect, test } from 'vitest';
import { openWorld, sealingKeys } from '../testing/world.ts';

const world = await openWorld();
afterAll(() => world.close());

const openAccounts = (apiBase: string) =>
  createSmartsheetAccounts({
    prisma: world.prisma,
    sealer: createSealer(parseSealingKeys(sealingKeys)),
    credentials: { clientId: 'picksync-local', clientSecret: 'sandbox-secret' },
    toSite: (region) => smartsheetSite({ region, overrides: { apiBase } }),
    now: () => new Date(),
    random: Math.random,
    sleep: (ms, signal) => wait(ms, undefined, { signal }),
  });

test('a call that meets the moment in which another process renews the token waits for the new one', async () => {
  const account = await world.newAccount();
  const connectionId = account.connection.id;
  // The old token is dead, and nobody but this process has the new one until it is let go on.
  const [renewed, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const relay = await startRelay(world.sandbox.apiBase, async () => {
    renewed.resolve();
    await release.promise;
  });
  const elsewhere = openAccounts(relay.apiBase);
  const rejected = await elsewhere.readToken({ connectionId });
  const renewing = elsewhere.readToken({ connectionId, rejected, maxWaitMs: 60_000 });
  await renewed.promise;

  const refused = Promise.withResolvers<void>();
  const { openAccount } = openAccounts(world.sandbox.apiBase);
  const { connection } = account;
  const use = { ...forJobs, maxWaitMs: 60_000 };
  const call = openAccount({ ...use, connection, onCall: () => refused.resolve() }).sheets.list();
  await refused.promise;
  release.resolve();
  expect((await call).sheets).toEqual([]);
  await renewing;
  await relay.close();
});

/** Passes calls on to the sandbox, and holds each answer back until `hold` is done. */
async function startRelay(apiBase: string, hold: () => Promise<void>) {
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const { method, headers } = request;
    const type = headers['content-type'] ?? '';
    const reply = await fetch(`${new URL(apiBase).origin}${request.url}`, {
      method: method ?? 'GET',
      headers: { 'content-type': type },
      ...(body && { body }),
    });
    const answer = await reply.text();
    await hold();
    response.writeHead(reply.status, { 'content-type': 'application/json' }).end(answer);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    apiBase: `http://127.0.0.1:${port}/2.0`,
    close: async () => {
      server.close();
      await once(server, 'close');
    },
  };
}
