import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { startPostgres } from '../stage/postgres.ts';
import { readOptions } from '../stage/sandbox-view.ts';
import { onStage, type Stage } from '../stage/stage.ts';
import { settleAndAnswer } from './answers.ts';
import { takeKindSteps } from './kinds/kind-steps.ts';
import type { Model } from './model.ts';
import { countCalls, findBreaches, lostAccounts, unservedCallbacks } from './oracle.ts';
import { peopleActs, type SoakScene, saveSettings } from './people.ts';
import { plantModel } from './plant-model.ts';
import { type Processes, startProcesses } from './processes.ts';
import { createRandom } from './random.ts';
import { takeRenameSteps } from './renames/rename-steps.ts';
import { takeRestoreSteps } from './restores/restore-steps.ts';
import { takeRuleSteps } from './rules/rule-steps.ts';
import { enableWebhooks, heal, markAll, settle } from './settle.ts';
import { takeSteps } from './steps.ts';
import { Breach, troubles } from './troubles.ts';

export type SoakOptions = {
  durationMs: number;
  /** Of the first round; the next rounds count up from it. Drawn when it is not given. */
  seed?: number;
  workers: number;
  parts: readonly SoakPart[];
};

/** What a round consists of: chance, then steps that are known in full. */
export const soakParts = ['chance', 'rules', 'restores', 'renames', 'kinds'] as const;
type SoakPart = (typeof soakParts)[number];

const troubleShare = 0.3;
/** So many things are done in a round, however long they take: its seed then draws the same ones again. */
const actsPerRound = 80;

/**
 * Runs the whole product against the sandbox while people edit and things break, in rounds with a seed each. After each
 * round everything is healed and one oracle decides. Returns whether all rounds went well; the first that does not ends
 * it and says how to have it again.
 */
export async function runSoak({ durationMs, seed, workers, parts }: SoakOptions): Promise<boolean> {
  const postgres = await startPostgres();
  const first = seed ?? randomInt(1, 1_000_000);
  console.error(`Soak with ${workers} workers, first seed ${first}`);
  try {
    return await onStage(
      { postgres, sandbox: { RATE_LIMIT: '0', RETRY_HOUR_MS: '4000', DELIVERY_DELAY_MS: '50' } },
      async (stage) => {
        const processes = await startProcesses(stage, workers);
        const endsAt = performance.now() + durationMs;
        for (let round = 0; round === 0 || performance.now() < endsAt; round += 1) {
          const breaches = await playParts({ stage, processes, seed: first + round, parts });
          if (breaches.length > 0) return printBreaches({ breaches, seed: first + round, workers, parts });
        }
        return true;
      },
    );
  } finally {
    await postgres.stop();
  }
}

type Found = { breaches: string[]; seed: number } & Pick<SoakOptions, 'workers' | 'parts'>;

function printBreaches({ breaches, seed, workers, parts }: Found): false {
  for (const breach of breaches) console.error(`  BREACH ${breach}`);
  const only = parts.map((part) => ` --part ${part}`).join('');
  console.error(`Again: npm run bench -- --soak 1s --seed ${seed} --workers ${workers}${only}`);
  return false;
}

type Round = { stage: Stage; processes: Processes; seed: number };

/** Plays the parts of a round, until one finds something. */
async function playParts({ parts, ...round }: Round & Pick<SoakOptions, 'parts'>): Promise<string[]> {
  for (const part of parts) {
    const breaches = await (part === 'chance' ? playRound(round) : playSteps(round, part));
    if (breaches.length > 0) return breaches;
  }
  return [];
}

const takers = {
  rules: takeRuleSteps,
  restores: takeRestoreSteps,
  renames: takeRenameSteps,
  kinds: takeKindSteps,
};

/** Plays steps that are known in full with a rule, with restores, or with names that change. */
async function playSteps(
  { stage, processes, seed }: Round,
  part: Exclude<SoakPart, 'chance'>,
): Promise<string[]> {
  const random = createRandom(seed);
  const done = new Map<string, number>();
  const { breaches, steps } = await takers[part](stage, { random, processes, done }).catch(
    (error: unknown) => ({
      breaches: [error instanceof Error ? `${error.message} ${error.cause ?? ''}` : String(error)],
      steps: 0,
    }),
  );
  const counts = [...done].map(([name, count]) => `${name} ${count}×`).join(', ');
  const outcome = breaches.length === 0 ? 'all is well' : 'BREACHED';
  console.error(`Seed ${seed}, ${part}: ${outcome} in ${steps} steps; ${counts}`);
  return breaches;
}

async function playRound({ stage, processes, seed }: Round): Promise<string[]> {
  const random = createRandom(seed);
  await stage.sandbox.faults({});
  const model = await plantModel(stage);
  const scene = { stage, model, random };
  await pairTwoWay(scene);
  await enableWebhooks(scene);
  await settle(scene);
  await stage.sandbox.forgetCalls();

  const done = new Map<string, number>();
  const breaches = await actAtRandom(scene, { processes, done });
  try {
    await heal(scene, processes);
    breaches.push(...(await settleAndAnswer(scene)));
    breaches.push(...(await unservedCallbacks(scene, processes)));
    await markAll(scene);
    breaches.push(...(await settleAndAnswer(scene)));
    breaches.push(...(await findBreaches(scene, processes)));
    if (breaches.length === 0) breaches.push(...(await takeSteps(scene, { processes, done })));
  } catch (error) {
    breaches.push(error instanceof Error ? error.message : String(error));
  }
  const counts = [...done].map(([name, count]) => `${name} ${count}×`).join(', ');
  const outcome = breaches.length === 0 ? 'all is well' : 'BREACHED';
  console.error(`Seed ${seed}: ${outcome}; ${await whatWasChecked(scene)}; ${counts}`);
  await retire(stage, model);
  return [...new Set(breaches)];
}

/** Says how much stands behind a verdict, so that a round that checked nothing is seen. */
async function whatWasChecked({ stage, model }: SoakScene): Promise<string> {
  const { calls, writes } = await countCalls({ stage, model });
  const lost = await lostAccounts({ stage, model });
  const states = model.sources.reduce((sum, source) => sum + source.states, 0);
  const compared = model.targets.filter(
    ({ fate, isActive, source }) => fate === 'well' && isActive && !lost.has(source.account.connectionId),
  );
  return `${compared.length} dropdowns compared after ${states} states, ${writes} writes, ${calls} calls, ${lost.size} connections lost`;
}

/** Lets some automations begin as two-way ones: of one source one, several or none. */
async function pairTwoWay(scene: SoakScene): Promise<void> {
  for (const target of scene.model.targets) {
    if (scene.random.chance(0.4)) await saveSettings(scene, target, { ...target.settings, mode: 'two_way' });
  }
}

async function actAtRandom(
  scene: SoakScene,
  { processes, done }: { processes: Processes; done: Map<string, number> },
): Promise<string[]> {
  const { random } = scene;
  for (let count = 0; count < actsPerRound; count += 1) {
    const trouble = random.chance(troubleShare) ? random.weigh(troubles) : null;
    const act = trouble ?? random.weigh(peopleActs);
    done.set(act.name, (done.get(act.name) ?? 0) + 1);
    try {
      await ('make' in act ? act.make(scene, processes) : act.act(scene));
    } catch (error) {
      if (error instanceof Breach) return [error.message];
      throw new Error(`${act.name} could not be done`, { cause: error });
    }
    const emptied = await emptiedDropdowns(scene);
    if (emptied.length > 0) return emptied;
    await pause(random.below(250));
  }
  return [];
}

/** While nobody answers a review no dropdown loses its last option, whatever is read of its source. */
async function emptiedDropdowns({ stage, model, random }: SoakScene): Promise<string[]> {
  const target = random.pick(model.targets);
  if (target.fate === 'gone') return [];
  const options = await readOptions(stage.sandbox, target);
  return options.length > 0 ? [] : [`the dropdown of automation ${target.automationId} was emptied`];
}

/** Takes the accounts of a round out of the work of the next ones. */
async function retire({ prisma }: Stage, { accounts }: Model): Promise<void> {
  const ids = accounts.map(({ connectionId }) => connectionId);
  await prisma.automation.updateMany({
    where: { connectionId: { in: ids } },
    data: { isActive: false, pausedBy: 'user' },
  });
  const data = { nextSweepAt: new Date(Date.now() + 365 * 86_400_000) };
  await prisma.smartsheetConnection.updateMany({ where: { id: { in: ids } }, data });
}
