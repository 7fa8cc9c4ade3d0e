import { maxBulkAutomations } from '@picksync/contracts';
import { readEntry, toEntryPath, type Wanted } from './entry.ts';
import { parseYaml, tooManyAliases } from './parse-yaml.ts';
import { findPlace, type Path, type Place, type Problem } from './places.ts';

/** An automation of a file, and where its parts stand. */
export type FileEntry = Wanted & {
  place: Place;
  /** Returns where a field stands, by the name that the API has for it. */
  placeOf: (field: string) => Place;
};

type ReadFile = { entries: FileEntry[]; problems: Problem[] };

/** Reads automations from YAML. What is wrong is returned with its place, all of it; only a file without problems may be used. */
export function readFile(text: string): ReadFile {
  const { document, lines, problems } = parseYaml(text);
  if (problems.length > 0) return { entries: [], problems };
  const at = (path: Path) => findPlace(document, path, lines);
  const content = toPlain(document);
  const items = content === tooManyAliases ? content : findItems(content);
  if (typeof items === 'string')
    return { entries: [], problems: [{ place: at(['automations']), message: items }] };
  return readItems(items, at);
}

function findItems(content: unknown): unknown[] | string {
  const missing = 'The file has to have a list with the name “automations”';
  if (typeof content !== 'object' || content === null || !('automations' in content)) return missing;
  const { automations, ...others } = content;
  const [other] = Object.keys(others).filter((name) => !name.startsWith('x-'));
  if (other !== undefined) return `There is no “${other}”; names of your own begin with “x-”`;
  if (automations === null) return [];
  if (!Array.isArray(automations)) return missing;
  return automations.length > maxBulkAutomations
    ? `A file has at most ${maxBulkAutomations} automations`
    : automations;
}

function readItems(items: readonly unknown[], at: (path: Path) => Place): ReadFile {
  const entries: FileEntry[] = [];
  const problems: Problem[] = [];
  const filled = new Map<string, Place>();
  for (const [index, item] of items.entries()) {
    const inItem = (path: Path) => at(['automations', index, ...path]);
    const read = readEntry(item);
    if ('issues' in read) {
      problems.push(
        ...read.issues.slice(0, maxToldOfOne).map(({ path, message }) => ({ place: inItem(path), message })),
      );
      continue;
    }
    const { wanted } = read;
    const place = inItem([]);
    const earlier = filled.get(toKey(wanted.columns));
    if (earlier) {
      const message = `The automation of line ${earlier.line} fills this column already`;
      problems.push({ place: inItem(['destination']), message });
    }
    filled.set(toKey(wanted.columns), place);
    entries.push({ ...wanted, place, placeOf: (field) => inItem(toEntryPath(field)) });
  }
  return { entries, problems };
}

/** So much is told of what is wrong with one automation: a file can hold as many wrong names as it likes. */
const maxToldOfOne = 50;

/** Returns what an automation is known by: the column that it fills. */
export function toKey({ sheetId, targetColumnId }: { sheetId: string; targetColumnId: string }): string {
  return `${sheetId}/${targetColumnId}`;
}

/** How often a file may repeat what has a name in it: it could be made to grow without end. */
const maxAliases = 1000;

/** Returns the content of a file, or `tooManyAliases`. */
function toPlain(document: { toJS: (options: { maxAliasCount: number }) => unknown }): unknown {
  try {
    return withoutBigIntegers(document.toJS({ maxAliasCount: maxAliases }));
  } catch {
    return tooManyAliases;
  }
}

/** Returns the same without big integers: those that are too long for a number are ids, and stay whole as texts. */
function withoutBigIntegers(value: unknown): unknown {
  if (typeof value === 'bigint') {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : String(value);
  }
  if (Array.isArray(value)) return value.map(withoutBigIntegers);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withoutBigIntegers(inner)]));
}
