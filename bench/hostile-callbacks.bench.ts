import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { sealWebhookSecret } from '@picksync/db';
import type { Figure, Measure } from './figure.ts';
import { requestBytes } from './load/connection.ts';
import type { HostileLoad } from './load/hostile-sender.ts';
import { runAtRate } from './load/load.ts';
import { quantile, spread } from './report/spread.ts';
import { plantAccounts } from './stage/accounts.ts';
import { plantDashboard } from './stage/dashboard-rows.ts';
import { logIn } from './stage/login.ts';
import { onStage, type Stage } from './stage/stage.ts';

const miB = 1024 * 1024;
const perSecond = 20;

type Attack = Omit<HostileLoad, 'url' | 'path'> & {
  /** How much longer than without the attack the longest read may take; for a flood, how long it may take at most. */
  limit: { addedMs: number } | { longestMs: number };
};

const flood = { longestMs: 100 };
const limit = { addedMs: 20 };
const usual = { connections: 12, bytes: 16 * miB, letter: 'x', signature: null, isSlow: false, limit };
const wrong = { ...usual, signature: 'ab'.repeat(32) };

const nothing = 'nothing else';

/** What an attacker can send who knows the URL of a callback but not the secret, which only Smartsheet knows. */
function attacks(sharedSecret: string): Record<string, Attack> {
  return {
    [nothing]: { ...usual, connections: 0, limit: flood },
    '16 MiB with a wrong signature, one after another': { ...wrong, connections: 1 },
    '12 × 16 MiB without a signature': usual,
    '12 × 16 MiB with a wrong signature': wrong,
    '12 × 4 MiB, signed': {
      ...usual,
      bytes: 4 * miB,
      limit: flood,
      signature: createHmac('sha256', sharedSecret)
        .update(Buffer.alloc(4 * miB, usual.letter))
        .digest('hex'),
    },
    '500 bodies a byte at a time': {
      ...wrong,
      connections: 500,
      bytes: 1000,
      limit: flood,
      isSlow: true,
    },
  };
}

/** Reads the dashboard while hostile callbacks try to block the API. */
export const figure: Figure = {
  title: 'Hostile callbacks',
  meaning:
    'The longest read of the dashboard while callbacks come that are meant to stop the API: long ones unsigned, wrongly and well signed, and 500 slow ones; memory',
  measure: ({ postgres, quick, say }) =>
    onStage({ postgres }, async (stage) => {
      const { id, sharedSecret } = await plantWebhook(stage);
      const api = await stage.startApi({
        REQUESTS_PER_MINUTE: '100000000',
        CALLBACKS_PER_MINUTE: '100000000',
      });
      const { userId, cookie } = await logIn(stage, api);
      await plantDashboard(stage, { userId, automations: 10, activity: 100 });
      const headers = { cookie: `${cookie.name}=${cookie.value}` };
      const request = requestBytes({ method: 'GET', path: '/api/stats', headers });
      const read = (seconds: number) =>
        runAtRate({ url: api.url, next: () => ({ request }), perSecond, seconds, connections: 4 });
      await read(1);
      const seconds = quick ? 3 : 15;

      const measures: Measure[] = [];
      let alone = 0;
      for (const [what, { limit, ...attack }] of Object.entries(attacks(sharedSecret))) {
        const end = startAttack({ url: api.url, path: `/api/smartsheet/callbacks/${id}`, ...attack });
        const usedBefore = api.cpuSeconds() ?? 0;
        const { times, failures } = await read(seconds);
        const busy = Math.round((((api.cpuSeconds() ?? 0) - usedBefore) / seconds) * 100);
        const statuses = await end();
        if (failures > 0) throw new Error(`${failures} reads failed under ${what}`);
        say(`${what}: ${JSON.stringify(statuses)}`);
        const longest = Math.max(...times);
        if (what === nothing) alone = longest;
        const isAdded = 'addedMs' in limit;
        measures.push({
          what: `${isAdded ? 'added to ' : ''}the longest read of the dashboard during ${what}`,
          value: isAdded ? longest - alone : longest,
          unit: 'ms',
          limit: { atMost: isAdded ? limit.addedMs : limit.longestMs },
          detail: `${spread(times, 1)}, p99 ${quantile(times, 0.99).toFixed(1)} ms; the API at ${busy} % of a core; replies ${JSON.stringify(statuses)}`,
        });
      }
      const memory = api.peakMemoryMb();
      if (memory !== undefined) {
        const what = 'memory of the API, the most it held';
        measures.push({ what, value: memory, unit: 'MB', limit: { atMost: 350 } });
      }
      return measures;
    }),
};

async function plantWebhook(stage: Stage): Promise<{ id: string; sharedSecret: string }> {
  const [account] = await plantAccounts(stage, { accounts: 1, sources: 1, targets: 1 });
  if (!account) throw new Error('There is no account');
  const { connectionId, sources } = account;
  const [id, sharedSecret] = [randomUUID(), randomUUID()];
  const sharedSecretSealed = sealWebhookSecret(stage.sealer, { webhookId: id, sharedSecret });
  const sheetId = sources[0]?.sheetId ?? '';
  await stage.prisma.smartsheetWebhook.create({
    data: { id, connectionId, sheetId, remoteId: '1', status: 'enabled', sharedSecretSealed },
  });
  return { id, sharedSecret };
}

/** Starts an attack. The returned function ends it and returns how often it got which reply. */
function startAttack(load: HostileLoad): () => Promise<unknown> {
  const sender = new Worker(new URL('./load/hostile-sender.ts', import.meta.url), { workerData: load });
  const replies = once(sender, 'message');
  return async () => {
    sender.postMessage('stop');
    const [statuses] = await replies;
    return statuses;
  };
}
