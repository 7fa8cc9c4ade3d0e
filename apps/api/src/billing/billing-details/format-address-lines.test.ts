import { expect, test } from 'vitest';
import { formatAddressLines } from './format-address-lines.ts';

const nowhere = { address: '', postalCode: '', city: '', region: '', country: '' };

test('writes an address in the order of its country', () => {
  const berlin = {
    address: 'Lange Straße 12',
    postalCode: '10243',
    city: 'Berlin',
    region: '',
    country: 'DE',
  };
  expect(formatAddressLines(berlin)).toEqual(['Lange Straße 12', '10243 Berlin', 'Germany']);
  const boston = {
    address: '1 Harbor Street\nSuite 4',
    postalCode: '02110',
    city: 'Boston',
    region: 'MA',
    country: 'US',
  };
  expect(formatAddressLines(boston)).toEqual([
    '1 Harbor Street',
    'Suite 4',
    'Boston, MA 02110',
    'United States',
  ]);
  const pune = {
    address: '1 MG Road',
    postalCode: '411001',
    city: 'Pune',
    region: 'Maharashtra',
    country: 'IN',
  };
  expect(formatAddressLines(pune)).toEqual(['1 MG Road', 'Pune 411001', 'Maharashtra', 'India']);
});

test('leaves nothing out that was given', () => {
  const tokyo = { address: '1-1', postalCode: '100-0001', city: 'Chiyoda', region: 'Tokyo', country: 'JP' };
  const lines = formatAddressLines(tokyo).join('|');
  for (const part of ['1-1', '100-0001', 'Chiyoda', 'Tokyo', 'Japan']) expect(lines).toContain(part);
  expect(formatAddressLines({ ...nowhere, postalCode: '10243', city: 'Berlin' })).toEqual(['10243 Berlin']);
  expect(formatAddressLines({ ...nowhere, country: 'DE' })).toEqual(['Germany']);
  expect(formatAddressLines({ ...nowhere, city: 'Ulm', country: 'DE' })).toEqual(['Ulm', 'Germany']);
  expect(formatAddressLines(nowhere)).toEqual([]);
});
