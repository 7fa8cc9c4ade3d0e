import { isAlias, isMap, isScalar, isSeq, type LineCounter, type Node, type ParsedNode } from 'yaml';

/** Where something stands in a file; both count from 1. */
export type Place = { line: number; column: number };

/** What is wrong, and where. */
export type Problem = { place: Place; message: string };

export type Path = readonly PropertyKey[];

type Parsed = { contents: ParsedNode | null };

/**
 * Returns where a value stands, by its path; where it is missing, the place of what should hold it. The name of a field stands
 * for its value.
 */
export function findPlace(document: Parsed, path: Path, lines: LineCounter): Place {
  let node: Node | null = document.contents;
  let found: Node | null = node;
  for (const step of path) {
    // What an alias stands for is written somewhere else; the alias is what is wrong here.
    if (!node || isAlias(node)) break;
    const next = isMap(node) ? findPair(node, step) : isSeq(node) ? toEntry(node.items[Number(step)]) : null;
    if (!next) break;
    found = next.at;
    node = next.value;
  }
  const { line, col } = lines.linePos(found?.range?.[0] ?? 0);
  return { line, column: col };
}

type Entry = { at: Node; value: Node | null };

function toEntry(item: unknown): Entry | null {
  return item ? { at: item as Node, value: item as Node } : null;
}

function findPair(
  map: { items: readonly { key: unknown; value: unknown }[] },
  step: PropertyKey,
): Entry | null {
  const pair = map.items.find(({ key }) => isScalar(key) && String(key.value) === String(step));
  return pair ? { at: pair.key as Node, value: pair.value as Node | null } : null;
}
