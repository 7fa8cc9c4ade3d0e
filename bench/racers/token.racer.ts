import { setTimeout as wait } from 'node:timers/promises';
import { createSealer, openDatabase, parseSealingKeys } from '@picksync/db';
import { createSmartsheetAccounts } from '@picksync/smartsheet-account';
import { smartsheetSite } from '@picksync/smartsheet-client';

// One of several processes that all need an account's token at the same moment.
const { DATABASE_URL = '', SEALING_KEYS = '', SMARTSHEET_API_BASE: apiBase } = process.env;
const { SMARTSHEET_CLIENT_ID: clientId = '', SMARTSHEET_CLIENT_SECRET: clientSecret = '' } = process.env;

const { prisma } = openDatabase({ url: DATABASE_URL, poolSize: 10 });
const deps = {
  prisma,
  sealer: createSealer(parseSealingKeys(SEALING_KEYS)),
  credentials: { clientId, clientSecret },
  toSite: (region: Parameters<typeof smartsheetSite>[0]['region']) =>
    smartsheetSite({ region, overrides: { apiBase } }),
  now: () => new Date(),
  random: Math.random,
  sleep: (ms: number, signal?: AbortSignal) => wait(ms, undefined, { signal }),
};
const maxWaitMs = 60_000;

/**
 * Starts a race and sends the tokens that its racers got. Each racer has its own `createSmartsheetAccounts`, like a
 * process of its own.
 */
process.on('message', async ({ connectionId, racers }: { connectionId: string; racers: number }) => {
  const tokens = await Promise.all(
    Array.from({ length: racers }, () =>
      createSmartsheetAccounts(deps).readToken({ connectionId, maxWaitMs }),
    ),
  );
  process.send?.(tokens);
});

process.once('disconnect', () => process.exit(0));
await prisma.$queryRaw`SELECT 1`;
process.stdout.write(`${JSON.stringify({ address: 'ready' })}\n`);
