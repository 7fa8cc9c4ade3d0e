import { tidy } from './reference-values.ts';

/**
 * Which names of a source were changed, a second time: written from the rules and without any code of the engine, as plainly as can
 * be. It remembers what each row said, as texts.
 */

/** What each row that counts says, by its id; several texts where its cell has several. */
export type ReferenceSource = ReadonlyMap<string, readonly string[]>;

export type ReferenceRename = { from: string; to: string };

export type ReferenceRenames = {
  renames: ReferenceRename[];
  /** Several names that became one: each is done only when a person ticks it. */
  merges: ReferenceRename[];
  /** Whether a person is asked before anything is written. */
  asks: boolean;
};

const mostAtOnce = 5;

/** Returns the options that were renamed between two looks, however often their rows changed meanwhile. */
export function referenceRenames(input: {
  before: ReferenceSource;
  now: ReferenceSource;
  /** The dropdown as it is. */
  options: readonly string[];
  ignoreCase: boolean;
  /** Cells of the dropdown that say an option. */
  countCells: (option: string) => number;
  /** Above so many cells a person is asked. */
  mostCells: number;
  /** Names that cells still keep of earlier renames: nothing else becomes of them. */
  begun?: readonly string[];
}): ReferenceRenames {
  const { before, now, options, countCells, mostCells, begun = [] } = input;
  const like = (text: string) => (input.ignoreCase ? tidy(text).toLowerCase() : tidy(text));
  const has = (texts: readonly string[], text: string) => texts.some((one) => like(one) === like(text));
  const said = [...before.values()].flat();
  const says = [...now.values()].flat();
  // Two spellings of a name are one, in a row as well.
  const once = (texts: readonly string[]) =>
    texts.filter((text, index) => texts.findIndex((one) => like(one) === like(text)) === index);
  const olds = once(said);
  const found: ReferenceRename[] = [];
  for (const old of olds.filter((text) => has(options, text) && !has(says, text) && !has(begun, text))) {
    const targets = [...before]
      .filter(([, texts]) => has(texts, old))
      .map(([row, texts]) => {
        const after = now.get(row) ?? [];
        const gone = once(texts.filter((text) => !has(after, text)));
        const come = once(after.filter((text) => !has(texts, text)));
        return gone.length === 1 && come.length === 1 ? come[0] : undefined;
      });
    const [to] = targets;
    const isAgreed = to !== undefined && targets.every((one) => one !== undefined && like(one) === like(to));
    // Rows of two would become one where others had the new name before.
    if (isAgreed && !has([...options, ...said, ...begun], to)) found.push({ from: old, to: tidy(to) });
  }
  const isMerge = ({ to }: ReferenceRename) => found.filter((one) => like(one.to) === like(to)).length > 1;
  const merges = found.filter(isMerge);
  const cells = found.reduce((sum, { from }) => sum + countCells(from), 0);
  const asks = merges.length > 0 || found.length > mostAtOnce || cells > mostCells;
  return { renames: found.filter((one) => !isMerge(one)), merges, asks };
}
