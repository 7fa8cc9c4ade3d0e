import { expect, test } from 'vitest';
import { createGroups } from './groups.ts';

test('a group has what was added to its key and not removed, and a key without members is forgotten', () => {
  const groups = createGroups<number>();
  groups.add('odd', 1);
  groups.add('odd', 3);
  groups.add('even', 2);
  groups.remove('even', 1);
  expect([...groups.keys()]).toEqual(['odd', 'even']);
  groups.remove('even', 2);
  groups.remove('odd', 1);
  groups.remove('odd', 1);
  groups.remove('never', 1);
  expect([...groups.keys()]).toEqual(['odd']);
  expect([...groups.of('odd')]).toEqual([3]);
  expect([...groups.of('even')]).toEqual([]);
});
