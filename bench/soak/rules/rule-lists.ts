import type { AutomationSettings } from '@picksync/contracts';
import { blankMemory, referenceRun } from '@picksync/sync-engine/testing';
import { readOptions } from '../../stage/sandbox-view.ts';
import { computeValues, type ModelSource, maxOptions } from '../model.ts';
import { findColumn, isList, type RuleScene } from './rule-model.ts';

/** Writes into the model what syncs make of the dropdowns that are filled. */
export function applySyncs({ place, model }: RuleScene): void {
  const [source] = model.sources;
  if (!source) return;
  for (const { columnId, sheetId, settings, isActive } of place.automations) {
    const column = findColumn(place, columnId);
    const access = place.sheets.find(({ id }) => id === sheetId)?.access;
    if (!isActive || !column || !isList(column) || column.locked || access !== 'ADMIN') continue;
    place.lists.set(columnId, toListAfter(source, place.lists.get(columnId) ?? [], settings));
  }
}

/** Returns what a sync makes of a list. */
function toListAfter(
  source: ModelSource,
  current: readonly string[],
  settings: AutomationSettings,
): string[] {
  const values = computeValues({ source, settings });
  const state = {
    values,
    current: [...current],
    settings,
    memory: blankMemory,
    used: [],
    maxOptions,
    now: 0,
  };
  const { verdict, list } = referenceRun(state);
  return verdict === 'write' ? list : [...current];
}

/** Compares every dropdown with the model, and returns what differs. */
export async function compareLists({ stage, place, model }: RuleScene): Promise<string[]> {
  const breaches: string[] = [];
  const [source] = model.sources;
  const tell = (list: readonly string[]) => JSON.stringify(list).replaceAll(`${model.canary} `, '');
  for (const { id: sheetId, columns } of place.sheets)
    for (const { id: columnId, title } of columns.filter(isList)) {
      const actual = await readOptions(stage.sandbox, { sheetId, columnId });
      const wanted = place.lists.get(columnId) ?? [];
      if (tell(actual) === tell(wanted)) continue;
      const where = { sheetId, targetColumnId: columnId };
      const rows = await stage.prisma.automation.findMany({ where });
      const known = place.automations.filter((one) => one.columnId === columnId);
      // A sync may come between an edit of the rule and the look that finds its sheet gone.
      const gone = known.find(({ isGone }) => isGone);
      const settings = place.rules.find(({ id }) => id === gone?.ruleId)?.settings;
      if (source && settings) {
        const newer = toListAfter(source, wanted, settings);
        place.lists.set(columnId, newer);
        if (tell(actual) === tell(newer)) continue;
      }
      const facts = [...rows, ...known].map((one) => JSON.stringify(toFacts(one)));
      breaches.push(
        `the dropdown ${title} of sheet ${sheetId} has ${tell(actual)} and should have ${tell(wanted)}; ${facts.join(' ')}`,
      );
    }
  return breaches;
}

/** Returns what a breach tells of an automation, as it is stored or as the model knows it. */
function toFacts(one: object) {
  const row = one as Record<string, unknown>;
  const { mode, order, ignoreCase, splitValues } = (row.settings ?? row) as Record<string, unknown>;
  const { isActive, pausedBy, lastRunOutcome, lastErrorReason, lastRunAt, dirtyAt } = row;
  return {
    mode,
    order,
    ignoreCase,
    splitValues,
    isActive,
    pausedBy,
    lastRunOutcome,
    lastErrorReason,
    lastRunAt,
    dirtyAt,
  };
}
