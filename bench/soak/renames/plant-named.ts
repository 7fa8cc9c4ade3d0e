import { defaultSettings } from '@picksync/contracts';
import { blankMemory } from '@picksync/sync-engine/testing';
import { editCell, patchColumn, readOptions } from '../../stage/sandbox-view.ts';
import type { Stage } from '../../stage/stage.ts';
import { openAsk } from '../open-ask.ts';
import type { SoakScene } from '../people.ts';
import { changeSettings, plantOne } from '../plant-model.ts';
import type { Processes } from '../processes.ts';
import { type NamedCell, type NamedTarget, placeIn, type RenameScene } from './rename-model.ts';

const orders = ['source', 'ascending', 'descending'] as const;
const rowsPerTarget = 6;

/** Plants a person with a source and three dropdowns, one of them multi-select, that follow its names. */
export async function plantNamed(
  stage: Stage,
  { random, processes }: { random: SoakScene['random']; processes: Processes },
): Promise<RenameScene> {
  const { account, planted, source, model } = await plantOne(stage, { targets: 3 });
  const named: NamedTarget[] = [];
  for (const [index, target] of planted.targets.entries()) {
    const drift = random.pick(['put_back', 'put_back', 'keep', 'ask'] as const);
    const chosen = { order: random.pick(orders), drift, renames: 'follow' as const, maxRenamedRows: 500 };
    const keepCopies = random.chance(0.7);
    const settings = { ...defaultSettings, maxRemovalPercent: 100, keepCopies, ...chosen };
    await changeSettings(stage, { automationId: target.automationId, settings });
    const isMulti = index === 1;
    const path = `/api/console/sheets/${target.sheetId}`;
    if (isMulti) await patchColumn(stage.sandbox, target, { type: 'MULTI_PICKLIST' });
    const list = await readOptions(stage.sandbox, target);
    const cells = new Map<string, NamedCell>();
    for (let count = 0; count < rowsPerTarget; count += 1) {
      const { id } = await stage.sandbox.call<{ id: string }>('POST', `${path}/rows`);
      const texts = [random.pick(list)];
      await editCell(stage.sandbox, {
        ...placeIn(target),
        rowId: id,
        value: isMulti ? texts : (texts[0] ?? ''),
      });
      cells.set(id, { texts, isLocked: false });
    }
    named.push({
      ...target,
      settings,
      isMulti,
      list,
      cells,
      before: null,
      pending: [],
      keptNames: [],
      isAsked: false,
      asksOfHand: false,
      memory: blankMemory,
    });
  }
  const ask = await openAsk(stage, { userId: account.userId, apiUrl: processes.apiUrl });
  return { stage, model, random, account, source, named, ask };
}
