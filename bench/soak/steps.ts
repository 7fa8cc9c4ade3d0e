import { setTimeout as pause } from 'node:timers/promises';
import {
  blankMemory,
  type ReferenceAnswer,
  type ReferenceOutcome,
  referenceRun,
} from '@picksync/sync-engine/testing';
import { readOptions } from '../stage/sandbox-view.ts';
import { giveAnswer, waitingReviews } from './answers.ts';
import { letDaysPass, letTimePass } from './let-time-pass.ts';
import {
  computeUnfiltered,
  computeValues,
  type ModelTarget,
  maxOptions,
  newExcuses,
  usedTexts,
} from './model.ts';
import { countCalls, harmedColumns, lostAccounts, shownSettings } from './oracle.ts';
import {
  addRow,
  changeBeside,
  changeCell,
  changeColumn,
  clearCell,
  deleteRow,
  pasteCells,
  type SoakScene,
  saveSettings,
  useOption,
} from './people.ts';
import type { Processes } from './processes.ts';
import { retryForAMinute } from './retry-for-a-minute.ts';
import { drawOneWay, withoutFindings, withoutMemory } from './settings.ts';
import { heal, markAll, settle } from './settle.ts';
import { troubles } from './troubles.ts';

type Steps = { processes: Processes; done: Map<string, number> };

const stepsPerRound = 4;

/** What may break in a step: what loses no connection. */
const disturbing = troubles.filter(({ name }) => !/tokens expire|webhook|callbacks|works again/.test(name));

const sourceActs = [changeCell, addRow, deleteRow, clearCell, pasteCells, changeBeside, useOption];

/**
 * Takes steps that are known in full: all is at rest, people do several things before anybody hears of it, then the
 * automations are looked at while something breaks. Whatever broke, and however often it was tried, every dropdown has to
 * say exactly what the reference makes of the list that people left, of what runs remember and of what was answered.
 */
export async function takeSteps(scene: SoakScene, steps: Steps): Promise<string[]> {
  await beginAnew(scene);
  for (let step = 0; step < stepsPerRound; step += 1) {
    const late = step > 0 ? await untilWritesHaveArrived(scene, steps) : [];
    if (late.length > 0) return late.map((text) => `before step ${step + 1}: ${text}`);
    if (step > 0) await editUnheard(scene);
    const breaches = [
      ...(await lookAt(scene, { ...steps, isDisturbed: scene.random.chance(0.7) })),
      ...(await answerAll(scene, steps)),
      ...(await harmedColumns(scene)),
    ];
    if (breaches.length > 0) return breaches.map((text) => `step ${step + 1}: ${text}`);
  }
  return [];
}

/** Gives every automation other settings and a destination that is chosen anew, so that runs remember nothing. */
async function beginAnew(scene: SoakScene): Promise<void> {
  const { stage, model, random } = scene;
  await stage.sandbox.faults({ webhookLoss: 1 });
  for (const target of model.targets.filter(({ fate }) => fate === 'well')) {
    const anew = { ...withoutMemory, isActive: true, pausedBy: null };
    await saveSettings(scene, target, drawOneWay(random, target.source), anew);
    target.memory = blankMemory;
    target.isActive = true;
  }
}

/**
 * Waits until no run expects that a write whose reply was lost still arrives: for a minute the product takes what it finds
 * in such a list for nobody's edit. Compares what the runs meanwhile make of sources that changed during the answers.
 */
async function untilWritesHaveArrived(scene: SoakScene, steps: Steps): Promise<string[]> {
  const { stage, model } = scene;
  const id = { in: model.targets.map(({ automationId }) => automationId) };
  const expecting = () => stage.prisma.automation.count({ where: { id, lookAgainAt: { not: null } } });
  while ((await retryForAMinute(expecting)) > 0) {
    await letTimePass(stage, 2);
    const breaches = await lookAt(scene, { ...steps, isDisturbed: false });
    if (breaches.length > 0) return breaches;
  }
  return [];
}

/** People edit sources, dropdowns and settings, and days pass, while no callback comes through. */
async function editUnheard(scene: SoakScene): Promise<void> {
  const { stage, model, random } = scene;
  await stage.sandbox.faults({ webhookLoss: 1 });
  if (random.chance(0.4)) await letDaysPass(scene, random.pick([2, 4]));
  for (let count = random.below(6); count > 0; count -= 1) await random.pick(sourceActs)(scene, undefined);
  if (random.chance(0.15)) await emptySource(scene);
  for (const target of model.targets.filter(({ fate }) => fate === 'well')) {
    if (random.chance(0.4)) await editByHand(scene, target);
    if (random.chance(0.2)) await saveSettings(scene, target, drawOneWay(random, target.source));
  }
}

/** Clears the column of a source, as somebody does who means another one. */
async function emptySource(scene: SoakScene): Promise<void> {
  const source = scene.random.pick(scene.model.sources);
  for (let index = 0; index < source.rows.length; index += 1) await clearCell(scene, { source, index });
}

/** Adds to a dropdown, deletes from it and changes its order. */
async function editByHand(scene: SoakScene, target: ModelTarget): Promise<void> {
  const { stage, model, random } = scene;
  const there = await readOptions(stage.sandbox, target);
  const left = there.filter(() => random.chance(0.8));
  const added = random.chance(0.6) ? [`${model.canary} typed ${random.below(9)}`] : [];
  for (const text of added) model.seen.add(text);
  const options = [...new Set([...(random.chance(0.3) ? left.toReversed() : left), ...added])];
  if (options.length > 0) await changeColumn(scene, target, { options });
}

type Before = { target: ModelTarget; current: string[]; expected: ReferenceOutcome; remembered: string };

/** Says what the product remembers of a list before it looks: how much, and what it does not know for sure. */
async function describeMemory({ stage }: SoakScene, { automationId }: ModelTarget): Promise<string> {
  const { intent, ...row } = await retryForAMinute(() =>
    stage.prisma.automation.findUniqueOrThrow({ where: { id: automationId }, include: { intent: true } }),
  );
  const { baseHashes, keptHashes, excludedHashes, lookAgainAt, lastRunOutcome, review } = row;
  const sizes = [baseHashes.length, keptHashes.length, excludedHashes.length].join('/');
  return `${sizes} hashes, intent ${intent !== null}, late ${lookAgainAt !== null}, ${lastRunOutcome}, review ${review !== null}`;
}

/** Has everything looked at, while something breaks, and compares. */
async function lookAt(
  scene: SoakScene,
  { processes, done, isDisturbed }: Steps & { isDisturbed: boolean },
): Promise<string[]> {
  const { stage, model, random } = scene;
  await forgetOutsideChanges(scene);
  const before: Before[] = [];
  for (const target of model.targets.filter(({ fate }) => fate === 'well')) {
    const current = await readOptions(stage.sandbox, target);
    const remembered = await describeMemory(scene, target);
    before.push({ target, current, expected: getExpected(target, current), remembered });
  }
  await countAndForget(scene);
  model.excuses = newExcuses();
  await markAll(scene);
  if (isDisturbed) {
    await pause(random.below(150));
    const trouble = random.weigh(disturbing);
    done.set(trouble.name, (done.get(trouble.name) ?? 0) + 1);
    await trouble.make(scene, processes);
    await pause(random.below(1500));
  }
  await heal(scene, processes);
  await settle(scene);
  return compare(scene, before);
}

function getExpected(
  target: ModelTarget,
  current: readonly string[],
  answer?: ReferenceAnswer,
): ReferenceOutcome {
  const { settings, memory } = target;
  const values = computeValues(target);
  const unfiltered = computeUnfiltered(target);
  const state = { values, unfiltered, current, settings, memory, used: usedTexts(target), maxOptions };
  return referenceRun({ ...state, now: Date.now(), answer });
}

async function compare(scene: SoakScene, before: Before[]): Promise<string[]> {
  const { stage, model } = scene;
  const lost = await lostAccounts(scene);
  const { effects } = await stage.sandbox.calls();
  const breaches: string[] = [];
  for (const { target, current, expected, remembered } of before) {
    if (lost.has(target.source.account.connectionId)) continue;
    const { automationId, settings, sheetId } = target;
    const list = expected.verdict === 'write' ? expected.list : current;
    const actual = await readOptions(stage.sandbox, target);
    const where = { id: automationId };
    const { lastErrorReason, isActive } = await stage.prisma.automation.findUniqueOrThrow({ where });
    const found = { list: actual, reason: lastErrorReason, isActive };
    const wanted = { list, reason: expected.reason, isActive: true };
    const tell = (what: object) => JSON.stringify(what).replaceAll(`${model.canary} `, '');
    if (JSON.stringify(found) !== JSON.stringify(wanted)) {
      const told = `had ${tell(current)}, values ${tell(computeValues(target))}, memory ${tell(target.memory)}; the product remembered ${remembered}`;
      breaches.push(
        `automation ${automationId} (${shownSettings(settings)}) has ${tell(found)} and should have ${tell(wanted)}; ${told}`,
      );
    }
    const writes = effects[sheetId]?.['columns.update'] ?? 0;
    const isToWrite = JSON.stringify(list) !== JSON.stringify(current);
    const allowed = isToWrite ? 1 + model.excuses.interruptions : 0;
    if (writes > allowed)
      breaches.push(`automation ${automationId} wrote ${writes} times, allowed are ${allowed}`);
    target.memory = expected.memory;
  }
  return breaches;
}

/** People answer what they are asked, some of them after the sheets or the settings have become others. */
async function answerAll(scene: SoakScene, { processes, done }: Steps): Promise<string[]> {
  const { stage, random } = scene;
  await stage.sandbox.faults({ webhookLoss: 1 });
  const waiting = await waitingReviews(scene);
  if (waiting.length === 0) return [];
  await forgetOutsideChanges(scene);
  const shown = new Map<ModelTarget, string>();
  for (const { target } of waiting) {
    const current = await readOptions(stage.sandbox, target);
    shown.set(target, seenBy(target, current, getExpected(target, current)));
  }
  const isStale = random.chance(0.5);
  if (isStale) {
    done.set('an answer comes too late', (done.get('an answer comes too late') ?? 0) + 1);
    for (const { target } of waiting) await changeAfterReview(scene, target);
  }
  const answers = new Map<ModelTarget, ReferenceAnswer>();
  for (const { target } of waiting)
    if (random.chance(0.9)) answers.set(target, random.pick<ReferenceAnswer>(['approve', 'keep']));
  const before: Before[] = [];
  for (const { target } of waiting) {
    const current = await readOptions(stage.sandbox, target);
    const asked = getExpected(target, current);
    const isSame = seenBy(target, current, asked) === shown.get(target);
    before.push({
      target,
      current,
      expected: isSame ? getExpected(target, current, answers.get(target)) : asked,
      remembered: await describeMemory(scene, target),
    });
  }
  await countAndForget(scene);
  scene.model.excuses = newExcuses();
  for (const { target, fingerprint } of waiting) {
    const answer = answers.get(target);
    if (answer === undefined) continue;
    done.set(`a review: ${answer}`, (done.get(`a review: ${answer}`) ?? 0) + 1);
    await giveAnswer(scene, { target, fingerprint, answer });
  }
  if (random.chance(0.3)) await processes.killWorker(random);
  scene.model.excuses.interruptions += 1;
  // The others are not looked at again: what their last run remembered has to be enough for the next one.
  await heal(scene, processes, { webhookLoss: 1 });
  const asked = waiting.map(({ target }) => target);
  await markAll(scene, asked);
  await settle(scene);
  return compare(scene, before);
}

/** Returns what a person has seen of a review: the list, what would become of it, and the settings. */
function seenBy({ settings }: ModelTarget, current: readonly string[], { list }: ReferenceOutcome): string {
  return JSON.stringify([current, list, settings]);
}

async function changeAfterReview(scene: SoakScene, target: ModelTarget): Promise<void> {
  const { random } = scene;
  const { settings } = target;
  const act = random.below(3);
  if (act === 0) await editByHand(scene, target);
  else if (act === 1) await addRow(scene, target.source);
  else
    await saveSettings(scene, target, {
      ...settings,
      maxRemovalPercent: settings.maxRemovalPercent === 7 ? 8 : 7,
    });
}

/** Begins to count calls anew. */
async function countAndForget({ stage, model }: SoakScene): Promise<void> {
  const { writes, calls } = await countCalls({ stage, model });
  model.counted = { writes, calls };
  await stage.sandbox.forgetCalls();
}

/** An hour without changes by hand: when somebody keeps rewriting a list, the automation pauses itself. */
async function forgetOutsideChanges({ stage, model }: SoakScene): Promise<void> {
  const id = { in: model.targets.map(({ automationId }) => automationId) };
  const data = { outsideChanges: withoutFindings.outsideChanges };
  await retryForAMinute(() => stage.prisma.automation.updateMany({ where: { id }, data }));
}
