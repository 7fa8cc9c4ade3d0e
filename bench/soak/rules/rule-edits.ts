import type { AutomationSettings } from '@picksync/contracts';
import { defaultSettings } from '@picksync/contracts';
import { titles } from './place-acts.ts';
import {
  isPlaceGone,
  type ModelAutomation,
  type ModelRule,
  noDecision,
  type RuleScene,
} from './rule-model.ts';

/** Settings under which a list depends on the source and on what stands in it alone. */
export function drawRuleSettings({ random }: RuleScene): AutomationSettings {
  const content = random.pick<Partial<AutomationSettings>>([
    {},
    {},
    { ignoreCase: true },
    { splitValues: ';' },
  ]);
  const order = random.pick(['source', 'ascending', 'descending'] as const);
  const mode = random.pick(['mirror', 'mirror', 'add_only'] as const);
  return { ...defaultSettings, maxRemovalPercent: 100, ...content, order, mode };
}

/** Makes a rule, with another one over the same sheets where there is one: for the same title, or for another. */
export async function createRule(scene: RuleScene): Promise<void> {
  const { place, random, model, ask } = scene;
  const [source] = model.sources;
  if (!source) return;
  const folder = random.pick(['top', 'top', 'inner'] as const);
  const placeId = place.folders[folder];
  const settings = drawRuleSettings(scene);
  const includesSubfolders = random.chance(0.8);
  const newSheets = random.pick(['take_up', 'take_up', 'ask'] as const);
  const [other] = place.rules;
  const title = other && random.chance(0.5) ? random.pick(titles) : (other?.title ?? titles[0] ?? '');
  const excluded = place.sheets.filter(({ lies }) => lies === folder && random.chance(0.1));
  const { rule } = await ask<{ rule: { id: string } }>('POST', '/api/rules', {
    ...{ name: 'Into every sheet', placeKind: folder === 'top' ? 'workspace' : 'folder', placeId },
    includesSubfolders,
    ...{ columnTitle: title, sourceSheetId: source.sheetId, sourceColumnId: source.columnId },
    ...{ ...settings, newSheets, excludedSheetIds: excluded.map(({ id }) => id) },
  });
  place.rules.push({
    ...{ id: rule.id, folder, placeId, title, includesSubfolders, newSheets, settings },
    ...{ isActive: true, isFirstLook: true, shown: null },
    decisions: new Map(excluded.map(({ id }) => [id, { ...noDecision(), excluded: true }])),
    letIn: new Set(),
  });
}

function edit({ ask }: RuleScene, rule: ModelRule, change: object): Promise<unknown> {
  return ask('PATCH', `/api/rules/${rule.id}`, change);
}

export async function editTitle(scene: RuleScene, rule: ModelRule): Promise<void> {
  const title = scene.random.pick(titles);
  if (title === rule.title) return;
  await edit(scene, rule, { columnTitle: title });
  Object.assign(rule, { title, isFirstLook: true });
}

export async function editSettings(scene: RuleScene, rule: ModelRule): Promise<void> {
  await saveSettings(scene, rule, drawRuleSettings(scene));
}

/** Sends what differs, as the form does: what is read of the source needs the place as well. */
export async function saveSettings(
  scene: RuleScene,
  rule: ModelRule,
  settings: AutomationSettings,
): Promise<void> {
  const before = new Map(Object.entries(rule.settings));
  const isOther = ([name, value]: [string, unknown]) =>
    JSON.stringify(before.get(name)) !== JSON.stringify(value);
  const changed = Object.fromEntries(Object.entries(settings).filter(isOther));
  rule.settings = settings;
  if (Object.keys(changed).length > 0) await edit(scene, rule, changed);
}

export async function editSubfolders(scene: RuleScene, rule: ModelRule): Promise<void> {
  // Its place is read for that.
  if (isPlaceGone(scene.place, rule)) return;
  rule.includesSubfolders = !rule.includesSubfolders;
  rule.isFirstLook = true;
  await edit(scene, rule, { includesSubfolders: rule.includesSubfolders });
}

export async function editNewSheets(scene: RuleScene, rule: ModelRule): Promise<void> {
  rule.newSheets = rule.newSheets === 'ask' ? 'take_up' : 'ask';
  await edit(scene, rule, { newSheets: rule.newSheets });
}

export function listOwn({ place }: RuleScene, rule: ModelRule): ModelAutomation[] {
  return place.automations.filter(({ ruleId }) => ruleId === rule.id);
}

export async function pauseRule(scene: RuleScene, rule: ModelRule): Promise<void> {
  await edit(scene, rule, { isActive: false });
  rule.isActive = false;
  for (const one of listOwn(scene, rule).filter(({ isActive }) => isActive))
    Object.assign(one, { isActive: false, pausedBy: 'rule' });
}

export async function activateRule(scene: RuleScene, rule: ModelRule): Promise<void> {
  await edit(scene, rule, { isActive: true });
  rule.isActive = true;
  // One whose column another automation fills by now stays paused, as one that a person has paused.
  for (const one of listOwn(scene, rule).filter(({ pausedBy }) => pausedBy === 'rule')) {
    const isTaken = scene.place.automations.some(
      (other) => other.isActive && other.columnId === one.columnId,
    );
    Object.assign(one, isTaken ? { pausedBy: 'person' } : { isActive: true, pausedBy: null });
  }
}
