import { expect, test } from 'vitest';
import { sourceFiles } from './sources.mjs';
import { importGraph } from './walks.mjs';

/** `sync/automations` for a file of that noun of the API; undefined for any other. */
function getNoun(path) {
  return path.match(/^apps\/api\/src\/(\w+\/[^/]+)\//)?.[1];
}

/** The nouns that each noun imports from. */
function linkNouns(graph) {
  const links = new Map();
  for (const [path, imported] of graph) {
    const noun = getNoun(path);
    if (!noun) continue;
    const others = imported.map(getNoun).filter((other) => other && other !== noun);
    links.set(noun, new Set([...(links.get(noun) ?? []), ...others]));
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

test('nouns of the API import in one direction, but for one circle', () => {
  const links = linkNouns(importGraph(sourceFiles()));
  const inCircles = [...links.keys()].filter((noun) => findReachable(links, noun).has(noun));
  expect(inCircles.toSorted()).toEqual([
    'billing/billing-details',
    'billing/checkouts',
    'billing/receipts',
    'billing/subscriptions',
  ]);
});
