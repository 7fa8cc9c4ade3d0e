import { expect, test } from 'vitest';
import { importDirectly, reexportsOf } from '../vite.direct-imports.ts';

test('what a package exports is imported from where it is written, and what nobody knows from where it was', () => {
  const code = `import { Menu, X as Close, isOther } from "icons";
import * as icons from "icons";
import { useState } from "react";
export const all = [Menu, Close];`;
  const known: Record<string, string> = { Menu: '/icons/menu.mjs', X: '/icons/x.mjs' };
  const originOf = (source: string, name: string) =>
    source === 'icons' && known[name] ? { module: known[name], name: 'default' } : undefined;
  expect(
    importDirectly(code, originOf),
  ).toBe(`import { default as Menu } from "/icons/menu.mjs"; import { default as Close } from "/icons/x.mjs"; import { isOther as isOther } from "icons";
import * as icons from "icons";
import { useState } from "react";
export const all = [Menu, Close];`);
});

test('the first module of a package says where each of its names is written, whichever way it passes them on', () => {
  const { origins, all } = reexportsOf(`import { useQuery } from "./use-query.js";
export { default as Menu, default as MenuIcon } from "./menu.mjs";
export * from "core";
export { useQuery as query };`);
  expect(Object.fromEntries(origins)).toEqual({
    Menu: { module: './menu.mjs', name: 'default' },
    MenuIcon: { module: './menu.mjs', name: 'default' },
    query: { module: './use-query.js', name: 'useQuery' },
  });
  expect(all).toEqual(['core']);
});
