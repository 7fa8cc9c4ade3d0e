import { expect, test } from 'vitest';
import { createChangeHistory } from './change-history.ts';

test('who comes back has missed what changed since, for them and nobody else', () => {
  const history = createChangeHistory();
  history.record('ada');
  const seen = history.id();
  expect(history.hasChangedSince('ada', seen)).toBe(false);
  history.record('bob');
  expect(history.hasChangedSince('ada', seen)).toBe(false);
  expect(history.hasChangedSince('bob', seen)).toBe(true);
  history.record('ada');
  expect(history.hasChangedSince('ada', seen)).toBe(true);
});

test('after a gap nobody is known to have missed nothing', () => {
  const history = createChangeHistory();
  const seen = history.id();
  history.clear();
  expect(history.hasChangedSince('ada', seen)).toBe(true);
  expect(history.hasChangedSince('ada', history.id())).toBe(false);
});

test.each(['', '.', 'another.0', '0', '.0', 'x.1.2'])(
  'the id %o, of another process or made up, proves nothing',
  (id) => {
    expect(createChangeHistory().hasChangedSince('ada', id)).toBe(true);
  },
);

test.each(['', '-1', '1', '1e3', 'NaN', '9'.repeat(20), '0.1', '0.', '0\n', '0\ndata: {}', '0.\ndata: {}'])(
  'the count %j is not taken for one',
  (count) => {
    const history = createChangeHistory();
    const [epoch] = history.id().split('.');
    expect(history.hasChangedSince('ada', `${epoch}.${count}`)).toBe(true);
  },
);

test('only so many users are remembered; of the others it is not claimed that they missed nothing', () => {
  const history = createChangeHistory(2);
  history.record('ada');
  const early = history.id();
  for (const user of ['bob', 'ada', 'cid', 'dan']) history.record(user);
  const late = history.id();
  expect(history.hasChangedSince('eve', early)).toBe(true);
  expect(history.hasChangedSince('eve', late)).toBe(false);
  expect(history.hasChangedSince('ada', late)).toBe(false);
});
