import { SmartsheetError } from '@picksync/smartsheet-client';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  type PendingRows,
  type RowsDone,
  type RowsToChange,
  rowsSettleMs,
  type SourcePorts,
  settleSource,
} from './two-way-rows.ts';

/** What is asked of the source: which rows are to be added and deleted at each look, the last one for ever after. */
type Look = { toAdd: string[]; toDelete: string[] };

const now = new Date('2026-11-22T10:00:00Z');
let log: string[];
let begun: RowsToChange[];
let looked: RowsDone[];
let looks: Look[];
beforeEach(() => {
  [log, begun, looked, looks] = [[], [], [], []];
});

const nothing: Look = { toAdd: [], toDelete: [] };
const add = (...toAdd: string[]): Look => ({ toAdd, toDelete: [] });
const remove = (...toDelete: string[]): Look => ({ toAdd: [], toDelete });

const ports = (changed: Partial<SourcePorts<Look>> = {}): SourcePorts<Look> => ({
  look: async ({ sent, dropped }) => {
    looked.push({ sent: new Set(sent), dropped: new Set(dropped) });
    return looks[looked.length - 1] ?? looks.at(-1) ?? nothing;
  },
  getChanges: ({ toAdd, toDelete }) => ({
    toAdd: toAdd.map((hash) => ({ text: `text of ${hash}`, hash })),
    toDelete: toDelete.map((hash) => ({ id: `row of ${hash}`, hash })),
  }),
  hasValue: (_look, hash) => hash.startsWith('there'),
  isRowGone: (_look, rowId) => rowId.startsWith('gone'),
  begin: async (intent) => {
    begun.push(intent);
    log.push('begin');
    return true;
  },
  add: async (rows) => void log.push(`add ${rows.map(({ hash }) => hash)}`),
  remove: async (ids) => void log.push(`remove ${ids}`),
  rowsPerCall: { added: 9, deleted: 9 },
  forget: async () => void log.push('forget'),
  now: () => now,
  ...changed,
});

const failing = (outcome: 'not_done' | 'unknown') => async () => {
  throw new SmartsheetError({ class: 'retry', reason: 'busy', operation: 'rows.add', outcome });
};
const pending = (msAgo: number, hashes: string[], deletedHashes: string[] = []): PendingRows => ({
  hashes,
  deletedRowIds: [],
  deletedHashes,
  at: new Date(now.getTime() - msAgo),
});

test('both sheets are read again after rows were added and deleted', async () => {
  looks = [{ toAdd: ['a', 'b'], toDelete: ['c'] }, nothing];
  const settled = await settleSource(ports(), null);
  expect(log).toEqual(['begin', 'add a,b', 'begin', 'remove row of c']);
  expect(begun.at(-1)).toEqual({ hashes: ['a', 'b'], deletedRowIds: ['row of c'], deletedHashes: ['c'] });
  expect(looked).toEqual([
    { sent: new Set(), dropped: new Set() },
    { sent: new Set(['a', 'b']), dropped: new Set(['c']) },
  ]);
  expect(settled).toEqual({
    look: nothing,
    added: 2,
    deleted: 1,
    dropped: new Set(['c']),
    underWay: null,
  });
});

test('a run that changes nothing records no intent', async () => {
  await settleSource(ports(), null);
  looks = [add('a')];
  await settleSource(ports({ getChanges: () => null }), null);
  expect(log).toEqual([]);
});

test('further options are left to the next run after three rounds', async () => {
  looks = [add('a'), add('b'), add('c'), add('d')];
  const settled = await settleSource(ports(), null);
  expect(log.filter((line) => line.startsWith('add'))).toEqual(['add a', 'add b', 'add c']);
  expect(settled).toMatchObject({ look: add('d'), added: 3 });
});

test('nothing is changed when the automation is not what it was', async () => {
  looks = [add('a')];
  expect(await settleSource(ports({ begin: async () => false }), null)).toBeUndefined();
  expect(log).toEqual([]);
});

describe('a change that failed', () => {
  test('is taken back where it was not done for sure', async () => {
    looks = [add('a')];
    await expect(settleSource(ports({ add: failing('not_done') }), null)).rejects.toThrow(SmartsheetError);
    expect(log).toEqual(['begin', 'forget']);
  });

  test('stays written down where it may have been done', async () => {
    looks = [add('a')];
    await expect(settleSource(ports({ add: failing('unknown') }), null)).rejects.toThrow(SmartsheetError);
    const broken = async () => Promise.reject(new Error('a bug'));
    await expect(settleSource(ports({ add: broken }), null)).rejects.toThrow('a bug');
    expect(log).toEqual(['begin', 'begin']);
  });

  test('takes nothing back of earlier rounds', async () => {
    looks = [add('a'), remove('b'), add('c')];
    const fails = failing('not_done');
    const third = ports();
    third.add = async (rows) => (rows[0]?.hash === 'c' ? fails() : undefined);
    await expect(settleSource(third, null)).rejects.toThrow(SmartsheetError);
    expect(begun.at(-1)).toEqual({ hashes: ['a'], deletedRowIds: ['row of b'], deletedHashes: ['b'] });
    expect(log).not.toContain('forget');
  });

  test('takes nothing back of rows that were deleted before', async () => {
    looks = [remove('a'), add('b')];
    await expect(settleSource(ports({ add: failing('not_done') }), null)).rejects.toThrow(SmartsheetError);
    expect(begun.at(-1)).toEqual({ hashes: [], deletedRowIds: ['row of a'], deletedHashes: ['a'] });
    expect(log).not.toContain('forget');
  });
});

describe('the intents of an earlier run', () => {
  test('counts as added where it is there', async () => {
    const settled = await settleSource(ports(), pending(1000, ['there 1', 'there 2'], ['gone']));
    expect(settled).toMatchObject({ added: 2, underWay: null, dropped: new Set(['gone']) });
    expect(looked[0]).toEqual({ sent: new Set(), dropped: new Set(['gone']) });
  });

  test('counts as deleted where it is gone, and stays written down while this run deletes more', async () => {
    looks = [remove('b'), nothing];
    const before = { ...pending(1000, [], ['a']), deletedRowIds: ['gone 1', 'gone 2', 'still there'] };
    expect(await settleSource(ports(), before)).toMatchObject({ deleted: 3 });
    const deletedRowIds = ['gone 1', 'gone 2', 'row of b'];
    expect(begun).toEqual([{ hashes: [], deletedRowIds, deletedHashes: ['a', 'b'] }]);
  });

  test.each([0, rowsSettleMs - 1, 1 - rowsSettleMs])(
    'may still arrive %d ms later, so that nothing is added',
    async (ms) => {
      const before = pending(ms, ['there 1', 'late']);
      expect(await settleSource(ports(), before)).toMatchObject({
        added: 1,
        underWay: { hashes: ['late'], deletedRowIds: [] },
      });
      looked = [];
      looks = [add('late')];
      await expect(settleSource(ports(), before)).rejects.toMatchObject({
        class: 'retry',
        reason: 'busy',
        outcome: 'not_done',
      });
      expect(log).toEqual([]);
    },
  );

  test('is counted once, however often it is looked up while the rest may still arrive', async () => {
    const sent = { ...pending(1000, ['there 1', 'late']), deletedRowIds: ['gone 1', 'still there'] };
    const first = await settleSource(ports(), sent);
    expect(first).toMatchObject({ added: 1, deleted: 1 });
    const rest = { ...sent, ...first?.underWay };
    expect(await settleSource(ports(), rest)).toMatchObject({ added: 0, deleted: 0 });
    const arrived = ports({ hasValue: () => true, isRowGone: () => true });
    expect(await settleSource(arrived, rest)).toMatchObject({ added: 1, deleted: 1, underWay: null });
  });

  test.each([rowsSettleMs, -rowsSettleMs])('does not arrive any more %d ms later', async (ms) => {
    looks = [add('late'), nothing];
    const settled = await settleSource(ports(), pending(ms, ['late']));
    expect(settled).toMatchObject({ added: 1, underWay: null });
    expect(log).toEqual(['begin', 'add late']);
  });
});
