import { expect, test } from 'vitest';
import { readProjectFile, sourceFiles } from './sources.mjs';
import { importGraph, longestWalk } from './walks.mjs';

const sources = sourceFiles();
// Every rule names the context, whose types come from everywhere: nobody walks through it.
const contexts = /\/(?:base|src)\/context\.ts$/;
const graph = new Map(
  [...importGraph(sources)].map(([path, imported]) => [
    path,
    imported.filter((file) => !contexts.test(file)),
  ]),
);
const call = 'packages/smartsheet-client/src/transport.ts';
const routes = /^apps\/api\/src\/\w+\/[^/]+\/[^/]+\.routes\.ts$/;
const jobs = /^apps\/sync-worker\/src\/.*\.job\.ts$/;

const walksFrom = (starts) =>
  sources
    .filter(({ path }) => starts.test(path))
    .map(({ path }) => longestWalk(graph, { from: path, to: call }))
    .filter((walk) => walk.length > 0);

test.each([
  {
    from: 'a route',
    starts: routes,
    through: 'apps/api/src/sync/automations/automations.routes.ts',
    most: 10,
  },
  { from: 'a job', starts: jobs, through: 'apps/sync-worker/src/passes/sync-connection.job.ts', most: 11 },
])(
  'from $from to the call of Smartsheet nobody has to open more than $most files',
  ({ starts, through, most }) => {
    const walks = walksFrom(starts);
    expect(walks.map(([first]) => first)).toContain(through);
    expect(walks.filter((walk) => walk.length > most)).toEqual([]);
  },
);

test('a file that only forwards makes the walk longer', () => {
  const rule = { path: 'apps/x/rule.ts', text: "import { call } from './call.ts';\n" };
  const route = (from) => ({ path: 'apps/x/x.routes.ts', text: `import { act } from '${from}';\n` });
  const target = { path: 'apps/x/call.ts', text: 'export function call() {}\n' };
  const between = { path: 'apps/x/forward.ts', text: "export { act } from './rule.ts';\n" };
  const length = (...files) =>
    longestWalk(importGraph([...files, rule, target]), { from: 'apps/x/x.routes.ts', to: target.path })
      .length;
  expect(length(route('./rule.ts'))).toBe(3);
  expect(length(route('./forward.ts'), between)).toBe(4);
});

/** The rows of a table of functions, with what each of them says. */
function readTable(title) {
  const section = readProjectFile('docs/architecture.md').split(`## ${title}`)[1]?.split('\n## ')[0] ?? '';
  const rows = [...section.matchAll(/^\|\s*\d+\s*\|\s*`(\w+)`\s*\|\s*`([^`]+)`\s*\|(.*)\|$/gm)];
  expect(rows.length).toBeGreaterThan(5);
  for (const [, name, path] of rows)
    expect(readProjectFile(path), path).toMatch(new RegExp(`function ${name}\\b|^ +${name}: `, 'm'));
  return { section, rows: rows.map(([, name, path, why]) => ({ name, path, why })) };
}

test('a job reaches the call of Smartsheet through at most 14 functions, each where the page says', () => {
  const { rows } = readTable('From a job to the call');
  expect(rows.length).toBeLessThanOrEqual(14);
  for (const [index, { path }] of rows.entries()) {
    const next = rows[index + 1]?.path;
    // The job is handed to `runJob` by the table of handlers.
    if (next && index > 0)
      expect(longestWalk(graph, { from: path, to: next }), `${path} → ${next}`).not.toEqual([]);
  }
});

test('from the event of a payment to the plan nobody has to open more than 20 files, and two to see it, each where the page says', () => {
  const { section, rows } = readTable('From a payment to the plan');
  const files = new Set(section.match(/apps\/api\/src\/[\w./-]+\.ts/g));
  const alternatives = rows.filter(({ why }) => why.includes('instead of the row above'));
  expect(new Set(rows.map(({ path }) => path)).size - alternatives.length).toBeLessThanOrEqual(20);
  expect(files.size - rows.length).toBe(2);
  for (const [index, { path, why }] of rows.entries()) {
    if (index === 0 || /\bthe (?:queue|context)\b/.test(why)) continue;
    const above = rows.slice(0, index).map((row) => row.path);
    expect(
      above.filter((one) => graph.get(one)?.includes(path)),
      path,
    ).not.toEqual([]);
  }
  const pathOf = (wanted) => rows.find(({ name }) => name === wanted)?.path;
  const [from, to] = [pathOf('refreshSubscriptionJob'), pathOf('changeSubscription')];
  expect(longestWalk(graph, { from, to }).length, `${from} → ${to}`).toBeLessThanOrEqual(7);
});
