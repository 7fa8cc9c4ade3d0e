import { setTimeout as wait } from 'node:timers/promises';
import { createSealer, createSmartsheetTokens, parseSealingKeys } from '@picksync/db';
import { refresh } from '@picksync/smartsheet-client';
import { afterAll, expect, test } from 'vitest';
import { openWorld, sealingKeys } from '../testing/world.ts';
import { createOpenClient } from './account-client.ts';

const world = await openWorld();
afterAll(() => world.close());

const now = () => new Date();
const sealer = createSealer(parseSealingKeys(sealingKeys));
const credentials = { clientId: 'picksync-local', clientSecret: 'sandbox-secret' };
const { apiBase } = world.sandbox;
const parts = { prisma: world.prisma, sealer, now };

const openClient = createOpenClient({
  ...parts,
  credentials,
  apiBase,
  random: Math.random,
  sleep: (ms, signal) => wait(ms, undefined, { signal }),
});

test('a call that meets the moment in which another process renews the token waits for the new one', async () => {
  const account = await world.newAccount();
  const connectionId = account.connection.id;
  const [renewed, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const elsewhere = createSmartsheetTokens({
    ...parts,
    refresh: async ({ refreshToken, signal }) => {
      const site = { apiBase, authorizeUrl: '' };
      const tokens = await refresh({ ...credentials, site, refreshToken, signal, now });
      // The old token is dead, and nobody but this process has the new one.
      renewed.resolve();
      await release.promise;
      return tokens;
    },
  });
  const rejected = await elsewhere.read({ connectionId });
  const renewing = elsewhere.read({ connectionId, rejected });
  await renewed.promise;

  const refused = Promise.withResolvers<void>();
  const call = openClient({ connection: account.connection, onCall: refused.resolve }).sheets.list();
  await refused.promise;
  release.resolve();
  expect(await call).toEqual([]);
  await renewing;
});
