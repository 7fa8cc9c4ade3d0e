import { expect, test } from 'vitest';
import { type AutomationLink, closesCycle } from './automation-loops.ts';

/** `a>b` reads column a and fills column b; each column is in a sheet of its own. */
const link = (text: string, mode: AutomationLink['mode'] = 'mirror'): AutomationLink => {
  const [source = '', target = ''] = text.split('>');
  return { sourceSheetId: source, sourceColumnId: '1', sheetId: target, targetColumnId: '1', mode };
};
const links = (...texts: string[]) => texts.map((text) => link(text));

test.each([
  ['an automation that fills its own source', 'a>a', []],
  ['two automations that face each other', 'a>b', ['b>a']],
  ['a longer chain that comes back', 'a>b', ['b>c', 'c>d', 'd>a']],
  ['a branch that comes back', 'a>b', ['b>x', 'x>y', 'b>c', 'c>a']],
])('%s is a loop', (_name, added, existing) => {
  expect(closesCycle(link(added), links(...existing))).toBe(true);
});

test.each([
  ['a chain that goes on', 'a>b', ['b>c', 'c>d']],
  ['a second target of one source', 'a>b', ['a>c', 'a>d']],
  ['a chain that leads into the source', 'b>c', ['a>b', 'x>a']],
  ['a loop of others that was there before', 'a>b', ['b>c', 'c>d', 'd>c']],
])('%s is no loop', (_name, added, existing) => {
  expect(closesCycle(link(added), links(...existing))).toBe(false);
});

test('columns of one sheet are distinguished', () => {
  const added = { ...link('a>a'), targetColumnId: '2' };
  expect(closesCycle(added, [])).toBe(false);
  expect(closesCycle(added, [{ ...link('a>a'), sourceColumnId: '2', targetColumnId: '3' }])).toBe(false);
  expect(closesCycle(added, [{ ...link('a>a'), sourceColumnId: '2', targetColumnId: '1' }])).toBe(true);
});

test('two two-way automations may face each other, and one that faces an automation in one direction may not', () => {
  expect(closesCycle(link('a>b', 'two_way'), [link('b>a', 'two_way')])).toBe(false);
  expect(closesCycle(link('a>b', 'two_way'), [link('b>a')])).toBe(true);
  expect(closesCycle(link('a>b', 'two_way'), [link('b>a', 'two_way'), ...links('b>c', 'c>a')])).toBe(true);
});
