import { type AutomationSettings, defaultSettings } from '@picksync/contracts';
import { retryForAMinute } from '../retry-for-a-minute.ts';
import { applySettings, drawStays, savedSettings } from '../settings.ts';
import type { KindScene, KindSheet, KindTarget } from './kind-model.ts';
import { newPin } from './person-rows.ts';

/** Draws settings that a target may have: any mode but two-way, pins with an address where it holds contacts. */
export function drawKindSettings(scene: KindScene, target: KindTarget): AutomationSettings {
  const { random, report, sheets } = scene;
  const { from, reads, isOfContacts } = target;
  const { columns } = from === 'report' ? report : (sheets[0] as KindSheet);
  const named = (columnId: string, columnName: string) => ({ columnId, columnName });
  const city = { ...named(columns.City, 'City'), operator: 'contains' as const, value: 'oslo' };
  const sheet = {
    ...named(report.columns.Sheet, 'Sheet'),
    operator: 'not_equals' as const,
    value: 'People 2',
  };
  const rules = random.pick([null, null, from === 'report' && random.chance(0.5) ? sheet : city]);
  const template = {
    template: '{1} – {2}',
    columns: [named(columns.Name, 'Name'), named(report.columns.Sheet, 'Sheet')],
  };
  const pin = isOfContacts ? newPin(scene) : 'First of all';
  return {
    ...defaultSettings,
    sourceKind: from,
    ...drawStays(random),
    order: random.pick(['source', 'ascending', 'descending']),
    ignoreCase: random.chance(0.2),
    filters: rules && { match: 'all', rules: [rules] },
    ...(from === 'report' && reads === 'name' && random.chance(0.4) && { labelTemplate: template }),
    ...(random.chance(0.2) && { [random.pick(['pinnedFirst', 'pinnedLast'])]: [pin] }),
    ...(reads === 'name with address' && { addressColumn: named(columns.Address, 'Address') }),
  };
}

/** Saves settings as the API does. */
export async function applyKindSettings(
  { stage }: KindScene,
  target: KindTarget,
  settings: AutomationSettings,
  more: object = {},
): Promise<void> {
  const data = { ...savedSettings(target, settings), ...more };
  applySettings(target, settings);
  const where = { id: target.automationId };
  await retryForAMinute(() => stage.prisma.automation.update({ where, data }));
}
