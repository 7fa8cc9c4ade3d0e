import { expect, test } from 'vitest';
import { toJsonText, toOneLine } from './one-line.ts';
import { createPaint } from './paint.ts';
import type { Deletion } from './plan/make-plan.ts';
import { toPlanLines } from './plan/plan-texts.ts';

test('a name cannot move the cursor, begin a line, turn the text around or hide something in it', () => {
  expect(toOneLine('A\u001b[2J\u009b1A\nB\u2028C')).toBe('A [2J 1A B C');
  expect(toOneLine('ab\u202etxt.\u2066x\u2069')).toBe('abtxt.x');
  expect(toOneLine('A\u200bd\u200em\u00adin\u061c')).toBe('Admin');
  expect(toOneLine('می\u200cخواهم')).toBe('می\u200cخواهم');
  expect(toOneLine('Acme\u{e0041}\u{e0042}')).toBe('Acme');
});

test('JSON holds every control character escaped, and stays the same data', () => {
  const data = { name: 'A\u001b[2J\u009b1A\u007f\u2028' };
  expect(toJsonText(data)).not.toMatch(/[\p{Cc}\p{Zl}]/u);
  expect(JSON.parse(toJsonText(data, 2))).toEqual(data);
});

test('a plan names each deletion on one line', () => {
  const automation = { name: 'Harmless\u001b[1A\n0 to delete' } as Deletion['automation'];
  const plan = { steps: [{ act: 'delete', automation } as const], unchanged: 0, lacking: [], problems: [] };
  const [first] = toPlanLines(plan, { paint: createPaint(false), isWhole: true });
  expect(first).toBe('- Harmless [1A 0 to delete');
});
