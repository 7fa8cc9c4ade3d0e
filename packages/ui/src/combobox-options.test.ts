import { expect, test } from 'vitest';
import { narrow } from './combobox-options.ts';

const options = ['Old projects', 'Mini-project', 'Reprojected', 'Projects', 'Project', 'Budget'].map(
  (label) => ({
    value: label,
    label,
  }),
);
const found = (search: string) => narrow(options, search).shown.map(({ label }) => label);

test('nothing typed leaves the order as it is', () => {
  expect(found(' ')).toEqual(options.map(({ label }) => label));
});

test('the nearest stands first: the name itself, its beginning, the beginning of a word, the rest', () => {
  expect(found('Project')).toEqual(['Project', 'Projects', 'Old projects', 'Mini-project', 'Reprojected']);
});

test('options that cannot be chosen stand last, however near they are', () => {
  const taken = { value: 'x', label: 'Project', disabledReason: 'Taken' };
  expect(narrow([taken, ...options], 'project').shown.at(-1)).toBe(taken);
});

test('words that only the detail has are found as well', () => {
  const sheet = { value: 'y', label: 'Plan', detail: 'office@northwind.example' };
  expect(narrow([...options, sheet], 'northwind').shown).toEqual([sheet]);
});

test('groups stand one after another, each with its share of the rows', () => {
  const group = (name: string, count: number) =>
    Array.from({ length: count }, (_, index) => ({
      value: `${name}${index}`,
      label: `Plan ${index}`,
      group: name,
    }));
  const shares = (...all: ReturnType<typeof group>[]) =>
    narrow(all.flat(), 'plan').shown.map((option) => option.group);
  expect(new Set(shares(group('Sheets', 300), group('Reports', 2)))).toEqual(new Set(['Sheets', 'Reports']));
  expect(shares(group('Sheets', 300), group('Reports', 2)).lastIndexOf('Sheets')).toBe(97);
  expect(shares(group('Sheets', 300), group('Reports', 300)).lastIndexOf('Sheets')).toBe(49);
});

test('a group whose option is named so stands before one with options that only begin so', () => {
  const sheet = { value: 'sheet', label: 'Projects north', group: 'Sheets' };
  const report = { value: 'report', label: 'Projects', group: 'Reports' };
  expect(narrow([sheet, report], 'projects').shown).toEqual([report, sheet]);
  expect(narrow([sheet, report], 'project').shown).toEqual([sheet, report]);
});
