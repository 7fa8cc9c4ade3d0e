import { expect, test } from 'vitest';
import { createChangeHistory } from './change-history.ts';

/** One that hears everything from transaction 100 on, while 90 has not ended. */
function history(maxUsers?: number) {
  const started = createChangeHistory(maxUsers);
  started.begin({ ended: 90, begun: 100 });
  return started;
}

test('a returning client has missed what changed since, for its user and nobody else', () => {
  const { record, hasChangedSince } = history();
  record('ada', 104);
  expect(hasChangedSince('ada', '105')).toBe(false);
  record('bob', 105);
  expect(hasChangedSince('ada', '105')).toBe(false);
  expect(hasChangedSince('bob', '105')).toBe(true);
  record('ada', 106);
  expect(hasChangedSince('ada', '105')).toBe(true);
});

test('a transaction that began early and ended late is no older than one that ended before it', () => {
  const { record, hasChangedSince } = history();
  record('ada', 110);
  record('ada', 105);
  expect(hasChangedSince('ada', '108')).toBe(true);
});

test('a gap in listening counts as a possible change for everybody', () => {
  const { begin, stop, hasChangedSince } = history();
  expect(['90', '99', '100'].map((id) => hasChangedSince('ada', id))).toEqual([true, true, false]);
  stop();
  expect(hasChangedSince('ada', '100')).toBe(true);
  begin({ ended: 120, begun: 120 });
  expect(['119', '120'].map((id) => hasChangedSince('ada', id))).toEqual([true, false]);
});

test('a change that is announced while a new connection asks where it begins is not forgotten', () => {
  const { record, begin, hasChangedSince } = history();
  record('ada', 119);
  record('bob', 121);
  begin({ ended: 120, begun: 120 });
  expect(['ada', 'bob'].map((user) => hasChangedSince(user, '120'))).toEqual([false, true]);
});

test('an id is given for what is known to be recorded, and none while nothing is heard', () => {
  const { id, reach, stop } = history();
  expect(id()).toBe('90');
  reach({ ended: 104 });
  expect(id()).toBe('104');
  // It was read before, and heard later.
  reach({ ended: 102 });
  expect(id()).toBe('104');
  stop();
  reach({ ended: 105 });
  expect(id()).toBeUndefined();
});

test.each(['', '.', '-1', '1e3', 'NaN', '9'.repeat(20), '100.1', '100\n', '100\ndata: {}', ' 100'])(
  'the id %j is not taken for a position',
  (id) => {
    expect(history().hasChangedSince('ada', id)).toBe(true);
  },
);

test('a limited number of users is remembered; the others count as having missed something', () => {
  const { record, hasChangedSince } = history(2);
  for (const [index, user] of ['ada', 'bob', 'ada', 'cid', 'dan'].entries()) record(user, 101 + index);
  expect(hasChangedSince('eve', '103')).toBe(true);
  expect(hasChangedSince('eve', '104')).toBe(false);
  expect(hasChangedSince('ada', '104')).toBe(false);
});
