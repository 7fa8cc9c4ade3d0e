import { defaultSettings } from '@picksync/contracts';
import { blankMemory } from '@picksync/sync-engine/testing';
import { readOptions } from '../../stage/sandbox-view.ts';
import type { Stage } from '../../stage/stage.ts';
import { openAsk } from '../open-ask.ts';
import type { SoakScene } from '../people.ts';
import { changeSettings, plantOne } from '../plant-model.ts';
import type { Processes } from '../processes.ts';
import type { KeptTarget, RestoreScene } from './restore-model.ts';

const orders = ['source', 'ascending', 'descending'] as const;

/** Plants a person with a source and three dropdowns that follow it and keep copies of their lists. */
export async function plantKept(
  stage: Stage,
  { random, processes }: { random: SoakScene['random']; processes: Processes },
): Promise<RestoreScene> {
  const { account, planted, source, model } = await plantOne(stage, { targets: 3, areShared: true });
  const kept: KeptTarget[] = [];
  for (const target of planted.targets) {
    const drift = random.pick(['put_back', 'put_back', 'keep', 'ask'] as const);
    const chosen = { order: random.pick(orders), ignoreCase: random.chance(0.2), drift };
    const settings = { ...defaultSettings, maxRemovalPercent: 100, keepCopies: true, ...chosen };
    await changeSettings(stage, { automationId: target.automationId, settings });
    const list = await readOptions(stage.sandbox, target);
    const state = {
      isActive: true,
      rests: false,
      reason: null,
      copies: [],
      foreign: [],
      memory: blankMemory,
    };
    kept.push({ ...target, settings, list, ...state });
  }
  const ask = await openAsk(stage, { userId: account.userId, apiUrl: processes.apiUrl });
  return { stage, model, random, account, source, kept, ask, barred: [], editedMeanwhile: new Map() };
}
