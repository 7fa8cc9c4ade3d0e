import { SmartsheetError } from '@picksync/smartsheet-client';
import { expect, test } from 'vitest';
import { type RowsToChange, type SourcePorts, settleSource } from './two-way-rows.ts';

type Look = { toAdd: string[]; toDelete: string[] };
type Failure = { at: number; outcome: 'unknown' | 'not_done' };

/** A source whose calls take two rows each, one of which may fail, and what was written down and sent. */
function createSource(first: Look, failure?: Failure) {
  const written: (Pick<RowsToChange, 'hashes' | 'deletedHashes'> | null)[] = [];
  const calls: string[] = [];
  let looks = [first, { toAdd: [], toDelete: [] }];
  const send = async (what: string, rows: readonly string[], isFirst: boolean) => {
    calls.push(`${what} ${rows.join('')}${isFirst ? ', first' : ''}`);
    if (failure?.at !== calls.length) return;
    const { outcome } = failure;
    throw new SmartsheetError({ class: 'retry', reason: 'network', operation: 'rows.add', outcome });
  };
  const ports: SourcePorts<Look> = {
    look: async () => {
      const [look = first, ...rest] = looks;
      looks = rest;
      return look;
    },
    getChanges: ({ toAdd, toDelete }) => ({
      toAdd: toAdd.map((text) => ({ text, hash: text })),
      toDelete: toDelete.map((id) => ({ id, hash: id })),
    }),
    hasValue: () => false,
    isRowGone: () => false,
    begin: async ({ hashes, deletedHashes }) => {
      written.push({ hashes, deletedHashes });
      return true;
    },
    add: (rows, { isFirst }) =>
      send(
        'add',
        rows.map(({ text }) => text),
        isFirst,
      ),
    remove: (ids, { isFirst }) => send('delete', ids, isFirst),
    rowsPerCall: { added: 2, deleted: 2 },
    forget: async () => void written.push(null),
    now: () => new Date(0),
  };
  return { ports, written, calls };
}

const last = <T>(list: T[]) => list.at(-1);

test('more rows than a call takes go in several, each written down before it is made', async () => {
  const { ports, written, calls } = createSource({ toAdd: ['a', 'b', 'c'], toDelete: ['x', 'y', 'z'] });
  const settled = await settleSource(ports, null);
  expect(settled).toMatchObject({ added: 3, deleted: 3, dropped: new Set(['x', 'y', 'z']) });
  expect(calls).toEqual(['add ab, first', 'add c', 'delete xy', 'delete z']);
  expect(written).toEqual([
    { hashes: ['a', 'b'], deletedHashes: [] },
    { hashes: ['a', 'b', 'c'], deletedHashes: [] },
    { hashes: ['a', 'b', 'c'], deletedHashes: ['x', 'y'] },
    { hashes: ['a', 'b', 'c'], deletedHashes: ['x', 'y', 'z'] },
  ]);
});

test('a refused call leaves only the earlier ones recorded', async () => {
  const adding = createSource({ toAdd: ['a', 'b', 'c'], toDelete: [] }, { at: 2, outcome: 'not_done' });
  await expect(settleSource(adding.ports, null)).rejects.toThrow(SmartsheetError);
  expect(last(adding.written)).toEqual({ hashes: ['a', 'b'], deletedHashes: [] });

  const deleting = createSource({ toAdd: [], toDelete: ['x', 'y', 'z'] }, { at: 2, outcome: 'not_done' });
  await expect(settleSource(deleting.ports, null)).rejects.toThrow(SmartsheetError);
  expect(last(deleting.written)).toEqual({ hashes: [], deletedHashes: ['x', 'y'] });
});

test('a call without a known outcome stays recorded', async () => {
  const { ports, written } = createSource(
    { toAdd: [], toDelete: ['x', 'y', 'z'] },
    { at: 2, outcome: 'unknown' },
  );
  await expect(settleSource(ports, null)).rejects.toThrow(SmartsheetError);
  expect(last(written)).toEqual({ hashes: [], deletedHashes: ['x', 'y', 'z'] });
});

test('a first call that is refused leaves nothing written down', async () => {
  const { ports, written } = createSource({ toAdd: ['a'], toDelete: [] }, { at: 1, outcome: 'not_done' });
  await expect(settleSource(ports, null)).rejects.toThrow(SmartsheetError);
  expect(last(written)).toBeNull();
});
