import { expect, test } from 'vitest';
import { findTests } from './find-tests.mjs';

const self = 'scripts/tests/find-tests.test.mjs';

test('a part of a path names all tests of its files, units and journeys', () => {
  expect(findTests(['tests/find-tests'])).toEqual({ units: [self], journeys: [] });
  const { units, journeys, ...rest } = findTests(['scripts/tests/', 'e2e/journeys/room']);
  expect(units).toContain(self);
  expect({ journeys, rest }).toEqual({ journeys: ['e2e/journeys/room.spec.ts'], rest: {} });
});

test('words that are in no path name the tests that have them in their title', () => {
  const words = 'that have them in their title';
  const found = {
    units: [self],
    journeys: [],
    pattern: 'words that are in no path name the tests that have them in their title',
  };
  for (const given of [[words], [words.toUpperCase()], words.split(' ')])
    expect(findTests(given)).toEqual(found);
});

test.each(['anything'])('a title may have %s (1.5) from a table', (value) => {
  const { units, pattern } = findTests(['(1.5) from a table']);
  expect(units).toEqual([self]);
  expect(`a title may have ${value} (1.5) from a table`).toMatch(new RegExp(`^${pattern}$`));
  expect(`a title may have ${value} (125) from a table`).not.toMatch(new RegExp(pattern));
});

test('words that name nothing are refused, and options', () => {
  const nothing = ['no', 'such', 'test'].join('-');
  expect(() => findTests([nothing])).toThrow(
    'No test has "no-such-test" in its title, and no file of tests has it in its path. Nothing was run.',
  );
  expect(() => findTests(['--watch'])).toThrow('it knows no option --watch');
});
