import { randomUUID } from 'node:crypto';
import { defaultSettings, getSettingsVersion } from '@picksync/contracts';
import { plantAccounts } from '../../stage/accounts.ts';
import { editCell, readOptions } from '../../stage/sandbox-view.ts';
import type { Stage } from '../../stage/stage.ts';
import { type Model, newExcuses } from '../model.ts';
import type { SoakScene } from '../people.ts';
import { plantSource } from '../plant-model.ts';
import { type NamedCell, type NamedTarget, placeIn, type RenameScene } from './rename-model.ts';

const orders = ['source', 'ascending', 'descending'] as const;
const rowsPerTarget = 6;

/** Plants a person with a source and three dropdowns, one of them multi-select, that follow its names. */
export async function plantNamed(
  stage: Stage,
  { random }: { random: SoakScene['random'] },
): Promise<RenameScene> {
  const [account] = await plantAccounts(stage, { accounts: 1, sources: 1, targets: 3 });
  const [planted] = account?.sources ?? [];
  if (!account || !planted) throw new Error('Nothing was planted');
  const canary = `Canary${randomUUID().replaceAll('-', '')}`;
  const source = await plantSource(stage, { account, planted, canary });
  const model: Model = {
    ...{ canary, accounts: [account], sources: [source], targets: [], seen: new Set() },
    ...{ counted: { writes: 0, calls: 0 }, excuses: newExcuses() },
  };
  const named: NamedTarget[] = [];
  for (const [index, target] of planted.targets.entries()) {
    const chosen = { order: random.pick(orders), renames: 'follow' as const, maxRenamedRows: 500 };
    const settings = { ...defaultSettings, maxRemovalPercent: 100, ...chosen };
    const { filters: _, labelTemplate: __, addressColumn: ___, ...row } = settings;
    const data = { ...row, settingsVersion: getSettingsVersion(settings) };
    await stage.prisma.automation.update({ where: { id: target.automationId }, data });
    const isMulti = index === 1;
    const path = `/api/console/sheets/${target.sheetId}`;
    if (isMulti)
      await stage.sandbox.call('PATCH', `${path}/columns/${target.columnId}`, { type: 'MULTI_PICKLIST' });
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
    named.push({ ...target, settings, isMulti, list, cells, before: null, pending: [], isAsked: false });
  }
  return { stage, model, random, account, source, named };
}
