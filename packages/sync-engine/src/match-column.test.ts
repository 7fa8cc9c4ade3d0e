import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findFillable, matchColumn, type RuleSheet } from './match-column.ts';
import { column as testColumn } from './testing/columns.ts';

type Given = { id: string; title: string; type?: ColumnType };
type ColumnType = 'PICKLIST' | 'MULTI_PICKLIST' | 'TEXT_NUMBER' | 'CONTACT_LIST' | 'MULTI_CONTACT_LIST';

const sheet = (columns: Given[], accessLevel: RuleSheet['accessLevel'] = 'ADMIN'): RuleSheet => ({
  accessLevel,
  columns: columns.map((given) => testColumn({ type: 'PICKLIST', ...given })),
});
const match = (columns: Given[], chosenColumnId: string | null = null) =>
  matchColumn(sheet(columns), { columnTitle: 'Client', chosenColumnId });

describe('a rule', () => {
  test('takes the exact title before one in other capital letters', () => {
    const found = match([
      { id: '1', title: 'client' },
      { id: '2', title: 'Client' },
      { id: '3', title: 'CLIENT' },
    ]);
    expect(found).toMatchObject({ kind: 'fits', column: { id: '2' } });
  });

  test('takes the only title in other capital letters, and one with spaces around it', () => {
    expect(match([{ id: '1', title: 'CLIENT' }])).toMatchObject({ kind: 'fits', column: { id: '1' } });
    expect(match([{ id: '1', title: ' Client ' }])).toMatchObject({ kind: 'fits', column: { id: '1' } });
  });

  test('waits for a choice between two, and takes the one that was chosen', () => {
    const two: Given[] = [
      { id: '1', title: 'client' },
      { id: '2', title: 'CLIENT' },
    ];
    expect(match(two)).toMatchObject({ kind: 'choose', columns: [{ id: '1' }, { id: '2' }] });
    expect(match(two, '2')).toMatchObject({ kind: 'fits', column: { id: '2' } });
    expect(match(two, '9')).toMatchObject({ kind: 'choose' });
  });

  test('is not held up by a text column in other capital letters beside the dropdown', () => {
    const found = match([
      { id: '1', title: 'client', type: 'TEXT_NUMBER' },
      { id: '2', title: 'CLIENT' },
    ]);
    expect(found).toMatchObject({ kind: 'fits', column: { id: '2' } });
  });

  test('takes a contact column where no dropdown has the title', () => {
    const contacts: Given = { id: '1', title: 'client', type: 'CONTACT_LIST' };
    expect(match([contacts])).toMatchObject({ kind: 'fits', column: { id: '1' } });
    expect(match([contacts, { id: '2', title: 'CLIENT' }])).toMatchObject({ column: { id: '2' } });
    const several: Given = { id: '2', title: 'CLIENT', type: 'MULTI_CONTACT_LIST' };
    expect(match([contacts, several])).toMatchObject({ kind: 'choose', columns: [{ id: '1' }, { id: '2' }] });
    expect(match([contacts, several], '2')).toMatchObject({ kind: 'fits', column: { id: '2' } });
  });

  test('says why a column cannot be filled, and where there is none', () => {
    const text: Given[] = [{ id: '1', title: 'Client', type: 'TEXT_NUMBER' }];
    expect(match(text)).toMatchObject({ kind: 'refused', reason: 'not_dropdown' });
    const setting = { columnTitle: 'Client', chosenColumnId: null };
    const read = sheet([{ id: '1', title: 'Client' }], 'EDITOR');
    expect(matchColumn(read, setting)).toMatchObject({ kind: 'refused', reason: 'no_right' });
    expect(match([{ id: '1', title: 'Customer' }])).toEqual({ kind: 'no_column' });
  });
});

const columns = fc
  .uniqueArray(
    fc.record({
      title: fc.constantFrom('Client', 'client', 'CLIENT', 'Customer', ''),
      type: fc.constantFrom<ColumnType>('PICKLIST', 'MULTI_PICKLIST', 'TEXT_NUMBER', 'CONTACT_LIST'),
    }),
    { selector: ({ title }) => title },
  )
  .map((list) => list.map((one, index): Given => ({ ...one, id: `${index}` })));

test('a fitting column can be filled, and the order of the columns changes nothing', () => {
  fc.assert(
    fc.property(columns, fc.constantFrom('ADMIN', 'OWNER', 'EDITOR', 'VIEWER'), (given, level) => {
      const setting = { columnTitle: 'Client', chosenColumnId: null };
      const read = sheet(given, level as RuleSheet['accessLevel']);
      const found = matchColumn(read, setting);
      if (found.kind === 'fits') expect(findFillable(read)).toContain(found.column);
      const turned = matchColumn({ ...read, columns: read.columns.toReversed() }, setting);
      expect(turned.kind).toBe(found.kind);
      if (found.kind === 'fits' && turned.kind === 'fits') expect(turned.column).toEqual(found.column);
    }),
  );
});
