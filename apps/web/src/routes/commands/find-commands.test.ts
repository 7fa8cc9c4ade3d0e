import { Table } from 'lucide-react';
import { expect, test } from 'vitest';
import { type Command, findCommands } from './find-commands.ts';

const command = (label: string, words = ''): Command => ({
  id: label,
  label,
  words,
  icon: Table,
  act: () => undefined,
});
const labels = (search: string, ...commands: Command[]) =>
  findCommands([{ title: 'Actions', commands }], search).flatMap((group) =>
    group.commands.map(({ label }) => label),
  );

test('a command is found by each of the words that were typed, in any order and case', () => {
  const pause = command('Pause: Clients into Time sheet', 'CRM pipeline');
  expect(labels('time PAUSE', pause)).toHaveLength(1);
  expect(labels('pause crm', pause)).toHaveLength(1);
  expect(labels('pause regions', pause)).toEqual([]);
});

test('a command that begins with the search comes first', () => {
  const [later, first] = [command('Projects into Expense report'), command('Expense report into CRM')];
  expect(labels('expense', later, first)).toEqual([first.label, later.label]);
});

test('no more than six of a group are shown, and no group without any', () => {
  const many = Array.from({ length: 20 }, (_, index) => command(`Clients ${index}`));
  expect(labels('clients', ...many)).toHaveLength(6);
  expect(findCommands([{ title: 'Help', commands: [] }], '')).toEqual([]);
});
