import { randomUUID } from 'node:crypto';
import { startBaseline } from './baselines/baseline.ts';
import type { Figure, Measure } from './figure.ts';
import { requestBytes } from './load/connection.ts';
import { runAtRate, runFlatOut, type Shot } from './load/load.ts';
import { type Side, versus } from './load/versus.ts';
import { quantile, spread } from './report/spread.ts';
import { type Callback, plantWebhooks, signCallbacks } from './stage/callbacks.ts';
import type { Api } from './stage/product.ts';
import { onStage, type Stage } from './stage/stage.ts';

const connections = 32;
const loadShare = 0.6;

/** Callbacks of many accounts at once, each signed and each with a nonce of its own, as Smartsheet sends them. */
export const figure: Figure = {
  title: 'Webhook acknowledgements',
  meaning:
    'Acknowledgements against bare Fastify and one INSERT, the slowest of a hundred of both at 60 % of our rate, and what is lost when the API is killed in a burst',
  measure: ({ postgres, quick }) =>
    onStage({ postgres }, async (stage) => {
      const webhooks = await plantWebhooks(stage, quick ? 20 : 200);
      const baselineUrl = await startBaseline(stage, { server: 'insert' });
      const api = await stage.startApi({ CALLBACKS_PER_MINUTE: '100000000' });
      const acknowledged: string[] = [];
      const callback = nextShot(signCallbacks(webhooks), acknowledged);

      const { ratio, ours, detail } = await versus(
        { ours: { url: api.url, next: callback }, baseline: { url: baselineUrl, next: bareNotice } },
        { rounds: quick ? 1 : 9, seconds: 2, connections },
      );
      const rate = { perSecond: ours * loadShare, seconds: quick ? 3 : 10, connections: 200 };
      const slowest = await compareSlowest(
        { ours: { url: api.url, next: callback }, baseline: { url: baselineUrl, next: bareNotice } },
        { ...rate, rounds: quick ? 1 : 3 },
      );
      await killWhileBusy(api, callback);

      return [
        {
          what: 'acknowledged, against bare Fastify and one INSERT',
          value: ratio,
          unit: '×',
          limit: { atLeast: 0.7 },
          detail,
        },
        slowest,
        await lostMeasure(stage, acknowledged, webhooks.length),
      ];
    }),
};

/** Compares the p99 of two servers at the same rate, which they get in turns. */
async function compareSlowest(
  sides: Record<'ours' | 'baseline', Side>,
  { rounds, ...rate }: { perSecond: number; seconds: number; connections: number; rounds: number },
): Promise<Measure> {
  const times = { ours: [] as number[], baseline: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    for (const side of ['baseline', 'ours'] as const) {
      const run = await runAtRate({ ...sides[side], ...rate });
      if (run.failures > 0) throw new Error(`${run.failures} requests failed at ${rate.perSecond} a second`);
      times[side].push(...run.times);
    }
  }
  const [mine, theirs] = [quantile(times.ours, 0.99), quantile(times.baseline, 0.99)];
  const share = Math.round(loadShare * 100);
  return {
    what: `p99 at ${share} % load, against the bare server's at the same rate`,
    value: mine / theirs,
    unit: '×',
    limit: { atMost: 2 },
    detail: `${mine.toFixed(1)} against ${theirs.toFixed(1)} ms at ${rate.perSecond.toFixed(0)} a second; ours ${spread(times.ours, 1)}; the bare server's ${spread(times.baseline, 1)}`,
  };
}

/** Returns a source of callbacks that remembers the nonces of those that were acknowledged. */
function nextShot(next: () => Callback, acknowledged: string[]): () => Shot {
  return () => {
    const { nonce, path, headers, body } = next();
    return {
      request: requestBytes({ method: 'POST', path, headers, body }),
      answered: (status) => {
        if (status === 200) acknowledged.push(nonce);
      },
    };
  };
}

function bareNotice(): Shot {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ nonce: randomUUID() });
  return { request: requestBytes({ method: 'POST', path: '/', headers, body }) };
}

/** Kills the API in the middle of a burst: everything that it has acknowledged by then must have been stored. */
async function killWhileBusy(api: Api, callback: () => Shot): Promise<void> {
  const burst = runFlatOut({ url: api.url, next: callback, connections, seconds: 10 });
  setTimeout(() => void api.end('SIGKILL'), 1000);
  await burst;
}

/** Counts the acknowledged callbacks without a receipt, and the accounts that got a callback but will not be synced. */
async function lostMeasure(stage: Stage, acknowledged: string[], accounts: number): Promise<Measure> {
  const { pool } = stage;
  const receipts = await pool.query<{ nonce: string }>(
    `SELECT split_part(provider_event_id, ':', 2) AS nonce FROM provider_events WHERE provider = 'smartsheet'`,
  );
  const kept = new Set(receipts.rows.map(({ nonce }) => nonce));
  const waiting = await pool.query(
    `SELECT FROM smartsheet_connections c JOIN pgboss.job j ON j.id = c.sync_job_id AND j.state = 'created'
     JOIN sheets s ON s.connection_id = c.id
     WHERE c.sync_state = 'queued' AND c.dirty_at IS NOT NULL AND s.dirty_at IS NOT NULL`,
  );
  const lost = acknowledged.filter((nonce) => !kept.has(nonce)).length;
  return {
    what: 'acknowledged but lost, the API killed with -9 in a burst',
    value: lost + (accounts - (waiting.rowCount ?? 0)),
    unit: '',
    limit: { exactly: 0 },
    detail: `${acknowledged.length} acknowledged, ${waiting.rowCount} of ${accounts} accounts wait for their sync`,
  };
}
