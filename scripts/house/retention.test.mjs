import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../root.mjs';
import { readProjectFile } from './sources.mjs';

const page = 'docs/retention.md';
const tidyJob = 'apps/sync-worker/src/tidy.job.ts';
const deletion = 'apps/api/src/people/account-deletion/delete-account.ts';
const schemaFolder = 'packages/db/prisma';

/** The lines of the page's tables. */
const rows = readProjectFile(page)
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (-|what |table )/.test(line))
  .map((line) => {
    const [what, , howLong, setIn] = line
      .slice(1, -1)
      .split(/ \|(?= |$)/)
      .map((cell) => cell.trim());
    const links = [...setIn.matchAll(/\[`(\w+)`\]\(\.\.\/([^)]+)\)/g)].map(([, name, path]) => ({
      name,
      path,
    }));
    return { table: /^`(\w+)`$/.exec(what)?.[1], what, howLong, links };
  });

/** The models of the schema: each table, and the models whose rows take its rows with them. */
const models = readdirSync(join(root, schemaFolder))
  .filter((name) => name.endsWith('.prisma'))
  .flatMap((name) => [...readProjectFile(`${schemaFolder}/${name}`).matchAll(/^model (\w+) \{(.*?)^\}/gms)])
  .map(([, name, body]) => ({
    name,
    table: /@@map\("(\w+)"\)/.exec(body)[1],
    owners: [...body.matchAll(/^\s+\w+\s+(\w+)\??\s+@relation\(.*onDelete: Cascade/gm)].map(
      ([, owner]) => owner,
    ),
  }));

function endsWithUser({ name, owners }) {
  return name === 'User' || models.some((model) => owners.includes(model.name) && endsWithUser(model));
}

/** The tables whose old rows the tidy job deletes, with the days that it keeps them. */
const aged = [...readProjectFile(tidyJob).matchAll(/\btable: '(\w+)',\s+column: '\w+',\s+days: (\w+)/g)].map(
  ([, table, days]) => ({ table, days: /^\d+$/.test(days) ? days : undefined }),
);

function readFigures({ table, links }) {
  return links.flatMap(({ name, path }) => {
    if (name === 'aged') return aged.filter((one) => one.table === table).map(({ days }) => days);
    const figure = new RegExp(`\\b${name}(?: =|:)[^\\n]*?(\\d[\\d_]*)`);
    return figure.exec(readProjectFile(path))?.[1].replaceAll('_', '');
  });
}

test('every table of the database has one line', () => {
  const told = rows.flatMap(({ table }) => table ?? []);
  expect(told.toSorted()).toEqual(models.map(({ table }) => table).toSorted());
});

test.each(rows)('$what is kept as long as the code says', (row) => {
  expect(row.links, 'the last column leads to the code').not.toEqual([]);
  for (const { name, path } of row.links) expect(readProjectFile(path)).toContain(name);
  const said = new Set(row.howLong.match(/\d+/g));
  // What is deleted as soon as it expires has no figure of its own.
  const figures = readFigures(row).filter((figure) => figure !== undefined && figure !== '0');
  expect([...said].toSorted()).toEqual([...new Set(figures)].toSorted());
});

test.each(aged)('the line of $table leads to the job that deletes its old rows', ({ table }) => {
  const { links, howLong } = rows.find((row) => row.table === table);
  expect(links).toContainEqual({ name: 'aged', path: tidyJob });
  expect(howLong).toMatch(/\d|expires?/);
});

test.each(models)('the line of $table says whether it ends with the account', (model) => {
  const { howLong } = rows.find(({ table }) => table === model.table);
  const variable = model.name[0].toLowerCase() + model.name.slice(1);
  const isDeleted = endsWithUser(model) || readProjectFile(deletion).includes(`tx.${variable}.deleteMany`);
  if (howLong.includes('until the account is deleted')) expect(isDeleted).toBe(true);
  if (howLong.startsWith('for good')) expect(isDeleted).toBe(false);
});
