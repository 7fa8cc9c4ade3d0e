import { expect, test } from 'vitest';
import { placeBeside } from './placement.ts';

const window = { width: 400, height: 300 };
const anchor = { left: 100, top: 100, width: 40, height: 20 };
const size = { width: 120, height: 80 };
const below = { side: 'bottom', align: 'end', gap: 4 } as const;

test('a popover stands below its anchor, with their right edges in line', () => {
  expect(placeBeside(anchor, { size, window, wanted: below })).toEqual({ left: 20, top: 124 });
});

test('a popover stands above when there is no room below, and else where the window has room', () => {
  const low = { ...anchor, top: 240 };
  expect(placeBeside(low, { size, window, wanted: below }).top).toBe(240 - 80 - 4);
  const tall = { ...size, height: 280 };
  expect(placeBeside(anchor, { size: tall, window, wanted: below }).top).toBe(12);
});

test('a popover never crosses an edge of the window', () => {
  const left = placeBeside({ ...anchor, left: 4 }, { size, window, wanted: { ...below, align: 'start' } });
  expect(left.left).toBe(8);
  const wide = placeBeside({ ...anchor, left: 350 }, { size, window, wanted: { side: 'right', gap: 6 } });
  expect(wide).toEqual({ left: 400 - 120 - 8, top: 70 });
});
