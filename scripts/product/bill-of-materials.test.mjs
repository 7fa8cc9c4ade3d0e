import { expect, test } from 'vitest';
import { readBillOfMaterials } from './bill-of-materials.mjs';
import { neverShipped } from './never-shipped.mjs';

const { bomFormat, components } = JSON.parse(readBillOfMaterials(['--lockfile-only']));
const names = components.map(({ group, name }) => (group ? `${group}/${name}` : name));

test('a release holds what runs, and no tool of development', () => {
  expect(bomFormat).toBe('CycloneDX');
  expect(names).toEqual(expect.arrayContaining(['fastify', 'pg', 'pg-boss', '@prisma/client']));
  expect(names.filter((name) => neverShipped.test(name))).toEqual([]);
});

test('every package of the bill of materials has its version', () => {
  expect(components.filter(({ version, purl }) => !version || !purl)).toEqual([]);
});
