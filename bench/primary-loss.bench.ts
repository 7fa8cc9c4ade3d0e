import { setTimeout as pause } from 'node:timers/promises';
import type { Figure, Measure } from './figure.ts';
import { freePort } from './stage/free-port.ts';
import { openFront } from './stage/front.ts';
import { startPair } from './stage/postgres-pair.ts';
import { onStage, type Stage } from './stage/stage.ts';
import { untilAtRest } from './stage/work.ts';
import { plantTraffic } from './traffic/plant.ts';
import { requestsPerSecond, startTraffic, type Traffic } from './traffic/traffic.ts';

/** How long it takes until somebody notices that the primary is gone, and promotes the replica. */
const noticedAfterMs = 10_000;

/** The primary is killed while two APIs and two workers are busy, whose address of the database names both servers. */
export const figure: Figure = {
  title: 'The primary is killed under load',
  meaning: `PostgreSQL with a synchronous replica, whose primary is killed at ${requestsPerSecond} requests a second and whose replica is promoted ${noticedAfterMs / 1000} s later: until writes go on, and what of the acknowledged is lost`,
  measure: async ({ quick, say }) => {
    const pair = await startPair();
    try {
      return await onStage({ postgres: pair }, async (stage) => {
        const limits = { REQUESTS_PER_MINUTE: '1000000', CALLBACKS_PER_MINUTE: '1000000' };
        const ports = [await freePort(), await freePort()];
        const front = await openFront(ports.map((port) => `http://127.0.0.1:${port}`));
        stage.atEnd(front.close);
        for (const port of ports) await stage.startApi(limits, { port, publicUrl: front.url });
        for (let count = 0; count < 2; count += 1) await stage.startWorker();
        const traffic = startTraffic(stage, { url: front.url, ...(await plantTraffic(stage, front, 20)) });
        await pause(5000);
        const killedAt = performance.now();
        await pair.killPrimary();
        say('the primary is gone');
        await pause(noticedAfterMs);
        await pair.promote();
        say(`the replica is promoted after ${((performance.now() - killedAt) / 1000).toFixed(1)} s`);
        await pause(quick ? 20_000 : 40_000);
        await traffic.stop();
        await untilAtRest(stage, 120_000);
        return [refusedMeasure(traffic, killedAt), await lostMeasure(stage, traffic)];
      });
    } finally {
      await pair.stop();
    }
  },
};

/** Until the last write that was refused had its answer; a write after it that is refused counts as well. */
function refusedMeasure({ answers }: Traffic, killedAt: number): Measure {
  const since = answers.filter(({ kind, endedAt }) => kind === 'callback' && endedAt > killedAt);
  const refused = since.filter(({ status }) => status !== 200);
  const last = Math.max(killedAt, ...refused.map(({ endedAt }) => endedAt));
  const isAnythingWritten = since.some(({ status, endedAt }) => status === 200 && endedAt > last);
  return {
    what: 'from the loss of the primary until every write succeeds',
    value: isAnythingWritten ? (last - killedAt) / 1000 : Number.POSITIVE_INFINITY,
    unit: 's',
    limit: { atMost: 30 },
    detail: `${noticedAfterMs / 1000} s of it until the replica is promoted; ${refused.length} of ${since.length} callbacks were refused and sent again`,
  };
}

async function lostMeasure(stage: Stage, { nonces, countLost }: Traffic): Promise<Measure> {
  const receipts = await stage.pool.query<{ nonce: string }>(
    `SELECT split_part(provider_event_id, ':', 2) AS nonce FROM provider_events WHERE provider = 'smartsheet'`,
  );
  const kept = new Set(receipts.rows.map(({ nonce }) => nonce));
  const withoutReceipt = nonces.filter((nonce) => !kept.has(nonce)).length;
  const withoutValue = await countLost();
  return {
    what: 'acknowledged callbacks without a receipt, and edits that did not reach the dropdown',
    value: withoutReceipt + withoutValue,
    unit: '',
    limit: { exactly: 0 },
    detail: `${nonces.length} callbacks were acknowledged; ${withoutReceipt} without a receipt, ${withoutValue} without their value`,
  };
}
