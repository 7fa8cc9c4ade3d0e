import { randomUUID } from 'node:crypto';
import { defaultSettings, getSettingsVersion } from '@picksync/contracts';
import { blankMemory } from '@picksync/sync-engine/testing';
import { plantAccounts } from '../../stage/accounts.ts';
import { readOptions } from '../../stage/sandbox-view.ts';
import type { Stage } from '../../stage/stage.ts';
import { type Model, newExcuses } from '../model.ts';
import { openAsk } from '../open-ask.ts';
import type { SoakScene } from '../people.ts';
import { plantSource } from '../plant-model.ts';
import type { Processes } from '../processes.ts';
import type { KeptTarget, RestoreScene } from './restore-model.ts';

const orders = ['source', 'ascending', 'descending'] as const;

/** Plants a person with a source and three dropdowns that follow it and keep copies of their lists. */
export async function plantKept(
  stage: Stage,
  { random, processes }: { random: SoakScene['random']; processes: Processes },
): Promise<RestoreScene> {
  const [account] = await plantAccounts(stage, { accounts: 1, sources: 1, targets: 3 });
  const [planted] = account?.sources ?? [];
  if (!account || !planted) throw new Error('Nothing was planted');
  const canary = `Canary${randomUUID().replaceAll('-', '')}`;
  const source = await plantSource(stage, { account, planted, canary });
  const model: Model = {
    ...{ canary, accounts: [account], sources: [source], targets: [], seen: new Set() },
    ...{ counted: { writes: 0, calls: 0 }, excuses: newExcuses() },
  };
  const kept: KeptTarget[] = [];
  for (const target of planted.targets) {
    const drift = random.pick(['put_back', 'put_back', 'keep'] as const);
    const chosen = { order: random.pick(orders), ignoreCase: random.chance(0.2), drift };
    const settings = { ...defaultSettings, maxRemovalPercent: 100, keepCopies: true, ...chosen };
    const { filters: _, labelTemplate: __, addressColumn: ___, ...row } = settings;
    const data = { ...row, settingsVersion: getSettingsVersion(settings) };
    await stage.prisma.automation.update({ where: { id: target.automationId }, data });
    const list = await readOptions(stage.sandbox, target);
    const state = { isActive: true, rests: false, copies: [], foreign: [], memory: blankMemory };
    kept.push({ ...target, settings, list, ...state });
  }
  const ask = await openAsk(stage, { userId: account.userId, apiUrl: processes.apiUrl });
  return { stage, model, random, account, source, kept, ask };
}

/** Changes a dropdown as a person does. */
export function changeColumn(
  { sandbox }: Stage,
  { sheetId, columnId }: Pick<KeptTarget, 'sheetId' | 'columnId'>,
  change: object,
): Promise<void> {
  return sandbox.call('PATCH', `/api/console/sheets/${sheetId}/columns/${columnId}`, change);
}
