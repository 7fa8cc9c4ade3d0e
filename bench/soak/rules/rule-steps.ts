import { setTimeout as pause } from 'node:timers/promises';
import { markAccount } from '../../stage/work.ts';
import { letTimePass } from '../let-time-pass.ts';
import { newExcuses } from '../model.ts';
import type { SoakScene } from '../people.ts';
import { addRow, changeCell, clearCell, deleteRow, pasteCells } from '../people.ts';
import type { Processes } from '../processes.ts';
import { retryForAMinute } from '../retry-for-a-minute.ts';
import { heal } from '../settle.ts';
import { takeRound } from '../take-round.ts';
import { Breach, troubles } from '../troubles.ts';
import { compareRules, readStates } from './compare-rules.ts';
import { shareWorkspace } from './folder-acts.ts';
import { interruptEdit } from './interrupt-edit.ts';
import { placeActs, unlockAll } from './place-acts.ts';
import { plantPlace } from './plant-place.ts';
import { referenceRules, type SheetState } from './reference-rule.ts';
import { ruleActs } from './rule-acts.ts';
import { activateRule, createRule } from './rule-edits.ts';
import { applySyncs, compareLists } from './rule-lists.ts';
import type { ModelRule, RuleScene } from './rule-model.ts';
import { settleLooks } from './settle-looks.ts';

type Steps = { processes: Processes; done: Map<string, number> };
type Doing = { processes: Processes; count: (name: string) => void };

const stepsPerRound = 8;
const rightIsTaken = 'the right to the workspace is taken away';
/** Edits of a rule that may come twice, as when the answer to the first one is lost. */
const repeatable = /another title|other settings|subfolders|asks about|is paused/;
const sourceActs = [changeCell, addRow, deleteRow, clearCell, pasteCells];

/** What may break during a look: what loses no connection. */
const disturbing = [
  ...troubles.filter(({ name }) => !/tokens|webhook|callbacks|works again|permission/.test(name)),
  {
    weight: 6,
    name: 'folders cannot be read',
    make: ({ stage }: SoakScene) =>
      stage.sandbox.faults({ errorRate: 1, errorStatus: 503, operations: ['folders.children'] }),
  },
  { weight: 12, name: rightIsTaken, make: async () => {} },
  { weight: 4, name: 'kill -9 of the API', make: (_: SoakScene, { killApi }: Processes) => killApi() },
];

/**
 * Takes steps with a rule: people change sheets, then their rule, nobody hears of it, and the rule looks while something breaks.
 * When all is at rest, each sheet has to stand to the rule, and each dropdown has to say, what the reference makes of it.
 */
export async function takeRuleSteps(
  stage: SoakScene['stage'],
  { random, processes, done }: Steps & Pick<SoakScene, 'random'>,
): Promise<{ breaches: string[]; steps: number }> {
  const scene = await plantPlace(stage, { random, processes });
  const round = await takeRound({ name: 'rule', steps: stepsPerRound }, () =>
    takeStep(scene, { processes, done }).catch((error: unknown) => {
      if (error instanceof Breach) return [error.message];
      throw error;
    }),
  );
  if (round.breaches.length > 0) return round;
  await scene.stage.prisma.rule.deleteMany({ where: { userId: scene.model.accounts[0]?.userId ?? '' } });
  return round;
}

async function takeStep(scene: RuleScene, { processes, done }: Steps): Promise<string[]> {
  const { stage, random, place } = scene;
  const count = (name: string) => done.set(name, (done.get(name) ?? 0) + 1);
  await stage.sandbox.faults({ webhookLoss: 1 });
  await letTimePass(stage, 3);
  await unlockAll(scene);
  const placeActCount = random.below(5);
  for (let left = placeActCount; left > 0; left -= 1) {
    const chosen = random.weigh(placeActs);
    count(chosen.name);
    await chosen.act(scene);
  }
  for (let left = random.below(3); left > 0; left -= 1) await random.pick(sourceActs)(scene, undefined);
  await syncAll(scene);
  await settleLooks(scene);
  applySyncs(scene);

  await changeRules(scene, { processes, count, isPlaceChanged: placeActCount > 0 });
  scene.model.excuses = newExcuses();
  let isDisturbed = random.chance(0.4) && (await interruptEdit(scene, { processes, count }));
  if (!isDisturbed && place.rules.length > 0 && random.chance(0.6)) {
    isDisturbed = true;
    await disturb(scene, { processes, count });
  }
  for (let looks = 0; looks < 3; looks += 1)
    for (const rule of place.rules) {
      await readAgain(scene, rule);
      await requestLook(scene, rule);
      await settleLooks(scene);
    }
  const found = await readStates(scene);
  let outcome = referenceRules(place);
  // Who got the room of the plan, or a column, depends on what could be read when; how much there was does not.
  const ahead = [...outcome.contested].filter((key) => found.get(key) === 'follows');
  if (isDisturbed || place.rules.length > 1) outcome = referenceRules(place, new Set(ahead));
  const breaches = await compareRules(scene, outcome, found);
  const heldByOthers = [...outcome.contested].filter((key) => found.get(key) === 'taken');
  for (const _ of heldByOthers) count('a dropdown is filled by the other rule');
  place.automations = outcome.automations;
  for (const rule of place.rules) learn(rule, outcome.states.get(rule.id) ?? new Map());
  applySyncs(scene);
  await syncAll(scene);
  await settleLooks(scene);
  return [...breaches, ...(await compareLists(scene))];
}

/** Makes a rule or two, lets those go on that are paused, or changes some. */
async function changeRules(
  scene: RuleScene,
  { processes, count, isPlaceChanged }: Doing & { isPlaceChanged: boolean },
): Promise<void> {
  const { random, place } = scene;
  const paused = place.rules.filter(({ isActive }) => !isActive);
  for (const rule of paused) await activateRule(scene, rule);
  const isAnother = place.rules.length === 1 && random.chance(0.4);
  if (place.rules.length === 0 || isAnother) {
    if (isAnother) count('another rule is made over the same sheets');
    await createRule(scene);
    return;
  }
  if (paused.length > 0) return;
  // What a look finds between an edit of a sheet and one of the rule, nobody knows.
  const isMeanwhile = !isPlaceChanged && random.chance(0.7);
  if (isMeanwhile) count('a rule is edited during its look');
  for (let left = isMeanwhile ? 1 : random.below(3); left > 0; left -= 1) {
    const active = place.rules.filter(({ isActive }) => isActive);
    if (active.length === 0) return;
    const rule = random.pick(active);
    const chosen = random.weigh(ruleActs);
    count(chosen.name);
    if (isMeanwhile) await requestLook(scene, rule);
    if (isMeanwhile) await pause(random.below(150));
    const isKilled = repeatable.test(chosen.name) && random.chance(0.2);
    if (isKilled) count('kill -9 of the API during an edit');
    const kill = isKilled ? pause(random.below(40)).then(processes.killApi) : undefined;
    await chosen.act(scene, rule);
    await kill;
  }
}

/** Something breaks while the rules look. */
async function disturb(scene: RuleScene, { processes, count }: Doing): Promise<void> {
  const { random } = scene;
  const trouble = random.weigh(disturbing);
  count(trouble.name);
  await requestLooks(scene);
  await pause(random.below(300));
  await trouble.make(scene, processes);
  if (trouble.name === rightIsTaken) await loseRight(scene);
  await requestLooks(scene);
  await pause(random.below(1_500));
  await heal(scene, processes, { webhookLoss: 1 });
  await settleLooks(scene);
}

/** Remembers how the sheets of a rule stand. What is gone and not followed is forgotten, but for what a person has left out. */
function learn(rule: ModelRule, states: Map<string, SheetState>): void {
  rule.shown = states;
  for (const [id, state] of states)
    if (state === 'unknown' && !rule.decisions.get(id)?.excluded) {
      rule.decisions.delete(id);
      states.delete(id);
    }
  if (!rule.isActive) return;
  rule.isFirstLook = false;
  const heldBack = [...states].filter(([, state]) => state === 'waits' || state === 'taken');
  rule.letIn = new Set(heldBack.map(([id]) => id));
}

/** The right to the workspace is lost for one look or two, and comes back. */
async function loseRight(scene: RuleScene): Promise<void> {
  const { workspaceId, shared, rules } = scene.place;
  await shareWorkspace(scene, { workspaceId, access: scene.random.pick([null, 'VIEWER'] as const) });
  for (let looks = 1 + scene.random.below(3); looks > 0; looks -= 1) {
    await syncAll(scene);
    for (const rule of rules) await readAgain(scene, rule);
    await requestLooks(scene);
    await settleLooks(scene);
  }
  await shareWorkspace(scene, { workspaceId, access: shared });
}

async function requestLooks(scene: RuleScene): Promise<void> {
  for (const rule of scene.place.rules) await requestLook(scene, rule);
}

async function requestLook({ stage }: RuleScene, { id: ruleId }: ModelRule): Promise<void> {
  await retryForAMinute(() => stage.queue.send(stage.prisma, 'look-into-rule', { ruleId }, { key: ruleId }));
}

/** Hours pass after which a look reads every sheet again: a change of a column may not show in its sheet. */
async function readAgain({ stage }: RuleScene, { id: ruleId }: ModelRule): Promise<void> {
  const where = { ruleId, readAt: { not: null } };
  await stage.prisma.ruleMatch.updateMany({ where, data: { readAt: new Date(0) } });
}

async function syncAll({ stage, model }: RuleScene): Promise<void> {
  for (const { connectionId, userId } of model.accounts) {
    await stage.prisma.automation.updateMany({ where: { userId }, data: { outsideChanges: [] } });
    const rows = await stage.prisma.automation.findMany({
      where: { userId, isActive: true },
      select: { id: true },
    });
    const automationIds = rows.map(({ id }) => id);
    if (rows.length > 0) await markAccount(stage, { connectionId, automationIds });
  }
}
