import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { sealTokens } from '@picksync/smartsheet-account';
import type { Figure, Measure } from './figure.ts';
import { freePort } from './stage/free-port.ts';
import { startProcess } from './stage/process.ts';
import { onStage, type Stage } from './stage/stage.ts';
import { until } from './stage/until.ts';
import { sweepOnce } from './stage/work.ts';

const latencyMs = 150;
const windowSeconds = 15 * 60;
const [sources, targets] = [2, 10];
const sheetsEach = sources + targets;
/** How many accounts are inserted in one statement. */
const batchSize = 500;

/**
 * Every account is due at the same time. Spread over 15 minutes as in production, the same work leaves the worker idle
 * most of the time.
 */
export const figure: Figure = {
  title: 'Sweep of 100,000 automations over 10,000 accounts, unchanged, 150 ms away',
  meaning:
    '100,000 automations over 10,000 accounts, all due at once, a bare list of sheets 150 ms away: one worker',
  measure: ({ postgres, quick, say }) =>
    onStage({ postgres }, async (stage) => {
      const accounts = quick ? 1000 : 10_000;
      const apiBase = await startSheetList(stage);
      await plantRows(stage, accounts);
      say(`planted ${accounts} accounts`);
      const worker = await stage.startWorker({ SMARTSHEET_API_BASE: apiBase });
      const cpuBefore = worker.cpuSeconds();
      const line = await sweepOnce(stage, worker);
      if (line.unchanged !== accounts) throw new Error(`Not all were unchanged: ${JSON.stringify(line)}`);
      const cpu = worker.cpuSeconds();
      const seconds = (line.ms + line.waitedMs) / 1000;
      return [
        {
          what: `time for ${accounts} accounts`,
          value: seconds,
          unit: 's',
          limit: { atMost: windowSeconds },
          detail: `${(accounts / seconds).toFixed(0)} a second`,
        },
        ...(cpu === undefined || cpuBefore === undefined ? [] : [getCoreShare(cpu - cpuBefore)]),
        ...describeMemory(worker.peakMemoryMb()),
      ];
    }),
};

/** Returns the share of a core that one such sweep every 15 minutes takes. */
function getCoreShare(seconds: number): Measure {
  return {
    what: 'of a core, at one sweep in 15 minutes',
    value: (100 * seconds) / windowSeconds,
    unit: '%',
    limit: { atMost: 30 },
    detail: `${seconds.toFixed(1)} s of processor time`,
  };
}

function describeMemory(memory: number | undefined): Measure[] {
  if (memory === undefined) return [];
  return [
    { what: 'memory of the worker, the most it held', value: memory, unit: 'MB', limit: { atMost: 200 } },
  ];
}

/** Starts the server that answers the worker's calls, and returns its URL. */
async function startSheetList({ atEnd }: Stage): Promise<string> {
  const port = await freePort();
  const { end } = startProcess({
    script: fileURLToPath(new URL('stage/sheet-list.server.ts', import.meta.url)),
    environment: { PORT: String(port), SHEETS: String(sheetsEach), LATENCY_MS: String(latencyMs) },
  });
  atEnd(() => end('SIGKILL'));
  const url = `http://127.0.0.1:${port}/2.0`;
  const answers = async () => (await fetch(url).catch(() => undefined)) !== undefined;
  await until(answers, { within: 10_000, what: 'the list of sheets answers' });
  return url;
}

/** Inserts accounts whose sheets have just been checked. */
async function plantRows(stage: Stage, accounts: number): Promise<void> {
  for (let first = 0; first < accounts; first += batchSize) {
    const numbers = Array.from({ length: Math.min(batchSize, accounts - first) }, (_, at) => first + at);
    await plantBatch(stage, numbers);
  }
  await stage.prisma.$executeRaw`ANALYZE`;
}

async function plantBatch({ prisma, sealer }: Stage, numbers: number[]): Promise<void> {
  const now = new Date();
  const expiresAt = new Date(now.getTime() + 24 * 60 * 60_000);
  const planted = numbers.map((number) => ({ number, userId: randomUUID(), connectionId: randomUUID() }));
  await prisma.user.createMany({
    data: planted.map(({ userId }) => ({
      id: userId,
      email: `${userId}@example.com`,
      isVerified: true,
      subscriptionStatus: 'active' as const,
      subscriptionTier: 'premium' as const,
    })),
  });
  await prisma.smartsheetConnection.createMany({
    data: planted.map(({ number, userId, connectionId }) => ({
      id: connectionId,
      userId,
      accountEmail: `${userId}@example.com`,
      scopes: ['READ_SHEETS', 'WRITE_SHEETS'],
      ...sealTokens(sealer, connectionId, {
        accessToken: `account-${number}`,
        refreshToken: `refresh-${number}`,
        expiresAt,
      }),
      statusChangedAt: new Date(now.getTime() - 60_000),
    })),
  });
  const owners = planted.map(({ number, userId, connectionId }) => [number, userId, connectionId]);
  await prisma.$executeRaw`
    WITH owners AS MATERIALIZED (
      SELECT (owner->>0)::int AS number, (owner->>1)::uuid AS user_id, (owner->>2)::uuid AS connection_id
      FROM jsonb_array_elements(${JSON.stringify(owners)}::jsonb) owner),
    looked_at AS (
      INSERT INTO sheets (connection_id, sheet_id, name, version, last_read_at, updated_at)
      SELECT connection_id, number * ${sheetsEach} + place, 'Sheet', 1, now(), now()
      FROM owners, generate_series(1, ${sheetsEach}) place)
    INSERT INTO automations (id, user_id, connection_id, name, source_sheet_id, source_sheet_name, source_column_id,
      source_column_name, sheet_id, sheet_name, target_column_id, target_column_name, updated_at)
    SELECT gen_random_uuid(), user_id, connection_id, 'Automation', number * ${sheetsEach} + 1 + target % ${sources},
      'Source', '1', 'Name', number * ${sheetsEach} + ${sources} + target, 'Target', '2', 'Pick', now()
    FROM owners, generate_series(1, ${targets}) target`;
}
