import { defaultSettings as settings } from '@picksync/contracts';
import { expect, test } from 'vitest';
import { findFirstRows, sourceValues } from './source-values.ts';
import { cell, toRows } from './testing/rows.ts';

const contact = (name: string | null, email: string | null) =>
  cell('1', {
    value: email ?? name,
    displayValue: name ?? email,
    objectValue: { objectType: 'CONTACT', name, email },
  });

test('a contact column gives names and addresses, each of several, and counts those without an address', () => {
  const several = [
    { name: 'Cem  Ay', email: 'cem@b.example' },
    { name: 'Ann', email: 'ANN@b.example' },
  ];
  const rows = toRows(
    [contact('Ann Lee', 'ann@b.example')],
    [contact('bo@b.example', 'bo@b.example')],
    [contact('Somebody', null)],
    [cell('1', 'Typed name')],
    [cell('1', { value: 'dee@b.example', displayValue: 'Dee' })],
    [cell('1', '#NO MATCH')],
    [cell('1', { objectValue: { objectType: 'MULTI_CONTACT', values: several } })],
    [],
  );
  const column = { id: '1', type: 'MULTI_CONTACT_LIST' } as const;
  const found = sourceValues({ rows, column, settings, identity: 'address' });
  expect(found).toMatchObject({ withoutAddress: 2, formulaErrors: 1, blanks: 1 });
  expect(found.values).toEqual([
    'Ann Lee <ann@b.example>',
    'bo@b.example',
    'Dee <dee@b.example>',
    'Cem Ay <cem@b.example>',
    'Ann <ANN@b.example>',
  ]);
  expect(sourceValues({ rows, column, settings }).values).toContain('Cem Ay');
});

test('a text column gives names, and a second one their addresses', () => {
  const rows = toRows(
    [cell('1', ' Ann  Lee '), cell('2', 'ann@b.example')],
    [cell('2', 'bo@b.example')],
    [cell('1', 'Cem')],
    [cell('1', 'Dee'), cell('2', 'not an address')],
    [cell('1', 'Eva'), cell('2', '#REF')],
    [
      cell('1', 'Fay'),
      cell('2', {
        value: 'fay@b.example',
        objectValue: { objectType: 'CONTACT', name: 'F', email: 'fay@b.example' },
      }),
    ],
    [],
  );
  const column = { id: '1', type: 'TEXT_NUMBER' } as const;
  const input = { rows, column, identity: 'address' as const };
  const addressColumn = { columnId: '2', columnName: 'Email' };
  const found = sourceValues({ ...input, settings: { ...settings, addressColumn } });
  expect(found).toMatchObject({
    withoutAddress: 2,
    formulaErrors: 1,
    blanks: 1,
    rows: { total: 7, valued: 3 },
  });
  expect(found.values).toEqual(['Ann Lee <ann@b.example>', 'bo@b.example', 'Fay <fay@b.example>']);
  const first = findFirstRows(new Set(['Fay <fay@b.example>']), {
    ...input,
    settings: { ...settings, addressColumn },
  });
  expect([...first]).toEqual([['Fay <fay@b.example>', 6]]);
});
