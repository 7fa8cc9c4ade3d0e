import { parseContactText } from '@picksync/smartsheet-client';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toContactKey } from './contacts.ts';
import { sourceFindings } from './source-findings.ts';
import { again, type Given, planned } from './testing/planned.ts';

const plan = (given: Given) => planned({ identity: 'address', ...given });

describe('a contact column', () => {
  test('knows a contact by its address, and takes over a new name in place', () => {
    const values = [
      'Ann Costa <ana@b.example>',
      'Olivia Park-Stone <olivia@b.example>',
      'Emre <emre@b.example>',
    ];
    const currentOptions = [
      'Olivia Park <Olivia@B.example>',
      'Old desk <desk@b.example>',
      'ann costa <ANA@b.example>',
    ];
    const found = plan({ values, currentOptions });
    expect(found).toMatchObject({
      verdict: 'write',
      added: ['Emre <emre@b.example>'],
      removed: ['Old desk <desk@b.example>'],
      newNames: [
        { from: 'ann costa <ANA@b.example>', to: 'Ann Costa <ANA@b.example>' },
        { from: 'Olivia Park <Olivia@B.example>', to: 'Olivia Park-Stone <Olivia@B.example>' },
      ],
      options: ['Ann Costa <ANA@b.example>', 'Olivia Park-Stone <Olivia@B.example>', 'Emre <emre@b.example>'],
    });
    expect(found.kept).toHaveLength(2);
    expect(again({ identity: 'address', values }, found).verdict).toBe('unchanged');
  });

  test('takes the first name of an address, and keeps the name where the source has none', () => {
    const values = ['a@b.example', 'Ann <A@b.example>', 'Anna <a@b.example>', 'bo@b.example'];
    const found = plan({ values, currentOptions: ['Bo <bo@b.example>'] });
    expect(found.options).toEqual(['Ann <A@b.example>', 'Bo <bo@b.example>']);
    expect(found.newNames).toEqual([]);
    const findings = sourceFindings(
      { values, formulaErrors: 0, blanks: 0 },
      { ignoreCase: false, identity: 'address' },
    );
    expect(findings).toMatchObject({
      repeats: 2,
      lookAlikes: [['a@b.example', 'Ann <A@b.example>', 'Anna <a@b.example>']],
    });
  });

  test('holds two people of one name, and another address for another person', () => {
    const values = ['Ann <a@b.example>', 'Ann <a2@b.example>'];
    expect(plan({ values, currentOptions: ['Ann <a0@b.example>'] })).toMatchObject({
      added: values,
      removed: ['Ann <a0@b.example>'],
      newNames: [],
    });
  });

  test('keeps a contact as used by its address alone', () => {
    const settings = { mode: 'keep_used' as const };
    const currentOptions = ['Ann <a@b.example>', 'Bo <bo@b.example>', 'Desk'];
    const uses = { 'Somebody else <A@B.example>': 3, Desk: 1 };
    expect(plan({ values: ['Cem <c@b.example>'], currentOptions, settings, uses })).toMatchObject({
      keptInUse: ['Ann <a@b.example>', 'Desk'],
      removed: ['Bo <bo@b.example>'],
    });
  });

  test('never has one address twice where nothing is removed', () => {
    const settings = { mode: 'add_only' as const };
    const found = plan({
      values: ['Anna <a@b.example>'],
      currentOptions: ['Ann <a@b.example>', 'Bo <b@b.example>'],
      settings,
    });
    expect(found).toMatchObject({
      added: [],
      removed: [],
      options: ['Anna <a@b.example>', 'Bo <b@b.example>'],
    });
  });

  test('a rename by others is no change by hand, and an option that they add is', () => {
    const settings = { drift: 'keep' as const };
    const values = ['Ann <a@b.example>', 'Bo <b@b.example>'];
    const before = plan({ values, settings });
    const currentOptions = ['Annie <A@b.example>', 'Bo <b@b.example>', 'Cem <c@b.example>'];
    const found = again({ identity: 'address', values, settings }, before, { currentOptions });
    expect(found.drift).toEqual({ added: ['Cem <c@b.example>'], removed: [] });
    expect(found.options).toEqual(['Ann <A@b.example>', 'Bo <b@b.example>', 'Cem <c@b.example>']);
  });

  test('a contact that comes to both sides at once is the source’s, under whatever name, and goes with it', () => {
    const settings = { drift: 'keep' as const };
    const before = plan({ values: ['Ann <a@b.example>'], settings });
    const values = ['Ann <a@b.example>', 'Bo <b@b.example>'];
    const currentOptions = ['Ann <a@b.example>', 'bo li <B@b.example>'];
    const found = again({ identity: 'address', values, settings }, before, { currentOptions });
    expect(found.drift).toEqual({ added: [], removed: [] });
    const after = again({ identity: 'address', values: ['Ann <a@b.example>'], settings }, found);
    expect(after.removed).toEqual(['Bo <B@b.example>']);
  });

  test('puts pinned contacts at their end once', () => {
    const settings = { pinnedFirst: ['Office <office@b.example>'] };
    expect(plan({ values: ['Ann <a@b.example>', 'OFFICE@b.example'], settings }).options).toEqual([
      'Office <office@b.example>',
      'Ann <a@b.example>',
    ]);
  });
});

const person = fc.record({
  name: fc.constantFrom(null, 'Ann', 'Bo Li', 'Cem'),
  email: fc.constantFrom('a@b.example', 'A@b.example', 'b@b.example', 'c@b.example', 'd@b.example'),
});
const people = fc.array(
  person.map(({ name, email }) => (name === null ? email : `${name} <${email}>`)),
  { maxLength: 8 },
);
const mode = fc.constantFrom('mirror' as const, 'add_only' as const, 'keep_used' as const);

test('a list of contacts has each address once, follows the source, and is right the second time', () => {
  fc.assert(
    fc.property(people, people, mode, (values, currentOptions, chosen) => {
      const given = { identity: 'address' as const, values, settings: { mode: chosen }, uses: {} };
      const found = planned({ ...given, currentOptions, isApproved: () => true });
      const keys = found.options.map(toContactKey);
      expect(new Set(keys).size).toBe(keys.length);
      const wanted = new Set(values.map(toContactKey));
      for (const key of wanted) expect(keys.filter((one) => one === key)).toHaveLength(1);
      if (chosen !== 'add_only') expect(new Set(keys)).toEqual(wanted);
      for (const { from, to } of found.newNames) {
        expect(toContactKey(from)).toBe(toContactKey(to));
        expect(parseContactText(to).name).not.toBeNull();
      }
      expect(again(given, found).verdict).toBe('unchanged');
    }),
  );
});
