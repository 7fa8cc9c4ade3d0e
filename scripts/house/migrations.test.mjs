import { expect, test } from 'vitest';
import { projectFiles, readProjectFile } from './sources.mjs';

/** The first one makes every table, on a database that nobody uses yet. */
const baseline = /_baseline\//;

/**
 * What stops the version before on a large table, and what to do instead. Each looks at one statement; `made` are the tables
 * of the same migration, which nobody reads yet.
 */
const rules = [
  {
    what: /^ALTER TABLE .* RENAME /,
    instead: 'add the new name beside the old one, and drop the old one a release later',
  },
  {
    what: /^ALTER TABLE .* ALTER COLUMN \S+ (SET DATA )?TYPE /,
    instead: 'add a column of the new type and fill it in batches',
  },
  {
    what: /^ALTER TABLE .* ADD COLUMN (?!.* DEFAULT ).*NOT NULL/,
    instead: 'give a default, or allow NULL until every row is filled',
  },
  {
    what: /^ALTER TABLE .* ALTER COLUMN \S+ SET NOT NULL/,
    instead: 'add a CHECK that is NOT VALID, and validate it in the next migration',
  },
  {
    what: /^ALTER TABLE .* ADD CONSTRAINT (?!.*(NOT VALID| USING INDEX )).*/,
    instead: 'add it NOT VALID, and validate it in the next migration',
  },
  {
    what: /^CREATE (UNIQUE )?INDEX (?!CONCURRENTLY)/,
    instead: 'create it CONCURRENTLY, alone in its migration',
  },
  { what: /^(UPDATE|DELETE FROM) /, instead: 'let a job do it in batches' },
];

/** Returns the statements of a migration in one line each, without comments and without the bodies of functions. */
function toStatements(sql) {
  return sql
    .replaceAll(/\$\$[\s\S]*?\$\$/g, '$$$$')
    .replaceAll(/--.*$/gm, '')
    .split(';')
    .map((text) => text.replaceAll(/\s+/g, ' ').trim())
    .filter(Boolean);
}

/** Returns the table that a statement is about, without quotes and schema. */
function toTable(statement) {
  const name =
    /^(?:ALTER TABLE(?: IF EXISTS| ONLY)*|CREATE TABLE(?: IF NOT EXISTS)?|UPDATE|DELETE FROM|CREATE .*? ON) (\S+)/;
  return name.exec(statement)?.[1]?.replaceAll(/"|public\.|\(.*/g, '') ?? '';
}

function findProblems(sql) {
  const statements = toStatements(sql);
  const made = statements.filter((one) => one.startsWith('CREATE TABLE')).map(toTable);
  return statements.flatMap((statement) => {
    if (made.includes(toTable(statement))) return [];
    return rules.filter(({ what }) => what.test(statement)).map(({ instead }) => `${statement}: ${instead}`);
  });
}

test.each([
  ['ALTER TABLE "users" RENAME COLUMN "a" TO "b";', /new name beside/],
  ['ALTER TABLE "users" ALTER COLUMN "a" SET DATA TYPE bigint;', /new type/],
  ['ALTER TABLE "users"\n  ADD COLUMN "a" text NOT NULL;', /give a default/],
  ['ALTER TABLE "users" ALTER COLUMN "a" SET NOT NULL;', /CHECK/],
  ['ALTER TABLE "runs" ADD CONSTRAINT "x" FOREIGN KEY ("a") REFERENCES "users"("id");', /NOT VALID/],
  ['CREATE INDEX "i" ON "users"("a");', /CONCURRENTLY/],
  ['UPDATE users SET a = 1;', /batches/],
])('refuses %s', (sql, problem) => {
  expect(findProblems(sql)).toEqual([expect.stringMatching(problem)]);
});

test.each([
  'ALTER TABLE "users" ADD COLUMN "a" text;',
  `ALTER TABLE "users" ADD COLUMN "a" text NOT NULL DEFAULT 'x';`,
  'CREATE TABLE "new" ("id" uuid NOT NULL); CREATE INDEX "i" ON "new"("id");',
  'CREATE INDEX CONCURRENTLY "i" ON "users"("a");',
  'ALTER TABLE "runs" ADD CONSTRAINT "x" CHECK (a > 0) NOT VALID;',
  'CREATE FUNCTION f() RETURNS trigger AS $$ BEGIN UPDATE users SET a = 1; END $$ LANGUAGE plpgsql;',
])('takes %s', (sql) => {
  expect(findProblems(sql)).toEqual([]);
});

const migrations = projectFiles().filter((path) => path.endsWith('migration.sql') && !baseline.test(path));

test('every migration after the first can be applied while the version before is at work', () => {
  expect(migrations.length).toBeGreaterThan(0);
  const found = migrations.map((path) => [path, findProblems(readProjectFile(path))]);
  expect(Object.fromEntries(found.filter(([, problems]) => problems.length > 0))).toEqual({});
});
