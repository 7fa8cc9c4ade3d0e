import {
  Composer,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  type Node,
  Parser,
  visit,
  type YAMLMap,
} from 'yaml';
import type { Problem } from './places.ts';

type ParsedYaml = { document: Document.Parsed; lines: LineCounter; problems: Problem[] };

/** Where a fault begins, in characters. */
type Fault = { start: number; message: string };

/** Parses YAML. The document may only be used without problems; of very many the first are told. */
export function parseYaml(text: string): ParsedYaml {
  const lines = new LineCounter();
  const tooDeep: Fault[] = [];
  // Ids of Smartsheet can be longer than a number of JavaScript: they are read digit by digit. The library's own check for names
  // that are there twice compares each with all others.
  const composer = new Composer({ intAsBigInt: true, merge: true, uniqueKeys: false, logLevel: 'error' });
  const tokens = readTokens(text, {
    lines,
    onTooDeep: (start) => tooDeep.push({ start, message: nestedTooDeep }),
  });
  const [document, other] = withoutStacks(() => [
    ...composer.compose(tokens, true, text.length),
  ]) as Document.Parsed[];
  if (!document) throw new Error('The parser returned no document');
  const faults = tooDeep.length > 0 ? tooDeep : listFaults(document, other);
  const problems = faults.slice(0, maxTold).map(({ start, message }) => {
    const { line, col } = lines.linePos(start);
    return { place: { line, column: col }, message: message.slice(0, maxMessageLength) };
  });
  return { document, lines, problems };
}

/** The library makes an error of each fault, and what is no YAML has one in each character: their stacks take most of the time. */
function withoutStacks<T>(work: () => T): T {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return work();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

const maxTold = 50;
/** A message can quote the file, which may hold a word without end. */
const maxMessageLength = 200;

/** Far more than an automation needs; the parser, which calls itself for each, gets through some hundreds. */
const maxDepth = 100;
const nestedTooDeep = `More than ${maxDepth} lists or names stand inside each other here`;

type Reading = { lines: LineCounter; onTooDeep: (start: number) => void };

/** Yields the tokens of a text, up to where they are nested too deep. */
function* readTokens(text: string, { lines, onTooDeep }: Reading) {
  const parser = new Parser(lines.addNewLine);
  lines.addNewLine(0);
  for (const lexeme of new Lexer().lex(text)) {
    yield* parser.next(lexeme);
    if (parser.stack.length > maxDepth) return onTooDeep(parser.offset);
  }
  yield* parser.end();
}

function listFaults(document: Document.Parsed, other: Document.Parsed | undefined): Fault[] {
  const faults: Fault[] = document.errors.map(({ pos: [start], message }) => ({ start, message }));
  if (other) faults.push({ start: other.range[0], message: 'A second document begins here; a file has one' });
  return faults.length > 0 ? faults : findFaults(document);
}

/** So many times a file may stand on what has a name in it. */
const maxAliases = 20_000;

/** Returns what the parser allows: names that are there twice, and aliases of what is not there, or not closed yet. */
function findFaults(document: Document.Parsed): Fault[] {
  const faults: Fault[] = [];
  const named = new Map<string, Node>();
  let aliases = 0;
  visit(document, {
    Node: (_, node, path) => {
      const start = node.range?.[0] ?? 0;
      if (isAlias(node)) {
        const { source } = node;
        aliases += 1;
        if (aliases > maxAliases) {
          faults.push({ start, message: tooManyAliases });
          return visit.BREAK;
        }
        if (!named.has(source)) faults.push({ start, message: `Nothing before this is named “&${source}”` });
        else if (path.includes(named.get(source) as Node))
          faults.push({ start, message: `“&${source}” cannot hold itself` });
      } else if (node.anchor) named.set(node.anchor, node);
      if (isMap(node)) faults.push(...findPairFaults(node, named));
      return faults.length > maxTold ? visit.BREAK : undefined;
    },
  });
  return faults;
}

/** Returns where names begin that their map has already, and values that cannot be taken into a map. */
function findPairFaults({ items }: YAMLMap, named: ReadonlyMap<string, Node>): Fault[] {
  const faults: Fault[] = [];
  const names = new Set<unknown>();
  const isMapNode = (node: unknown) => isMap(isAlias(node) ? named.get(node.source) : node);
  for (const { key, value } of items) {
    if (!isScalar(key)) continue;
    const start = key.range?.[0] ?? 0;
    // The parser has a symbol for it.
    if (typeof key.value === 'symbol') {
      const taken = isAlias(value) ? named.get(value.source) : value;
      const isFit = isSeq(taken) ? taken.items.every(isMapNode) : isMap(taken) || taken === undefined;
      if (!isFit) faults.push({ start, message: 'Only settings with names can be taken in with “<<”' });
    } else if (names.has(key.value)) faults.push({ start, message: 'This name is there twice' });
    names.add(key.value);
  }
  return faults;
}

export const tooManyAliases = 'The file repeats what has a name in it too often';
