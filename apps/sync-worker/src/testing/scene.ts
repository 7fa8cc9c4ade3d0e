import { randomUUID } from 'node:crypto';
import { makeSheet, type SandboxSheet } from '@picksync/sync-engine/testing';
import { expect } from 'vitest';
import { letTimePass } from './passing-time.ts';
import type { LogLine } from './run-worker.ts';
import type { Random } from './seeds.ts';
import { storedText } from './stored-text.ts';
import type { TestAccount, World } from './world.ts';

/** A source sheet as the model knows it: what its cells say, row by row. */
type Source = {
  sheet: SandboxSheet;
  account: TestAccount;
  /** Somebody else who may edit the sheet: their calls are not the connection's. */
  editor: TestAccount;
  rows: { id: string; value: string }[];
  /** How many different states it has had. */
  states: number;
};

export type Target = { automationId: string; sheetId: string; columnId: string; source: Source };

export type Scene = Awaited<ReturnType<typeof openScene>>;

type Size = { accounts?: number; sources?: number; targets?: number };

const words = ['Amber', 'Birch', 'Coral', 'Dune', 'Ember', 'Fjord', 'Grove', 'Haze'];
const sourceRowCount = 5;
const restWithin = { interval: 50 };

/**
 * Accounts with sheets, automations between them, and a model of what every dropdown has to say, kept beside the
 * product and without any of its code. A test breaks something, waits until all is at rest, and asks the model.
 */
export async function openScene(world: World, { random, ...size }: Size & { random: Random }) {
  const { accounts: accountCount = 2, sources: sourceCount = 1, targets: targetCount = 2 } = size;
  const canary = `Canary${randomUUID().replaceAll('-', '')}`;
  const secrets: string[] = [world.environment.SECRET, world.environment.SEALING_KEYS];
  const accounts: TestAccount[] = [];
  const sources: Source[] = [];
  const targets: Target[] = [];
  const newValue = () =>
    `${canary} ${random.pick(words)}${random.below(2) === 0 ? '' : '  '}${random.below(9)} `;

  for (let n = 0; n < accountCount; n += 1) {
    const account = await world.newAccount();
    accounts.push(account);
    secrets.push(account.token, ...account.secrets);
    for (let m = 0; m < sourceCount; m += 1) sources.push(await newSource(world, { account, newValue }));
  }
  for (const source of sources) targets.push(...(await newTargets(world, { source, count: targetCount })));

  const connectionIds = getIds(accounts);
  await world.sandbox.forgetCalls();

  return {
    canary,
    accounts,
    sources,
    targets,
    /** Has a connection looked at, as a callback about these sheets does. */
    mark: (account: TestAccount, marked = sources.filter((source) => source.account === account)) =>
      world.mark(account.connection.id, { sheetIds: marked.map(({ sheet }) => sheet.id) }),
    /** Changes, adds or removes a row of a source, as a person does. */
    edit: (source = random.pick(sources)) => edit(world, { source, random, newValue }),
    /** Resolves when these connections, or all, have nothing left to do. */
    untilAtRest: (some = accounts) => untilAtRest(world, getIds(some)),
    /** Resolves when nobody is at work on these connections: they are at rest, or wait for a pause to end. */
    untilIdleOrPaused: (some = accounts) => untilIdleOrPaused(world, getIds(some)),
    /** As `untilAtRest`, but has time pass whenever all that is left to do waits for a pause to end. */
    untilAtRestInTime: () => untilAtRestInTime(world, connectionIds),
    /**
     * Checks what has to be true whatever happened, once all is at rest: every dropdown says what the model says, was
     * written no more often than its source changed (and `repeats` times more), nothing is marked and left, nobody's
     * calls overlapped more than they may, and no value or secret is in the database or in a log.
     */
    assertAllIsWell: async ({ repeats = 0, logs = [] }: { repeats?: number; logs?: LogLine[][] } = {}) => {
      await assertOptions(world, targets);
      const { effects, accounts: counted, largestWriteOverlap } = await world.sandbox.calls();
      for (const { sheetId, source } of targets) {
        expect(effects[sheetId]?.['columns.update'] ?? 0).toBeLessThanOrEqual(source.states + repeats);
      }
      expect(largestWriteOverlap).toBeLessThanOrEqual(1);
      for (const { email } of accounts) expect(counted[email]?.largestOverlap ?? 0).toBeLessThanOrEqual(4);
      expect(await left(world, connectionIds)).toEqual({ automations: 0, sheets: 0, connections: 0 });

      const stored = await storedText(world);
      expect(stored).toContain(connectionIds[0]);
      const logged = JSON.stringify(logs);
      for (const hidden of [canary, ...secrets]) {
        expect(stored.includes(hidden)).toBe(false);
        expect(logged.includes(hidden)).toBe(false);
      }
    },
    /** What a dropdown has to say. */
    expectedOptions: ({ source }: Target) => expectedOptions(source),
    /** What is marked and not yet looked at. */
    left: () => left(world, connectionIds),
    /** Checks that the dropdowns of these connections, or of all, say what the model says. */
    assertOptions: (some = accounts) =>
      assertOptions(
        world,
        targets.filter(({ source }) => some.includes(source.account)),
      ),
    /** Has pauses end: time passes for everything that is written down. */
    letTimePass: (interval: string) => letTimePass(world, interval),
    /** How often each dropdown was written, whether or not anybody got the answer. */
    writes: async () => {
      const { effects } = await world.sandbox.calls();
      return targets.map(({ sheetId }) => effects[sheetId]?.['columns.update'] ?? 0);
    },
  };
}

async function newSource(
  { sandbox, newAccount }: World,
  { account, newValue }: { account: TestAccount; newValue: () => string },
): Promise<Source> {
  const values = Array.from({ length: sourceRowCount }, newValue);
  const name = `Source ${randomUUID().slice(0, 8)}`;
  const sheet = await makeSheet(sandbox, {
    token: account.token,
    name,
    rows: values.map((value) => [value]),
  });
  const editor = await newAccount();
  await sandbox.call('PUT', '/api/shares', { sheetId: sheet.id, account: editor.email, access: 'EDITOR' });
  const rows = sheet.rows.map((id, index) => ({ id, value: values[index] ?? '' }));
  return { sheet, account, editor, rows, states: 1 };
}

async function newTargets(
  world: World,
  { source, count }: { source: Source; count: number },
): Promise<Target[]> {
  const made: Target[] = [];
  for (let n = 0; n < count; n += 1) {
    const { automation } = await world.newAutomation({
      account: source.account,
      source: source.sheet,
      values: [],
      options: [],
    });
    const { id: automationId, sheetId, targetColumnId: columnId } = automation;
    made.push({ automationId, sheetId, columnId, source });
  }
  return made;
}

/** The first row always says something: an empty list would wait for a person. */
async function edit(
  { sandbox }: World,
  { source, random, newValue }: { source: Source; random: Random; newValue: () => string },
): Promise<void> {
  const { sheet, editor, rows } = source;
  const path = `/2.0/sheets/${sheet.id}/rows`;
  const columnId = Number(sheet.columns.Name);
  const kind = random.pick(['change', 'change', 'add', 'clear', 'delete'] as const);
  const at = 1 + random.below(Math.max(1, rows.length - 1));
  const row = rows[kind === 'change' ? random.below(rows.length) : at];
  const value = kind === 'clear' ? '' : newValue();
  source.states += 1;
  if (kind === 'add' || !row) {
    type Added = { result: { id: number } };
    const body = { toBottom: true, cells: [{ columnId, value }] };
    const { result } = await sandbox.call<Added>('POST', path, body, editor.token);
    rows.push({ id: String(result.id), value });
  } else if (kind === 'delete') {
    await sandbox.call('DELETE', `${path}?ids=${row.id}`, undefined, editor.token);
    rows.splice(rows.indexOf(row), 1);
  } else {
    await sandbox.call('PUT', path, [{ id: Number(row.id), cells: [{ columnId, value }] }], editor.token);
    row.value = value;
  }
}

/** What a dropdown has to say: every value once, in the order of the rows, white space put in order. */
function expectedOptions({ rows }: Source): string[] {
  const values = rows
    .map(({ value }) => value.trim().replaceAll(/\s+/g, ' '))
    .filter((value) => value !== '');
  return [...new Set(values)];
}

async function assertOptions(world: World, targets: Target[]): Promise<void> {
  for (const { sheetId, columnId, source } of targets) {
    const options = await world.readOptions({ sheetId, targetColumnId: columnId });
    expect(options).toEqual(expectedOptions(source));
  }
}

function getIds(accounts: TestAccount[]) {
  return accounts.map(({ connection }) => connection.id);
}

/** What is marked and not yet looked at. */
async function left({ prisma }: World, connectionIds: string[]) {
  const marked = { in: connectionIds };
  const dirtyAt = { not: null };
  return {
    automations: await prisma.automation.count({ where: { connectionId: marked, isActive: true, dirtyAt } }),
    sheets: await prisma.sheet.count({ where: { connectionId: marked, dirtyAt } }),
    connections: await prisma.smartsheetConnection.count({ where: { id: marked, dirtyAt } }),
  };
}

async function untilAtRest(world: World, connectionIds: string[]): Promise<void> {
  await expect.poll(() => countWork(world, connectionIds), restWithin).toEqual(atRest);
}

async function untilIdleOrPaused(world: World, connectionIds: string[]): Promise<void> {
  await expect.poll(() => countWork(world, connectionIds), restWithin).toMatchObject({ underWay: 0 });
}

/**
 * Waits until nothing is left to do for these connections, and lets the time of their pauses pass. Time that passes while one is
 * worked on would take its lease away.
 */
export async function untilAtRestInTime(world: World, connectionIds: string[]): Promise<void> {
  const work = async () => {
    const now = await countWork(world, connectionIds);
    if (now.underWay === 0 && now.paused > 0) await letTimePass(world, '16 minutes');
    return now;
  };
  await expect.poll(work, restWithin).toEqual(atRest);
}

const atRest = { underWay: 0, paused: 0 };

/** How many connections are being worked on or could be, and how many wait for a pause to end. */
async function countWork({ pool }: World, connectionIds: string[]) {
  const { rows } = await pool.query<{ underWay: number; paused: number }>(
    `SELECT count(*) FILTER (WHERE NOT is_paused)::int AS "underWay", count(*) FILTER (WHERE is_paused)::int AS paused
     FROM (
       SELECT c.sync_state = 'queued' AND j.start_after > clock_timestamp() + interval '3 seconds' AS is_paused
       FROM smartsheet_connections c LEFT JOIN pgboss.job j ON j.id = c.sync_job_id
       WHERE c.id = ANY($1::uuid[]) AND c.sync_state <> 'idle'
     ) AS busy`,
    [connectionIds],
  );
  return rows[0] ?? atRest;
}
