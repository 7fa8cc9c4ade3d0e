import { expect, test } from 'vitest';
import { readProjectFile, sourceFiles } from './sources.mjs';
import { importGraph } from './walks.mjs';

/** `sync/automations` for a file of that noun of the API; undefined for any other. */
function getNoun(path) {
  return path.match(/^apps\/api\/src\/(\w+\/[^/]+)\//)?.[1];
}

/** `renames` for a file of that folder of the worker; undefined for any other, and for those at its root, which build and name all. */
function getWorkerFolder(path) {
  return path.match(/^apps\/sync-worker\/src\/([^/]+)\//)?.[1];
}

/** The folders that each folder imports from. */
function linkFolders(graph, getFolder) {
  const links = new Map();
  for (const [path, imported] of graph) {
    const folder = getFolder(path);
    if (!folder) continue;
    const others = imported.map(getFolder).filter((other) => other && other !== folder);
    links.set(folder, new Set([...(links.get(folder) ?? []), ...others]));
  }
  return links;
}

function findReachable(links, from, found = new Set()) {
  for (const next of links.get(from) ?? []) {
    if (found.has(next)) continue;
    found.add(next);
    findReachable(links, next, found);
  }
  return found;
}

test.each([
  {
    what: 'nouns of the API',
    getFolder: getNoun,
    circle: ['billing/billing-details', 'billing/checkouts', 'billing/receipts', 'billing/subscriptions'],
  },
  { what: 'folders of the worker', getFolder: getWorkerFolder, circle: [] },
])('$what import in one direction, but for $circle.length in a circle', ({ getFolder, circle }) => {
  const links = linkFolders(importGraph(sourceFiles()), getFolder);
  expect(links.size).toBeGreaterThan(5);
  const inCircles = [...links.keys()].filter((folder) => findReachable(links, folder).has(folder));
  expect(inCircles.toSorted()).toEqual(circle);
});

test('folders of the worker import in the order that the architecture page gives', () => {
  const order =
    readProjectFile('docs/architecture.md')
      .match(/`(passes → [^`]+)`/)?.[1]
      ?.split(' → ') ?? [];
  expect(order.length).toBeGreaterThan(5);
  const links = linkFolders(importGraph(sourceFiles()), getWorkerFolder);
  expect(order.filter((folder) => !links.has(folder))).toEqual([]);
  const against = order.flatMap((folder, place) =>
    order.slice(0, place).flatMap((above) => (links.get(folder).has(above) ? `${folder} → ${above}` : [])),
  );
  expect(against).toEqual([]);
});
