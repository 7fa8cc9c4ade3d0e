import { describe, expect, test } from 'vitest';
import { createState } from '../../state/state.ts';
import type { Sheet } from '../model.ts';
import { internEmail, officeEmail, partnerEmail, seededAccounts } from './people.ts';
import { seed } from './seed.ts';

function now() {
  return new Date('2026-11-02T09:00:00Z');
}

function planted() {
  const state = createState();
  seed(state, { now });
  const sheets = [...state.sheets.values()];
  const named = (name: string): Sheet => {
    const sheet = sheets.find((one) => one.name === name);
    if (!sheet) throw new Error(`No sheet ${name}`);
    return sheet;
  };
  const accountId = (email: string) => [...state.accounts.values()].find((one) => one.email === email)?.id;
  return { state, sheets, named, accountId };
}

const first = planted();
const { sheets, named, accountId } = first;

function column(sheet: string, title: string) {
  const found = named(sheet).columns.find((one) => one.title === title);
  if (!found) throw new Error(`No column ${title}`);
  return found;
}
function values(sheet: string, title: string) {
  const { id } = column(sheet, title);
  return named(sheet).rows.flatMap((row) => row.cells[id]?.value ?? []);
}

describe('the seed', () => {
  test('creates the same sheets with the same ids each time', () => {
    expect(planted().sheets).toEqual(sheets);
  });

  test('has three accounts, 20,000 parts and 300 sites', () => {
    expect(first.state.accounts.size).toBe(seededAccounts.length);
    expect(named('Parts catalogue').rows).toHaveLength(20_000);
    expect(sheets.filter((sheet) => sheet.name.startsWith('Site '))).toHaveLength(300);
  });

  test('puts twelve sites in a folder of a workspace', () => {
    const [folder] = first.state.folders.values();
    const placed = sheets.filter(({ place }) => place?.folderId === folder?.id).map(({ name }) => name);
    expect(folder?.name).toBe('Northern sites');
    expect([placed.length, placed[0], placed.at(-1)]).toEqual([12, 'Site 001', 'Site 012']);
  });

  test('gives every object a unique id of 16 digits', () => {
    const ids = sheets.flatMap((sheet) => [
      sheet.id,
      ...sheet.columns.map(({ id }) => id),
      ...sheet.rows.map(({ id }) => id),
    ]);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.every((id) => Number.isSafeInteger(id) && String(id).length === 16)).toBe(true);
  });

  test('shares the partner’s sheets to the office as viewer, editor and admin', () => {
    const level = (name: string) => named(name).shares[String(accountId(officeEmail))];
    expect([level('Carriers (read only)'), level('Shipments'), level('CRM pipeline')]).toEqual([
      'VIEWER',
      'EDITOR',
      'ADMIN',
    ]);
    expect(named('CRM pipeline').ownerId).toBe(accountId(partnerEmail));
    expect(named('Time sheet 2026').shares[String(accountId(internEmail))]).toBe('EDITOR');
  });

  test('has one primary column in every sheet and titles that do not repeat', () => {
    for (const sheet of sheets) {
      expect(sheet.columns.filter((one) => one.primary)).toHaveLength(1);
      expect(new Set(sheet.columns.map((one) => one.title)).size).toBe(sheet.columns.length);
    }
  });

  test('has every type of column that a sync must support or reject', () => {
    const columns = sheets.flatMap((sheet) => sheet.columns);
    const kinds = new Set(columns.map(({ type, symbol }) => `${type}${symbol ? ` ${symbol}` : ''}`));
    for (const kind of [
      'TEXT_NUMBER',
      'PICKLIST',
      'PICKLIST RYG',
      'PICKLIST HARVEY_BALLS',
      'MULTI_PICKLIST',
      'CONTACT_LIST',
      'MULTI_CONTACT_LIST',
      'DATE',
      'DATETIME',
      'CHECKBOX',
    ]) {
      expect(kinds).toContain(kind);
    }
    expect(columns.some((one) => one.locked && one.type === 'PICKLIST')).toBe(true);
    expect(columns.some((one) => one.formula)).toBe(true);
    const systems = new Set(columns.flatMap((one) => one.systemColumnType ?? []));
    expect(systems).toEqual(new Set(['AUTO_NUMBER', 'CREATED_DATE', 'MODIFIED_BY']));
  });

  test('has client names that need cleaning: repeats, spaces, other Unicode forms, blanks', () => {
    const names = values('Clients', 'Client name').map(String);
    const tidy = (name: string) => name.normalize('NFC').replaceAll(/\s+/g, ' ').trim();
    expect(names.length).toBeLessThan(named('Clients').rows.length);
    expect(new Set(names).size).toBeLessThan(names.length);
    expect(new Set(names.map(tidy)).size).toBeLessThan(new Set(names).size);
    expect(names).toContain('Cafe\u0301 Noir');
    expect(names).toContain('Meridian\u00a0Bank');
  });

  test('has failed lookups, and projects below their programmes', () => {
    expect(values('Projects', 'Client region')).toContain('#NO MATCH');
    const rows = named('Projects').rows;
    const parents = new Set(rows.flatMap((row) => row.parentId ?? []));
    expect(parents.size).toBe(4);
    expect(rows.filter((row) => row.parentId).every((row) => parents.has(row.parentId ?? 0))).toBe(true);
  });

  test.each([
    ['Clients', 'Client name', 'Time sheet 2026', 'Client'],
    ['Projects', 'Project', 'Time sheet 2026', 'Project'],
    ['Staff directory', 'Full name', 'Assignments', 'Owner'],
    ['Regions', 'Region', 'CRM pipeline', 'Region'],
  ])('has a first sync to show from %s, %s to %s, %s', (source, from, context, to) => {
    const wanted = new Set(values(source, from).map(String));
    const options = column(context, to).options ?? [];
    expect(options.some((option) => !wanted.has(option))).toBe(true);
    expect([...wanted].some((value) => !options.includes(value))).toBe(true);
  });

  test('keeps the cells of restricted dropdowns inside their options', () => {
    for (const sheet of sheets) {
      for (const { id, options, validation } of sheet.columns) {
        if (!validation || !options) continue;
        const used = sheet.rows.flatMap((row) => row.cells[id]?.value ?? []);
        const texts = used.flatMap((value) =>
          typeof value === 'object' && 'values' in value ? value.values : value,
        );
        expect(texts.filter((text) => !options.includes(String(text)))).toEqual([]);
      }
    }
  });
});
