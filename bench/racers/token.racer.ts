import { createSealer, createSmartsheetTokens, openDatabase, parseSealingKeys } from '@picksync/db';
import { refresh, smartsheetSite } from '@picksync/smartsheet-client';

// One of several processes that all need an account's token in the same moment.
const { DATABASE_URL = '', SEALING_KEYS = '', SMARTSHEET_API_BASE: apiBase } = process.env;
const { SMARTSHEET_CLIENT_ID: clientId = '', SMARTSHEET_CLIENT_SECRET: clientSecret = '' } = process.env;

const { prisma } = openDatabase({ url: DATABASE_URL, poolSize: 10 });
const now = () => new Date();
const parts = {
  prisma,
  sealer: createSealer(parseSealingKeys(SEALING_KEYS)),
  now,
  refresh: ({
    region,
    refreshToken,
    signal,
  }: Parameters<Parameters<typeof createSmartsheetTokens>[0]['refresh']>[0]) =>
    refresh({
      clientId,
      clientSecret,
      site: smartsheetSite({ region, overrides: { apiBase } }),
      refreshToken,
      signal,
      now,
    }),
};

/** Asked to race, tells the tokens its racers were given. Each has tokens of its own, as if it were alone. */
process.on('message', async ({ connectionId, racers }: { connectionId: string; racers: number }) => {
  const tokens = await Promise.all(
    Array.from({ length: racers }, () => createSmartsheetTokens(parts).read({ connectionId })),
  );
  process.send?.(tokens);
});

process.once('disconnect', () => process.exit(0));
await prisma.$queryRaw`SELECT 1`;
process.stdout.write(`${JSON.stringify({ address: 'ready' })}\n`);
