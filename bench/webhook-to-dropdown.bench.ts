import { setTimeout as pause } from 'node:timers/promises';
import type { Figure } from './figure.ts';
import { quantile, spread } from './report/spread.ts';
import { type PlantedAccount, plantAccounts } from './stage/accounts.ts';
import { editCell } from './stage/sandbox-view.ts';
import { onStage, type Stage } from './stage/stage.ts';
import { type Exchange, openTimingProxy, type TimingProxy, timeWithin } from './stage/timing-proxy.ts';
import { until } from './stage/until.ts';

const latencyMs = 150;
/** Edits of all users together. */
const perSecond = 50;
/** How many syncs run at the same time: each waits for four calls, so that rate needs about this many. */
const syncsAtOnce = 48;

/**
 * Our share of the time between a callback and the written dropdown: the time in which no call to Smartsheet was in
 * progress.
 */
export const figure: Figure = {
  title: 'Webhook received → dropdown written, above the provider’s own latency',
  meaning:
    'From a callback to the written dropdown, without the time in which a call to Smartsheet was under way',
  measure: ({ postgres, quick }) =>
    onStage({ postgres }, async (stage) => {
      const watch = await openWatch(stage);
      const accounts = await plantAccounts(stage, { accounts: quick ? 20 : 100, sources: 1, targets: 1 });
      await listen(stage, accounts);
      await stage.sandbox.faults({ lagMs: latencyMs });

      const edits: Promise<number>[] = [];
      // Each account is edited every two seconds: with shorter intervals one sync could serve two edits.
      const rate = quick ? perSecond / 5 : perSecond;
      const begun = performance.now();
      for (let count = 0; count < (quick ? 40 : 1500); count += 1) {
        const account = accounts[count % accounts.length];
        if (account) edits.push(followEdit(stage, watch, { account, value: `Edit ${count}` }));
        await pause(Math.max(0, begun + ((count + 1) * 1000) / rate - performance.now()));
      }
      const times = await Promise.all(edits);
      const detail = `${spread(times)} edits, ${rate} a second over ${accounts.length} accounts, SYNC_CONCURRENCY ${syncsAtOnce}`;
      return [
        { what: 'p50', value: quantile(times, 0.5), unit: 'ms', limit: { atMost: 30 }, detail },
        { what: 'p95', value: quantile(times, 0.95), unit: 'ms', limit: { atMost: 80 } },
      ];
    }),
};

type Watch = { toApi: TimingProxy; toProvider: TimingProxy };

/** Starts API and worker as in production, with a proxy in each direction between them and Smartsheet. */
async function openWatch(stage: Stage): Promise<Watch> {
  const toProvider = await openTimingProxy({ to: stage.sandbox.url });
  stage.atEnd(toProvider.close);
  const settings = { SMARTSHEET_API_BASE: `${toProvider.url}/2.0` };
  const api = await stage.startApi(settings);
  const toApi = await openTimingProxy({ to: api.url });
  stage.atEnd(toApi.close);
  await stage.startWorker({
    ...settings,
    SMARTSHEET_CALLBACK_BASE: toApi.url,
    SYNC_CONCURRENCY: String(syncsAtOnce),
  });
  return { toApi, toProvider };
}

/** Creates the webhooks of every account. */
async function listen({ prisma, queue }: Stage, accounts: PlantedAccount[]): Promise<void> {
  for (const { connectionId } of accounts) {
    await queue.send(prisma, 'mend-webhooks', { connectionId }, { key: connectionId });
  }
  const all = 2 * accounts.length;
  await until(async () => (await prisma.smartsheetWebhook.count({ where: { status: 'enabled' } })) === all, {
    within: 60_000,
    what: 'every sheet has its webhook',
  });
}

/** Edits a source, waits until its dropdown is written, and returns our share of the time. */
async function followEdit(
  { sandbox, prisma }: Stage,
  { toApi, toProvider }: Watch,
  { account, value }: { account: PlantedAccount; value: string },
): Promise<number> {
  const [source] = account.sources;
  const [target] = source?.targets ?? [];
  const [rowId] = source?.rowIds ?? [];
  if (!source || !target || rowId === undefined) throw new Error('There is nothing to edit');
  const { sheetId, columnId } = source;
  const { id } = await prisma.smartsheetWebhook.findFirstOrThrow({ where: { sheetId } });
  // Earlier exchanges are skipped: there are thousands, and many edits wait at the same time.
  const [known, knownCallbacks] = [toProvider.exchanges.length, toApi.exchanges.length];
  const written = (exchange: Exchange) =>
    exchange.method === 'PUT' && exchange.path.startsWith(`/2.0/sheets/${target.sheetId}/`);
  await editCell(sandbox, { sheetId, columnId, rowId, value });
  const isWritten = (one: Exchange) => written(one) && Number.isFinite(one.endedAt);
  await until(() => toProvider.exchanges.slice(known).some(isWritten), {
    within: 30_000,
    every: 10,
    what: 'the dropdown is written',
  });
  const exchanges = toProvider.exchanges.slice(known);
  const from = toApi.exchanges.slice(knownCallbacks).find(({ path }) => path.endsWith(id))?.beganAt;
  const to = exchanges.find(written)?.endedAt;
  if (from === undefined || to === undefined)
    throw new Error('No callback came before the dropdown was written');
  const calls = exchanges.filter(
    ({ path }) => path.includes(`/sheets/${sheetId}`) || path.includes(`/sheets/${target.sheetId}`),
  );
  return to - from - timeWithin(calls, { from, to });
}
