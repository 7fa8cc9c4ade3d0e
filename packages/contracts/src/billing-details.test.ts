import { expect, test } from 'vitest';
import { emptyBillingDetails as empty, wholeBillingDetails } from './billing-details.ts';
import { countryCodes, countryName } from './countries.ts';

function check(given: Partial<typeof empty>) {
  const { data, error } = wholeBillingDetails.safeParse({ ...empty, ...given });
  return data ?? Object.fromEntries(error?.issues.map(({ path, message }) => [path[0], message]) ?? []);
}

test('requires nothing', () => {
  expect(check({})).toEqual(empty);
});

test('tidies what was typed', () => {
  expect(
    check({
      name: ' Olivia Park ',
      address: ' Lange Straße 12 \n\n Hof 2 ',
      country: 'de',
      taxId: 'de 812.345-678',
    }),
  ).toMatchObject({
    name: 'Olivia Park',
    address: 'Lange Straße 12\nHof 2',
    country: 'DE',
    taxId: 'DE812345678',
  });
});

test('drops marks that turn the direction of a receipt, and what cannot be seen', () => {
  expect(
    check({
      name: '\u202aOlivia\u202e Park\u202c\u2069',
      company: '\u200b\u202e',
      address: '\u2066Lange Straße\u202e 12\n\u200b\n\u202dHof 2',
      city: '\u202e ',
      country: 'DE',
      taxId: '\u202aDE812345678\u202c\u200b',
    }),
  ).toEqual({
    ...empty,
    name: 'Olivia Park',
    address: 'Lange Straße 12\nHof 2',
    country: 'DE',
    taxId: 'DE812345678',
  });
  for (const name of ['علی‌رضا', 'ක්‍රිෂාන්', 'Zoë 👩‍👧'])
    expect(check({ name, address: name })).toMatchObject({ name, address: name });
});

test('refuses lines that a receipt cannot print', () => {
  expect(check({ name: 'Olivia\nPark' })).toHaveProperty('name', 'Please write it on one line');
  expect(check({ address: 'a\nb\nc\nd\ne' })).toHaveProperty('address', 'Please use at most 4 lines');
  expect(check({ address: 'a\u0000b' })).toHaveProperty('address', 'Please use plain characters');
  expect(check({ city: 'x'.repeat(101) })).toHaveProperty('city', 'Please use at most 100 characters');
});

test('knows the countries of ISO 3166, each with an English name', () => {
  expect(countryCodes).toHaveLength(250);
  expect(new Set(countryCodes).size).toBe(250);
  expect(countryCodes.toSorted((a, b) => a.localeCompare(b)).length).toBe(250);
  for (const code of countryCodes) {
    expect(new Intl.Locale(`und-${code}`).region).toBe(code);
    expect(countryName(code)).not.toBe(code);
  }
  for (const country of ['XX', 'EU', 'UK', 'D', 'Germany'])
    expect(check({ country })).toHaveProperty('country', expect.stringContaining('Please choose a country'));
});

test('keeps a region only where addresses have one, and takes the states of India from their list', () => {
  expect(check({ country: 'DE', region: 'Bavaria' })).toHaveProperty('region', '');
  expect(check({ country: 'US', region: 'MA' })).toHaveProperty('region', 'MA');
  expect(check({ country: 'IN', region: 'Karnataka' })).toHaveProperty('region', 'Karnataka');
  expect(check({ country: 'IN', region: 'Bavaria' })).toEqual({
    region: 'Please choose a state from the list',
  });
  expect(check({ country: 'IN', region: 'constructor' })).toEqual({
    region: 'Please choose a state from the list',
  });
});

test.each([
  ['AT', 'ATU12345678'],
  ['BE', 'BE0123456789'],
  ['CH', 'CHE-123.456.789 MWST'],
  ['CY', 'CY12345678X'],
  ['ES', 'ESX1234567X'],
  ['ES', 'ES12345678Z'],
  ['FR', 'FRXX123456789'],
  ['GB', 'GB 123 4567 89'],
  ['GB', 'XI123456789'],
  ['GR', 'EL123456789'],
  ['IE', 'IE1234567WI'],
  ['IE', 'IE1A23456X'],
  ['IN', '29ABCDE1234F1Z5'],
  ['LT', 'LT123456789012'],
  ['NL', 'NL123456789B01'],
  ['NO', '123456789MVA'],
  ['RO', 'RO12'],
  ['US', '12-3456789'],
  ['', 'anything 7'],
])('takes a tax id of %s such as %s', (country, taxId) => {
  expect(check({ country, taxId })).toHaveProperty('taxId', taxId.toUpperCase().replace(/[\s./-]/g, ''));
});

test.each([
  ['DE', 'DE 812 345', 'A German VAT ID has 9 digits after DE.'],
  ['AT', 'AT12345678', 'An Austrian VAT ID has U and 8 digits after AT.'],
  ['GR', 'GR123456789', 'A Greek VAT ID has 9 digits after EL.'],
  ['NL', 'NL123456789', 'A Dutch VAT ID has 9 digits, B and 2 digits after NL.'],
  ['AU', '123', 'An Australian ABN has 11 digits.'],
  ['IN', '29ABCDE1234F1X5', 'A GSTIN has 15 characters, such as 29ABCDE1234F1Z5.'],
])('says what is wrong with a tax id of %s such as %s', (country, taxId, problem) => {
  expect(check({ country, taxId })).toEqual({ taxId: problem });
});

test('compares the state of a GSTIN with that of the address', () => {
  const given = { country: 'IN', taxId: '29ABCDE1234F1Z5' };
  expect(check({ ...given, region: 'Karnataka' })).toHaveProperty('taxId', given.taxId);
  expect(check({ ...given, region: 'Goa' })).toEqual({ taxId: 'A GSTIN of Goa begins with 30.' });
});
