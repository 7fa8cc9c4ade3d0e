import { expect, test } from 'vitest';
import { addressLines } from './address-lines.ts';

const nowhere = { address: '', postalCode: '', city: '', region: '', country: '' };

test('writes an address in the order of its country', () => {
  const berlin = {
    address: 'Lange Straße 12',
    postalCode: '10243',
    city: 'Berlin',
    region: '',
    country: 'DE',
  };
  expect(addressLines(berlin)).toEqual(['Lange Straße 12', '10243 Berlin', 'Germany']);
  const boston = {
    address: '1 Harbor Street\nSuite 4',
    postalCode: '02110',
    city: 'Boston',
    region: 'MA',
    country: 'US',
  };
  expect(addressLines(boston)).toEqual(['1 Harbor Street', 'Suite 4', 'Boston, MA 02110', 'United States']);
  const pune = {
    address: '1 MG Road',
    postalCode: '411001',
    city: 'Pune',
    region: 'Maharashtra',
    country: 'IN',
  };
  expect(addressLines(pune)).toEqual(['1 MG Road', 'Pune 411001', 'Maharashtra', 'India']);
});

test('leaves nothing out that was given', () => {
  const tokyo = { address: '1-1', postalCode: '100-0001', city: 'Chiyoda', region: 'Tokyo', country: 'JP' };
  const lines = addressLines(tokyo).join('|');
  for (const part of ['1-1', '100-0001', 'Chiyoda', 'Tokyo', 'Japan']) expect(lines).toContain(part);
  expect(addressLines({ ...nowhere, postalCode: '10243', city: 'Berlin' })).toEqual(['10243 Berlin']);
  expect(addressLines({ ...nowhere, country: 'DE' })).toEqual(['Germany']);
  expect(addressLines({ ...nowhere, city: 'Ulm', country: 'DE' })).toEqual(['Ulm', 'Germany']);
  expect(addressLines(nowhere)).toEqual([]);
});
