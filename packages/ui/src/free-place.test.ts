import { expect, test } from 'vitest';
import { upToFreePlace } from './free-place.ts';

const box = { left: 100, right: 400, top: 700, bottom: 750 };

test('a message stays where it is as long as nothing there can be pressed', () => {
  expect(upToFreePlace(box, [], 300)).toBe(0);
  expect(upToFreePlace(box, [{ left: 410, right: 500, top: 700, bottom: 730 }], 300)).toBe(0);
});

test('a message moves up over the bar at the bottom, and over what stands above that', () => {
  const bar = { left: 0, right: 800, top: 720, bottom: 768 };
  expect(upToFreePlace(box, [bar], 300)).toBe(38);
  const button = { left: 150, right: 250, top: 650, bottom: 690 };
  expect(upToFreePlace(box, [bar, button], 300)).toBe(108);
});

test('a message finds no place where all that is in reach can be pressed', () => {
  expect(upToFreePlace(box, [{ left: 0, right: 800, top: 0, bottom: 800 }], 300)).toBeNull();
});

test('a box as the browser measures it, whose sides are no properties of its own, moves as well', () => {
  const measured: typeof box = Object.create(box);
  expect(upToFreePlace(measured, [{ left: 0, right: 800, top: 700, bottom: 740 }], 300)).toBe(58);
});
