import { Refused } from '../open-ask.ts';
import { Breach } from '../troubles.ts';
import { findMatch, referenceRules } from './reference-rule.ts';
import { editNewSheets, editSettings, editSubfolders, editTitle, listOwn, pauseRule } from './rule-edits.ts';
import { getDecision, isList, type ModelAutomation, type ModelRule, type RuleScene } from './rule-model.ts';

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
function someIn({ random }: RuleScene, rule: ModelRule, ...states: string[]): string | undefined {
  const known = [...(rule.shown ?? [])].flatMap(([id, state]) => (states.includes(state) ? [id] : []));
  return known.length === 0 ? undefined : random.pick(known);
}

async function exclude(scene: RuleScene, rule: ModelRule): Promise<void> {
  const sheetId = someIn(scene, rule, 'follows', 'gone', 'waits', 'asks', 'no_column', 'choose');
  if (sheetId === undefined) return;
  await act(scene, rule, { sheetId, act: 'exclude' });
  leaveOut(rule, sheetId);
  remove(scene, rule, sheetId);
}

function leaveOut(rule: ModelRule, sheetId: string): void {
  rule.decisions.set(sheetId, {
    ...getDecision(rule, sheetId),
    excluded: true,
    wanted: false,
    takesOver: false,
  });
  rule.shown?.set(sheetId, 'excluded');
}

function remove({ place }: RuleScene, rule: ModelRule, sheetId: string): void {
  place.automations = place.automations.filter((one) => !(one.ruleId === rule.id && one.sheetId === sheetId));
}

async function include(scene: RuleScene, rule: ModelRule): Promise<void> {
  const sheetId = someIn(scene, rule, 'excluded', 'asks');
  if (sheetId === undefined) return;
  await act(scene, rule, { sheetId, act: 'include' });
  Object.assign(getDecision(rule, sheetId), { excluded: false, wanted: true });
  rule.shown?.delete(sheetId);
}

async function choose(scene: RuleScene, rule: ModelRule): Promise<void> {
  const sheetId = someIn(scene, rule, 'choose');
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
  rule.shown?.delete(sheet.id);
}

async function keep(scene: RuleScene, rule: ModelRule): Promise<void> {
  const sheetId = someIn(scene, rule, 'follows');
  const automation = listOwn(scene, rule).find((one) => one.sheetId === sheetId);
  if (sheetId === undefined || !automation) return;
  await act(scene, rule, { sheetId, act: 'keep' });
  automation.ruleId = null;
  if (automation.pausedBy === 'rule') automation.pausedBy = 'person';
  leaveOut(rule, sheetId);
}

async function takeOver(scene: RuleScene, rule: ModelRule): Promise<void> {
  const sheetId = someIn(scene, rule, 'taken');
  if (sheetId === undefined) return;
  const sheet = scene.place.sheets.find(({ id }) => id === sheetId);
  const found = sheet && findMatch(sheet, rule.title, getDecision(rule, sheetId).chosen);
  const state = referenceRules(scene.place).states.get(rule.id)?.get(sheetId);
  if (found?.kind !== 'fits' || !found.column || state !== 'taken') return;
  const { id: columnId } = found.column;
  const other = scene.place.automations.find((one) => one.isActive && one.columnId === columnId);
  if (other?.ruleId !== null) {
    await assertOtherRuleKeeps(() => act(scene, rule, { sheetId, act: 'take_over' }));
    return;
  }
  await act(scene, rule, { sheetId, act: 'take_over' });
  Object.assign(getDecision(rule, sheetId), { takesOver: true, wanted: true, excluded: false });
  rule.shown?.delete(sheetId);
}

/** What another rule fills, nobody takes over. */
async function assertOtherRuleKeeps(takeOver: () => Promise<void>): Promise<void> {
  try {
    await takeOver();
  } catch (error) {
    if (error instanceof Refused && error.code === 'match_changed') return;
    throw error;
  }
  throw new Breach('an automation of another rule was taken over');
}

async function findId({ stage, model }: RuleScene, one: ModelAutomation): Promise<string> {
  const [account] = model.accounts;
  const where = { userId: account?.userId ?? '', sheetId: one.sheetId, targetColumnId: one.columnId };
  const { ruleId } = one;
  return (await stage.prisma.automation.findFirstOrThrow({ where: { ...where, ruleId } })).id;
}

async function toggleOne(scene: RuleScene, rule: ModelRule): Promise<void> {
  const some = scene.place.automations.filter((one) => !one.isGone && one.pausedBy !== 'gone');
  if (some.length === 0 || !rule.isActive) return;
  const one = scene.random.pick(some);
  const fills = (other: ModelAutomation) => other.isActive && other.columnId === one.columnId;
  if (!one.isActive && scene.place.automations.some(fills)) return;
  const isActive = !one.isActive;
  await scene.ask('PATCH', `/api/configurations/${await findId(scene, one)}`, { isActive });
  Object.assign(one, { isActive, pausedBy: isActive ? null : 'person' });
}

async function deleteOne(scene: RuleScene, rule: ModelRule): Promise<void> {
  const some = listOwn(scene, rule);
  if (some.length === 0) return;
  const one = scene.random.pick(some);
  await scene.ask('DELETE', `/api/configurations/${await findId(scene, one)}`);
  remove(scene, rule, one.sheetId);
  leaveOut(rule, one.sheetId);
}

/** Of a sheet that is gone for a month, nothing is waited for. */
async function letMonthPass(scene: RuleScene, rule: ModelRule): Promise<void> {
  const month = new Date(Date.now() - 31 * 86_400_000);
  const where = { ruleId: rule.id, goneAt: { not: null } };
  await scene.stage.prisma.ruleMatch.updateMany({ where, data: { goneAt: month } });
  for (const one of listOwn(scene, rule).filter(({ isGone }) => isGone)) {
    remove(scene, rule, one.sheetId);
    rule.decisions.delete(one.sheetId);
    rule.shown?.delete(one.sheetId);
  }
}

async function deleteRule(scene: RuleScene, rule: ModelRule): Promise<void> {
  const automations = scene.random.pick(['delete', 'keep']);
  await scene.ask('DELETE', `/api/rules/${rule.id}?automations=${automations}`);
  const { place } = scene;
  place.automations = place.automations.filter(
    ({ ruleId, isGone }) => ruleId !== rule.id || (automations === 'keep' && !isGone),
  );
  for (const one of listOwn(scene, rule)) {
    one.ruleId = null;
    if (one.pausedBy === 'rule') one.pausedBy = 'person';
  }
  place.rules = place.rules.filter((one) => one !== rule);
}
