import { dirname, join } from 'node:path';

const importStatement = /^(?:import|export)\s+(type\s+)?([^;]*?)\s+from\s+'([^']+)'/gm;

/** The names of `{ a, type B, c as d }`, as the other file calls them; `null` for `* as x` and a default import. */
function splitNames(clause) {
  const list = clause.match(/\{([^}]*)\}/)?.[1];
  if (list === undefined) return null;
  return list
    .split(',')
    .map((name) => name.trim().replace(/^type\s+/, ''))
    .filter((name) => name !== '')
    .map((name) => name.split(/\s+as\s+/)[0]);
}

/** Which file of a package each name of its barrel comes from. */
function findBarrel(files, folder) {
  const barrel = files.get(join(folder, 'src/index.ts'));
  const homes = new Map();
  for (const [, , clause, from] of (barrel ?? '').matchAll(importStatement)) {
    for (const name of splitNames(clause) ?? []) homes.set(name, join(folder, 'src', from));
  }
  return homes;
}

/**
 * The files each file imports something from, types included: what is handed over as an argument is named by its type.
 * A name of a package counts for the file it is written in, not for the barrel.
 */
export function importGraph(sources) {
  const files = new Map(sources.map(({ path, text }) => [path, text]));
  const barrels = new Map();
  const homesIn = (folder) => {
    if (!barrels.has(folder)) barrels.set(folder, findBarrel(files, folder));
    return barrels.get(folder);
  };
  const graph = new Map();
  for (const [path, text] of files) {
    const imported = new Set();
    for (const [, , clause, from] of text.matchAll(importStatement)) {
      const own = from.match(/^@picksync\/([^/]+)$/)?.[1];
      if (own) {
        const homes = homesIn(`packages/${own}`);
        for (const name of splitNames(clause) ?? []) imported.add(homes.get(name));
      } else if (from.startsWith('.')) imported.add(join(dirname(path), from));
    }
    graph.set(
      path,
      [...imported].filter((file) => files.has(file) && file !== path),
    );
  }
  return graph;
}

/** The longest chain of imports from one file to another, both included; empty when there is none. */
export function longestWalk(graph, { from, to }) {
  const known = new Map();
  const walk = (file, behind) => {
    if (file === to) return [file];
    if (known.has(file)) return known.get(file);
    let longest = [];
    for (const next of graph.get(file) ?? []) {
      if (behind.has(next)) continue;
      const rest = walk(next, new Set([...behind, file]));
      if (rest.length > 0 && rest.length + 1 > longest.length) longest = [file, ...rest];
    }
    known.set(file, longest);
    return longest;
  };
  return walk(from, new Set());
}
