import { expect, test } from 'vitest';
import { markPure } from '../vite.pure-contracts.ts';

test('a value that a call makes may be left out with all that its call is made of, and every other line stays as it is', () => {
  const code = `import * as z from 'zod';
export const limit = 5;
const name = z.string().max(limit);
export const person = z.object({ name }), persons = z.array(person);
export function isPerson(value) { return person.safeParse(value).success; }`;
  expect(markPure(code)).toBe(`import * as z from 'zod';
export const limit = 5;
const name = /* @__PURE__ */ (() => z.string().max(limit))();
export const person = /* @__PURE__ */ (() => z.object({ name }))(), persons = /* @__PURE__ */ (() => z.array(person))();
export function isPerson(value) { return person.safeParse(value).success; }`);
});
