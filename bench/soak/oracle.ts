import { readFile } from 'node:fs/promises';
import { type AutomationSettings, copiesKept, defaultSettings } from '@picksync/contracts';
import { findRows, readOptions, readType } from '../stage/sandbox-view.ts';
import type { Stage } from '../stage/stage.ts';
import { isExact, isKnownText, type Model, type ModelTarget, settledList } from './model.ts';
import type { Processes } from './processes.ts';

type Scene = { stage: Stage; model: Model };

/** A sync asks for four sheets of an account side by side, and a sweep for their list beside it. */
const maxOverlap = 4 + 1;

/**
 * Checks what an acknowledged callback promises: the dropdowns of a source that was called about after its last edit
 * say what it says, without anybody asking. Targets that were changed by other hands meanwhile are left out.
 */
export async function unservedCallbacks({ stage, model }: Scene, processes: Processes): Promise<string[]> {
  const called = model.targets.filter(({ source, changedAt }) => {
    const calledAt = processes.callbacks.acknowledgedAt(source.sheetId);
    return source.editedAt > 0 && calledAt > source.editedAt && changedAt < source.editedAt;
  });
  const lost = await lostAccounts({ stage, model });
  const breaches = await Promise.all(
    called
      .filter(({ source }) => !lost.has(source.account.connectionId))
      .map((one) => wrongOptions(stage, { target: one, model })),
  );
  return breaches.flat().map((text) => `a callback that was acknowledged was not followed: ${text}`);
}

/** Returns everything that is wrong once all is healed and at rest; nothing when all is well. */
export async function findBreaches(scene: Scene, processes: Processes): Promise<string[]> {
  const { stage, model } = scene;
  const lost = await lostAccounts(scene);
  const targets = model.targets.filter(({ source }) => !lost.has(source.account.connectionId));
  const options = await Promise.all(targets.map((target) => wrongOptions(stage, { target, model })));
  return [
    ...(lost.size > 0 && !model.excuses.mayLoseConnection ? ['a connection was lost for no reason'] : []),
    ...options.flat(),
    ...(await harmedColumns(scene)),
    ...(await tooManyCalls(scene)),
    ...(await leftBehind(scene, lost)),
    ...(await tooManyCopies(scene)),
    ...(await leakedSecrets(scene, processes)),
    ...processes.missing().map((who) => `${who} has ended by itself`),
  ];
}

/** Returns the accounts that a person would have to connect again. */
export async function lostAccounts({ stage, model }: Scene): Promise<Set<string>> {
  const ids = model.accounts.map(({ connectionId }) => connectionId);
  const where = { id: { in: ids }, status: { not: 'connected' as const } };
  const rows = await stage.prisma.smartsheetConnection.findMany({ where, select: { id: true } });
  return new Set(rows.map(({ id }) => id));
}

async function wrongOptions(
  { sandbox }: Stage,
  { target, model }: { target: ModelTarget; model: Model },
): Promise<string[]> {
  const { fate, isActive, settings, automationId } = target;
  if (fate !== 'well' || !isActive) return [];
  const actual = await readOptions(sandbox, target);
  const wanted = settledList(target, actual);
  const isStrange = (text: string) => !isKnownText(model, text);
  const differs = JSON.stringify(actual) !== JSON.stringify(wanted);
  if (!differs && (isExact(target) || !actual.some(isStrange))) return [];
  const shown = (list: string[]) => JSON.stringify(list).replaceAll(`${model.canary} `, '');
  const shownAs = shownSettings(settings);
  return [`automation ${automationId} (${shownAs}) has ${shown(actual)} and should have ${shown(wanted)}`];
}

/** Says which settings differ from what an automation has unless somebody says otherwise. */
export function shownSettings(settings: AutomationSettings): string {
  const changed = Object.entries(settings).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(Object(defaultSettings)[name]),
  );
  return JSON.stringify(Object.fromEntries(changed));
}

/** Returns the columns whose type, and the rows whose cells, are not as people have left them. */
export async function harmedColumns({ stage, model }: Scene): Promise<string[]> {
  const breaches: string[] = [];
  for (const target of model.targets.filter(({ fate }) => fate !== 'gone')) {
    const type = await readType(stage.sandbox, target);
    if (target.type !== null && type !== target.type)
      breaches.push(`automation ${target.automationId} made a ${type} column`);
    const rows = await findRows(stage.sandbox, target);
    // Of several choices Smartsheet keeps no order.
    const shown = (texts: readonly string[] = []) => JSON.stringify(texts.toSorted());
    const isAsTyped = ([id, texts]: [string, string[]]) =>
      shown(rows.find((row) => row.id === id)?.texts) === shown(texts);
    if (rows.length !== target.cells.size || ![...target.cells].every(isAsTyped))
      breaches.push(`automation ${target.automationId} changed cells of its target`);
  }
  return breaches;
}

/** Returns how many calls there were, and how many of them wrote a dropdown, since the round began. */
export async function countCalls({ stage, model }: Scene): Promise<Model['counted']> {
  const { calls, effects } = await stage.sandbox.calls();
  const writes = model.targets.map(({ sheetId }) => effects[sheetId]?.['columns.update'] ?? 0);
  const { counted } = model;
  return { calls: counted.calls + calls, writes: writes.reduce((sum, one) => sum + one, counted.writes) };
}

async function tooManyCalls({ stage, model }: Scene): Promise<string[]> {
  const { effects, accounts, largestWriteOverlap } = await stage.sandbox.calls();
  const { interruptions, hasStoppedWorker } = model.excuses;
  const breaches: string[] = [];
  for (const { sheetId, automationId, source, states } of model.targets) {
    const writes = effects[sheetId]?.['columns.update'] ?? 0;
    const allowed = source.states + states + interruptions;
    if (writes > allowed)
      breaches.push(`automation ${automationId} wrote ${writes} times, allowed are ${allowed}`);
  }
  const allowedOverlap = hasStoppedWorker ? 2 * maxOverlap : maxOverlap;
  for (const { email } of model.accounts) {
    const overlap = accounts[email]?.largestOverlap ?? 0;
    if (overlap > allowedOverlap) breaches.push(`${email} had ${overlap} calls under way at once`);
  }
  if (largestWriteOverlap > 1 && !hasStoppedWorker)
    breaches.push('two writes to one sheet were under way at once');
  return breaches;
}

/** Returns marks that nobody has served, and automations that fail or are paused although all is well. */
async function leftBehind({ stage, model }: Scene, lost: Set<string>): Promise<string[]> {
  const { prisma } = stage;
  const ids = model.accounts.map(({ connectionId }) => connectionId).filter((id) => !lost.has(id));
  const connectionId = { in: ids };
  const dirtyAt = { not: null };
  const marks = {
    connections: await prisma.smartsheetConnection.count({ where: { id: connectionId, dirtyAt } }),
    sheets: await prisma.sheet.count({ where: { connectionId, dirtyAt } }),
    automations: await prisma.automation.count({ where: { connectionId, isActive: true, dirtyAt } }),
  };
  const breaches = Object.entries(marks).flatMap(([what, count]) =>
    count > 0 ? [`${count} marks of ${what} were never served`] : [],
  );
  const well = model.targets.filter(({ fate, isActive }) => fate === 'well' && isActive);
  const failing = await prisma.automation.findMany({
    where: {
      id: { in: well.map(({ automationId }) => automationId) },
      connectionId,
      lastError: { not: null },
    },
    select: { id: true, lastErrorReason: true, lastRunOutcome: true },
  });
  const inactive = await prisma.automation.findMany({
    where: { id: { in: well.map(({ automationId }) => automationId) }, connectionId, isActive: false },
    select: { id: true, pausedBy: true },
  });
  return [
    ...breaches,
    ...failing.map(({ id, lastErrorReason }) => `automation ${id} still says ${lastErrorReason}`),
    ...inactive.map(({ id, pausedBy }) => `automation ${id} was paused by ${pausedBy}`),
  ];
}

/** Returns the automations with more copies than are kept. */
async function tooManyCopies({ stage, model }: Scene): Promise<string[]> {
  const automationId = { in: model.targets.map((target) => target.automationId) };
  const kept = await stage.prisma.listCopy.groupBy({
    by: ['automationId'],
    where: { automationId, lostAs: null },
    _count: true,
  });
  // The one of a run that could not use it is dropped with the next.
  return kept.flatMap(({ automationId: id, _count: count }) =>
    count > copiesKept + 1 ? [`automation ${id} has ${count} copies`] : [],
  );
}

/** Searches for what people typed and for secrets in every table, the queue's included, and in every log. */
export async function leakedSecrets({ stage, model }: Scene, processes: Processes): Promise<string[]> {
  const hidden = [
    ['a value of a cell', model.canary],
    ['a secret of the deployment', stage.environment.SECRET ?? ''],
    ['a sealing key', stage.environment.SEALING_KEYS?.split(':')[1] ?? ''],
    ...model.accounts.flatMap(({ secrets, token }) => [...secrets, token].map((one) => ['a token', one])),
  ] as [string, string][];
  const stored = await storedText(stage);
  const places = [
    ['a table', stored],
    ['a worker’s log', JSON.stringify(processes.workerLines())],
    ['the API’s log', await readFile(stage.apiLogFile, 'utf8')],
  ] as [string, string][];
  return places.flatMap(([where, text]) =>
    hidden.flatMap(([what, secret]) =>
      secret !== '' && text.includes(secret) ? [`${what} stands in ${where}`] : [],
    ),
  );
}

async function storedText({ pool }: Stage): Promise<string> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
     WHERE table_schema NOT IN ('pg_catalog', 'information_schema') AND table_type = 'BASE TABLE'`,
  );
  const texts: string[] = [];
  for (const { name } of rows) {
    const table = await pool.query<{ text: string | null }>(
      `SELECT string_agg(t::text, E'\\n') AS text FROM ${name} t`,
    );
    texts.push(`${name}\n${table.rows[0]?.text ?? ''}`);
  }
  return texts.join('\n');
}
