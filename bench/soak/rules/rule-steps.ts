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
import { placeActs, shareWorkspace, unlockAll } from './place-acts.ts';
import { plantPlace } from './plant-place.ts';
import { type RuleOutcome, referenceRule } from './reference-rule.ts';
import { activateRule, createRule, ruleActs } from './rule-acts.ts';
import { applySyncs, compareLists } from './rule-lists.ts';
import type { RuleScene } from './rule-model.ts';
import { settleLooks } from './settle-looks.ts';

type Steps = { processes: Processes; done: Map<string, number> };

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
    takeStep(scene, { processes, done }),
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

  const { rule } = place;
  if (!rule) await createRule(scene);
  else if (!rule.isActive) await activateRule(scene, rule);
  else {
    // What a look finds between an edit of a sheet and one of the rule, nobody knows.
    const isMeanwhile = placeActCount === 0 && random.chance(0.7);
    if (isMeanwhile) count('a rule is edited during its look');
    for (let left = isMeanwhile ? 1 : random.below(3); left > 0 && place.rule?.isActive; left -= 1) {
      const chosen = random.weigh(ruleActs);
      count(chosen.name);
      if (isMeanwhile) await requestLook(scene);
      if (isMeanwhile) await pause(random.below(150));
      const isKilled = repeatable.test(chosen.name) && random.chance(0.2);
      if (isKilled) count('kill -9 of the API during an edit');
      const kill = isKilled ? pause(random.below(40)).then(processes.killApi) : undefined;
      await chosen.act(scene, place.rule);
      await kill;
    }
  }
  const isDisturbed = place.rule !== null && random.chance(0.6);
  scene.model.excuses = newExcuses();
  if (isDisturbed) {
    const trouble = random.weigh(disturbing);
    count(trouble.name);
    await requestLook(scene);
    await pause(random.below(300));
    try {
      await trouble.make(scene, processes);
      if (trouble.name === rightIsTaken) await loseRight(scene);
    } catch (error) {
      if (error instanceof Breach) return [error.message];
      throw error;
    }
    await requestLook(scene);
    await pause(random.below(1_500));
    await heal(scene, processes, { webhookLoss: 1 });
    await settleLooks(scene);
  }
  for (let looks = 0; looks < 3; looks += 1) {
    await readAgain(scene);
    await requestLook(scene);
    await settleLooks(scene);
  }
  const found = await readStates(scene);
  let outcome = referenceRule(place);
  // Who got the room of the plan depends on what could be read when; how much there was does not.
  const ahead = outcome.contested.filter((id) => found.get(id) === 'follows');
  if (isDisturbed && ahead.length > 0) outcome = referenceRule(place, new Set(ahead));
  const breaches = await compareRule(scene, outcome, found);
  place.automations = outcome.automations;
  place.shown = outcome.states;
  // What is gone and not followed is forgotten, but for what a person has left out.
  for (const [id, state] of outcome.states)
    if (state === 'unknown' && place.rule && !place.rule.decisions.get(id)?.excluded) {
      place.rule.decisions.delete(id);
      place.shown.delete(id);
    }
  if (place.rule?.isActive) {
    place.rule.isFirstLook = false;
    const heldBack = [...outcome.states].filter(([, state]) => state === 'waits' || state === 'taken');
    place.rule.letIn = new Set(heldBack.map(([id]) => id));
  }
  applySyncs(scene);
  await syncAll(scene);
  await settleLooks(scene);
  return [...breaches, ...(await compareLists(scene))];
}

/** The right to the workspace is lost for one look or two, and comes back. */
async function loseRight(scene: RuleScene): Promise<void> {
  await shareWorkspace(scene, scene.random.pick([null, 'VIEWER'] as const));
  for (let looks = 1 + scene.random.below(3); looks > 0; looks -= 1) {
    await syncAll(scene);
    await readAgain(scene);
    await requestLook(scene);
    await settleLooks(scene);
  }
  await shareWorkspace(scene, 'ADMIN');
}

async function requestLook({ stage, place }: RuleScene): Promise<void> {
  if (!place.rule) return;
  const { id: ruleId } = place.rule;
  await retryForAMinute(() => stage.queue.send(stage.prisma, 'look-into-rule', { ruleId }, { key: ruleId }));
}

/** Hours pass after which a look reads every sheet again: a change of a column may not show in its sheet. */
async function readAgain({ stage, place }: RuleScene): Promise<void> {
  if (!place.rule) return;
  const where = { ruleId: place.rule.id, readAt: { not: null } };
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

async function readStates({ place, ask }: RuleScene): Promise<ReadonlyMap<string, string>> {
  if (!place.rule) return new Map();
  type Shown = { sheetId: string; state: string };
  const shown = await ask<Shown[]>('GET', `/api/rules/${place.rule.id}/matches`);
  return new Map(shown.map(({ sheetId, state }) => [sheetId, state]));
}

async function compareRule(
  { place, stage, model }: RuleScene,
  outcome: RuleOutcome,
  found: ReadonlyMap<string, string>,
): Promise<string[]> {
  const breaches: string[] = [];
  if (place.rule?.isActive) {
    for (const id of new Set([...found.keys(), ...outcome.states.keys()])) {
      const wanted = outcome.states.get(id) ?? 'unknown';
      const state = found.get(id) ?? 'unknown';
      const sheet = place.sheets.find((one) => one.id === id);
      if (wanted !== state)
        breaches.push(`the sheet ${id} ${describe(sheet)} is ${state} and should be ${wanted}`);
    }
  }
  const userId = model.accounts[0]?.userId ?? '';
  const rows = await stage.prisma.automation.findMany({ where: { userId, name: { not: 'Filler' } } });
  const tell = (one: {
    sheetId: string;
    ofRule: boolean;
    columnId: string;
    isActive: boolean;
    isGone: boolean;
  }) =>
    `${one.sheetId}/${one.columnId} ${one.ofRule ? 'of the rule' : 'alone'}, ${one.isActive ? 'active' : 'paused'}${one.isGone ? ', gone' : ''}`;
  const actual = rows
    .map((row) => ({
      ...row,
      columnId: row.targetColumnId,
      ofRule: row.ruleId !== null,
      isGone: row.leftRuleAt !== null,
    }))
    .map(tell);
  const wanted = outcome.automations.map(tell);
  for (const one of actual.filter((text) => !wanted.includes(text)))
    breaches.push(`an automation should not be: ${one}`);
  for (const one of wanted.filter((text) => !actual.includes(text)))
    breaches.push(`an automation is missing: ${one}`);
  return breaches;
}

function describe(
  sheet: { lies: string; columns: { title: string; type: string; locked: boolean }[] } | undefined,
): string {
  if (!sheet) return '(deleted)';
  return `(${sheet.lies}: ${sheet.columns.map(({ title, type, locked }) => `${title} ${type}${locked ? ' locked' : ''}`).join(', ')})`;
}
