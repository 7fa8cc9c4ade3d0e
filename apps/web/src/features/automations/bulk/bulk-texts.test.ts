import { expect, test } from 'vitest';
import { automation, stopped } from '../../../testing/automations.ts';
import { countSynced, describeResults, describeSynced } from './bulk-texts.ts';

const one = (id: string, given: Parameters<typeof automation>[0] = {}) => automation({ ...given, id });
const refusal = { code: 'column_taken', message: 'Another automation fills this column.' } as const;

test('a sync of many counts those that are still queued or at work', () => {
  const automations = [
    one('a'),
    one('b', { syncState: 'running' }),
    one('c', { syncState: 'queued' }),
    one('d'),
  ];
  expect(countSynced(automations, ['a', 'b', 'c'])).toEqual({ done: 1, left: 2 });
});

test('a sync of many tells reviews and failures apart, and points to them', () => {
  const failed = one('c', { lastError: 'The target column is locked.' });
  const automations = [one('a'), { ...stopped(), id: 'b' }, failed, one('other')];
  expect(describeSynced(automations, ['a', 'b', 'c'])).toEqual({
    kind: 'done',
    text: '1 synced, 1 waits for your review, 1 could not be synced',
    tone: 'warn',
    show: ['b', 'c'],
  });
  expect(describeSynced(automations, ['a'])).toMatchObject({ text: '1 synced', tone: 'good' });
});

test('a pause can be undone, and a refusal says why', () => {
  const done = { outcome: 'done', error: null } as const;
  expect(describeResults('pause', [{ id: 'a', ...done }])).toMatchObject({ text: '1 paused', undo: ['a'] });
  expect(
    describeResults('move', [
      { id: 'a', ...done },
      { id: 'b', outcome: 'refused', error: refusal },
    ]),
  ).toEqual({
    kind: 'done',
    text: '1 moved, 1 not: Another automation fills this column.',
    tone: 'warn',
    show: ['b'],
  });
});
