import { expect, test } from 'vitest';
import { isUsable } from './node.mjs';

test.each(['18.20.8', '20.20.2', '22.19.0', '23.11.0', '25.2.0'])('Node %s is replaced', (version) => {
  expect(isUsable(version)).toBe(false);
});

test.each(['22.20.0', '24.0.0', '24.21.0', '26.10.0'])('Node %s is used', (version) => {
  expect(isUsable(version)).toBe(true);
});
