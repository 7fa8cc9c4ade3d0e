import { expect, test } from 'vitest';
import { sourceFindings } from './source-findings.ts';

const findFindings = (values: string[], ignoreCase = false) =>
  sourceFindings({ values, formulaErrors: 2, blanks: 3 }, { ignoreCase });

test('repeats, blanks and formula errors are counted', () => {
  expect(findFindings(['a', 'b', 'a', 'a'])).toEqual({
    repeats: 2,
    blanks: 3,
    formulaErrors: 2,
    lookAlikes: [],
  });
});

test.each([
  ['ACME ltd', 'Acme Ltd.'],
  ['Muller', 'Müller'],
  ['O’Neil', "O'Neil"],
  ['North-West', 'North West'],
  ['Smith, Jones', 'Smith Jones'],
])('%s and %s look alike', (one, other) => {
  expect(findFindings([one, 'Other', other]).lookAlikes).toEqual([[one, other]]);
});

test.each([
  ['1.5', '15'],
  ['-5', '5'],
  ['C', 'C++'],
  ['A-1', 'A1'],
  ['-', '.'],
  ['Acme', 'Acme 2'],
])('%s and %s do not', (one, other) => {
  expect(findFindings([one, other]).lookAlikes).toEqual([]);
});

test('a value that differs only in case is a repeat, not a lookalike', () => {
  expect(findFindings(['Acme', 'ACME'], true)).toMatchObject({ repeats: 1, lookAlikes: [] });
  expect(findFindings(['Acme', 'ACME'])).toMatchObject({ repeats: 0, lookAlikes: [['Acme', 'ACME']] });
});
