import { setTimeout as pause } from 'node:timers/promises';
import { plantedSheet } from '@picksync/sync-engine/testing';
import type { Figure } from './figure.ts';
import { quantile, spread } from './report/spread.ts';
import { plantConnection, plantTargets } from './stage/accounts.ts';
import { logIn } from './stage/login.ts';
import { onStage } from './stage/stage.ts';

/** So many previews of one person are made at once; more of them are refused. */
const previewsAtOnce = 5;

/** How often somebody else reads meanwhile. */
const readEveryMs = 25;

/** Previews of a source of 20,000 rows, one alone and five at once, and what somebody else's reads take meanwhile. */
export const figure: Figure = {
  title: 'Previews of 20,000 rows',
  meaning:
    'Previews of a source of 20,000 rows, one alone and five at once: how long they take, sandbox included, and how long a read of the dashboard takes meanwhile',
  measure: ({ postgres, quick }) =>
    onStage({ postgres }, async (stage) => {
      const { sandbox, prisma } = stage;
      const api = await stage.startApi({ REQUESTS_PER_MINUTE: '100000000' });
      const { userId, cookie } = await logIn(stage, api);
      const account = { ...(await plantConnection(stage)), userId };
      await prisma.smartsheetConnection.update({ where: { id: account.connectionId }, data: { userId } });
      const { accessToken: token } = await sandbox.token();
      const source = await plantedSheet(sandbox, { token, name: 'Parts catalogue' });
      await sandbox.call('PUT', '/api/shares', {
        sheetId: source.id,
        account: account.email,
        access: 'VIEWER',
      });
      const [target] = await plantTargets(stage, { account, source, count: 1, column: 'Maker', options: [] });
      const headers = { cookie: `${cookie.name}=${cookie.value}` };
      const time = async (path: string) => {
        const begun = performance.now();
        const answer = await fetch(api.url + path, { headers });
        const text = await answer.text();
        if (!answer.ok) throw new Error(`${path} was answered ${answer.status} ${text}`);
        return performance.now() - begun;
      };
      const preview = () => time(`/api/configurations/${target?.automationId}/preview`);
      const read = () => time('/api/stats');

      const rounds = quick ? 1 : 2;
      const run = async (count: number) => {
        const [previews, reads]: [number[], number[]] = [[], []];
        for (let round = 0; round < rounds; round += 1) {
          const state = { isOver: false };
          const reading = readUntil(state, async () => reads.push(await read()));
          const asked = Promise.all(Array.from({ length: count }, preview));
          await Promise.all([reading, asked.finally(() => (state.isOver = true))]);
          previews.push(...(await asked));
        }
        return { previews, reads };
      };
      await preview();
      await read();
      const alone = await run(1);
      const together = await run(previewsAtOnce);
      const memory = api.peakMemoryMb();
      return [
        {
          what: 'a preview alone',
          value: quantile(alone.previews, 0.5),
          unit: 'ms',
          limit: { atMost: 2_000 },
        },
        {
          what: 'five at once, the slowest',
          value: Math.max(...together.previews),
          unit: 'ms',
          limit: { atMost: 5_000 },
          detail: spread(together.previews),
        },
        {
          what: 'a read of somebody else meanwhile, p95',
          value: quantile(together.reads, 0.95),
          unit: 'ms',
          limit: { atMost: 100 },
          detail: `${spread(together.reads)}; beside one preview ${spread(alone.reads)}`,
        },
        ...(memory === undefined
          ? []
          : [{ what: 'memory of the API', value: memory, unit: 'MB' as const, limit: { atMost: 350 } }]),
      ];
    }),
};

async function readUntil(state: { isOver: boolean }, read: () => Promise<unknown>): Promise<void> {
  const reads: Promise<unknown>[] = [];
  while (!state.isOver) {
    reads.push(read());
    await pause(readEveryMs);
  }
  await Promise.all(reads);
}
