import type { AutomationSettings } from '@picksync/contracts';
import { defaultSettings } from '@picksync/contracts';
import { titles } from './place-acts.ts';
import { findMatch, referenceRule } from './reference-rule.ts';
import {
  getDecision,
  isList,
  type ModelAutomation,
  type ModelRule,
  noDecision,
  type RuleScene,
} from './rule-model.ts';

export type RuleAct = {
  weight: number;
  name: string;
  act: (scene: RuleScene, rule: ModelRule) => Promise<void>;
};

/** What a person does with a rule, by its page. */
export const ruleActs: RuleAct[] = [
  { weight: 3, name: 'a rule looks for another title', act: editTitle },
  { weight: 2, name: 'a rule gets other settings', act: editSettings },
  { weight: 2, name: 'a rule looks into subfolders or not', act: editSubfolders },
  { weight: 2, name: 'a rule asks about new sheets or not', act: editNewSheets },
  { weight: 2, name: 'a rule is paused', act: pauseRule },
  { weight: 4, name: 'a sheet is left out', act: exclude },
  { weight: 5, name: 'a sheet is taken in', act: include },
  { weight: 3, name: 'a column is chosen', act: choose },
  { weight: 2, name: 'a sheet is kept alone', act: keep },
  { weight: 3, name: 'an automation of others is taken over', act: takeOver },
  { weight: 3, name: 'an automation of a rule is paused or activated', act: toggleOne },
  { weight: 1, name: 'an automation of a rule is deleted', act: deleteOne },
  { weight: 1, name: 'a month passes', act: letMonthPass },
  { weight: 1, name: 'a rule is deleted', act: deleteRule },
];

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

export async function createRule(scene: RuleScene): Promise<void> {
  const { place, random, model, ask } = scene;
  const [source] = model.sources;
  if (!source) return;
  const settings = drawRuleSettings(scene);
  const includesSubfolders = random.chance(0.8);
  const newSheets = random.pick(['take_up', 'take_up', 'ask'] as const);
  const [title = ''] = titles;
  const excluded = place.sheets.filter(({ lies }) => lies === 'top' && random.chance(0.1));
  const { rule } = await ask<{ rule: { id: string } }>('POST', '/api/rules', {
    ...{ name: 'Into every sheet', placeKind: 'workspace', placeId: place.workspaceId, includesSubfolders },
    ...{ columnTitle: title, sourceSheetId: source.sheetId, sourceColumnId: source.columnId },
    ...{ ...settings, newSheets, excludedSheetIds: excluded.map(({ id }) => id) },
  });
  place.rule = {
    ...{ id: rule.id, title, includesSubfolders, newSheets, settings },
    ...{ isActive: true, isFirstLook: true },
    decisions: new Map(excluded.map(({ id }) => [id, { ...noDecision(), excluded: true }])),
    letIn: new Set(),
  };
}

function edit({ ask }: RuleScene, rule: ModelRule, change: object): Promise<unknown> {
  return ask('PATCH', `/api/rules/${rule.id}`, change);
}

async function editTitle(scene: RuleScene, rule: ModelRule): Promise<void> {
  const title = scene.random.pick(titles);
  if (title === rule.title) return;
  await edit(scene, rule, { columnTitle: title });
  Object.assign(rule, { title, isFirstLook: true });
}

async function editSettings(scene: RuleScene, rule: ModelRule): Promise<void> {
  rule.settings = drawRuleSettings(scene);
  await edit(scene, rule, rule.settings);
}

async function editSubfolders(scene: RuleScene, rule: ModelRule): Promise<void> {
  rule.includesSubfolders = !rule.includesSubfolders;
  rule.isFirstLook = true;
  await edit(scene, rule, { includesSubfolders: rule.includesSubfolders });
}

async function editNewSheets(scene: RuleScene, rule: ModelRule): Promise<void> {
  rule.newSheets = rule.newSheets === 'ask' ? 'take_up' : 'ask';
  await edit(scene, rule, { newSheets: rule.newSheets });
}

function own({ place }: RuleScene): ModelAutomation[] {
  return place.automations.filter(({ ofRule }) => ofRule);
}

async function pauseRule(scene: RuleScene, rule: ModelRule): Promise<void> {
  await edit(scene, rule, { isActive: false });
  rule.isActive = false;
  for (const one of own(scene).filter(({ isActive }) => isActive))
    Object.assign(one, { isActive: false, pausedBy: 'rule' });
}

export async function activateRule(scene: RuleScene, rule: ModelRule): Promise<void> {
  await edit(scene, rule, { isActive: true });
  rule.isActive = true;
  for (const one of own(scene).filter(({ pausedBy }) => pausedBy === 'rule'))
    Object.assign(one, { isActive: true, pausedBy: null });
}

type Shown = { id: string; sheetId: string; state: string; configuration: { id: string } | null };

async function findShown({ ask }: RuleScene, rule: ModelRule, sheetId: string): Promise<Shown | undefined> {
  const all = await ask<Shown[]>('GET', `/api/rules/${rule.id}/matches`);
  return all.find((one) => one.sheetId === sheetId);
}

async function act(
  scene: RuleScene,
  rule: ModelRule,
  on: { sheetId: string; act: string; columnId?: string },
) {
  const { sheetId, ...body } = on;
  const shown = await findShown(scene, rule, sheetId);
  if (!shown) throw new Error(`the rule does not know the sheet ${sheetId}`);
  await scene.ask('POST', `/api/rules/${rule.id}/matches/${shown.id}`, body);
}

/** Returns a sheet of one of these states, as they were when all was at rest last. */
function someIn(scene: RuleScene, ...states: string[]): string | undefined {
  const known = [...(scene.place.shown ?? [])].flatMap(([id, state]) => (states.includes(state) ? [id] : []));
  return known.length === 0 ? undefined : scene.random.pick(known);
}

async function exclude(scene: RuleScene, rule: ModelRule): Promise<void> {
  const sheetId = someIn(scene, 'follows', 'gone', 'waits', 'asks', 'no_column', 'choose');
  if (sheetId === undefined) return;
  await act(scene, rule, { sheetId, act: 'exclude' });
  leaveOut(scene, rule, sheetId);
  remove(scene, sheetId);
}

function leaveOut(scene: RuleScene, rule: ModelRule, sheetId: string): void {
  rule.decisions.set(sheetId, {
    ...getDecision(rule, sheetId),
    excluded: true,
    wanted: false,
    takesOver: false,
  });
  scene.place.shown?.set(sheetId, 'excluded');
}

function remove({ place }: RuleScene, sheetId: string): void {
  place.automations = place.automations.filter((one) => !(one.ofRule && one.sheetId === sheetId));
}

async function include(scene: RuleScene, rule: ModelRule): Promise<void> {
  const sheetId = someIn(scene, 'excluded', 'asks');
  if (sheetId === undefined) return;
  await act(scene, rule, { sheetId, act: 'include' });
  Object.assign(getDecision(rule, sheetId), { excluded: false, wanted: true });
  scene.place.shown?.delete(sheetId);
}

async function choose(scene: RuleScene, rule: ModelRule): Promise<void> {
  const sheetId = someIn(scene, 'choose');
  const sheet = scene.place.sheets.find(({ id }) => id === sheetId);
  if (!sheet) return;
  const shown = await scene.ask<{ sheetId: string; choices: { columnId: string }[] }[]>(
    'GET',
    `/api/rules/${rule.id}/matches`,
  );
  const offered = shown.find((one) => one.sheetId === sheetId)?.choices ?? [];
  const there = sheet.columns.filter(
    (one) => isList(one) && offered.some(({ columnId }) => columnId === one.id),
  );
  if (there.length === 0) return;
  const column = scene.random.pick(there);
  await act(scene, rule, { sheetId: sheet.id, act: 'choose', columnId: column.id });
  Object.assign(getDecision(rule, sheet.id), { chosen: column.id, wanted: true });
  scene.place.shown?.delete(sheet.id);
}

async function keep(scene: RuleScene, rule: ModelRule): Promise<void> {
  const sheetId = someIn(scene, 'follows');
  const automation = own(scene).find((one) => one.sheetId === sheetId);
  if (sheetId === undefined || !automation) return;
  await act(scene, rule, { sheetId, act: 'keep' });
  automation.ofRule = false;
  if (automation.pausedBy === 'rule') automation.pausedBy = 'person';
  leaveOut(scene, rule, sheetId);
}

async function takeOver(scene: RuleScene, rule: ModelRule): Promise<void> {
  const sheetId = someIn(scene, 'taken');
  if (sheetId === undefined) return;
  const sheet = scene.place.sheets.find(({ id }) => id === sheetId);
  const found = sheet && findMatch(sheet, rule.title, getDecision(rule, sheetId).chosen);
  if (found?.kind !== 'fits' || referenceRule(scene.place).states.get(sheetId) !== 'taken') return;
  await act(scene, rule, { sheetId, act: 'take_over' });
  Object.assign(getDecision(rule, sheetId), { takesOver: true, wanted: true, excluded: false });
  scene.place.shown?.delete(sheetId);
}

async function findId({ stage, model }: RuleScene, one: ModelAutomation): Promise<string> {
  const [account] = model.accounts;
  const where = { userId: account?.userId ?? '', sheetId: one.sheetId, targetColumnId: one.columnId };
  const rule = one.ofRule ? { not: null } : null;
  return (await stage.prisma.automation.findFirstOrThrow({ where: { ...where, ruleId: rule } })).id;
}

async function toggleOne(scene: RuleScene, rule: ModelRule): Promise<void> {
  const some = scene.place.automations.filter((one) => !one.isGone && one.pausedBy !== 'gone');
  if (some.length === 0 || !rule.isActive) return;
  const one = scene.random.pick(some);
  const isTaken = scene.place.automations.some((other) => other !== one && other.columnId === one.columnId);
  if (!one.isActive && isTaken) return;
  const isActive = !one.isActive;
  await scene.ask('PATCH', `/api/configurations/${await findId(scene, one)}`, { isActive });
  Object.assign(one, { isActive, pausedBy: isActive ? null : 'person' });
}

async function deleteOne(scene: RuleScene, rule: ModelRule): Promise<void> {
  const some = own(scene);
  if (some.length === 0) return;
  const one = scene.random.pick(some);
  await scene.ask('DELETE', `/api/configurations/${await findId(scene, one)}`);
  remove(scene, one.sheetId);
  leaveOut(scene, rule, one.sheetId);
}

/** Of a sheet that is gone for a month, nothing is waited for. */
async function letMonthPass(scene: RuleScene, rule: ModelRule): Promise<void> {
  const month = new Date(Date.now() - 31 * 86_400_000);
  const where = { ruleId: rule.id, goneAt: { not: null } };
  await scene.stage.prisma.ruleMatch.updateMany({ where, data: { goneAt: month } });
  for (const one of own(scene).filter(({ isGone }) => isGone)) {
    remove(scene, one.sheetId);
    rule.decisions.delete(one.sheetId);
    scene.place.shown?.delete(one.sheetId);
  }
}

async function deleteRule(scene: RuleScene, rule: ModelRule): Promise<void> {
  const automations = scene.random.pick(['delete', 'keep']);
  await scene.ask('DELETE', `/api/rules/${rule.id}?automations=${automations}`);
  const { place } = scene;
  place.automations = place.automations.filter(
    ({ ofRule, isGone }) => !ofRule || (automations === 'keep' && !isGone),
  );
  for (const one of place.automations.filter(({ ofRule }) => ofRule)) {
    one.ofRule = false;
    if (one.pausedBy === 'rule') one.pausedBy = 'person';
  }
  place.rule = null;
  place.shown = null;
}
