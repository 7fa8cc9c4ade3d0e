import {
  type Automation,
  formatNumber,
  isolated,
  maxNamedRows,
  type Preview,
  pluralize,
  renamesWithoutReview,
} from '@picksync/contracts';

/** An option of which one name clearly became another. */
export type Rename = NonNullable<Preview['renames']>['list'][number];

/** Returns the options that a preview would rename; none where it knows nothing of names. */
export function countRenames({ renames }: Preview): number {
  return renames?.count ?? 0;
}

/** Returns what is to be said of one renamed option beside its rows; null where that is nothing. */
export function lockedText({ locked, rows }: Rename): string | null {
  if (locked === 0) return null;
  if (rows === 1)
    return 'It is locked, holds a formula, or Smartsheet refuses it: it keeps the old name. The old option stays until it is changed.';
  return locked === 1
    ? '1 of them is locked, holds a formula, or Smartsheet refuses it: it keeps the old name. The old option stays until it is changed.'
    : `${locked} of them are locked, hold a formula, or Smartsheet refuses them: they keep the old name. The old option stays until they are changed.`;
}

/** Said of a line whose new name is that of another one as well. */
export const mergeText =
  'Two names became this one, so nobody can tell their rows apart afterwards. Tick to merge them.';

/** Said of such a line where it cannot be ticked. */
export const previewedMergeText =
  'Two names became this one. It is renamed only when you tick it in the review.';

/** Returns whether a line is the first of those whose names became one. */
export function isFirstOfMerge(list: readonly Rename[], index: number): boolean {
  const line = list[index];
  return line?.isMerge === true && list.findIndex(({ to, isMerge }) => isMerge && to === line.to) === index;
}

/** Returns why a sync that follows names asks before it renames: each reason in a sentence. */
export function whyNamesText({ maxRenamedRows }: Automation, preview: Preview): string {
  const { renames, removed, fewerSheets } = preview;
  const { count = 0, rows = 0, list = [] } = renames ?? {};
  const reasons = [
    list.some(({ isMerge }) => isMerge) && 'Two names became one, which could not be undone.',
    count > renamesWithoutReview &&
      `More than ${renamesWithoutReview} names changed at once, so it may not be a rename at all.`,
    rows > maxRenamedRows &&
      `${pluralize(rows, 'row uses', 'rows use')} ${count === 1 ? 'it' : 'them'}, and you are asked above ${pluralize(maxRenamedRows, 'row')}.`,
    fewerSheets &&
      `The report reads ${pluralize(fewerSheets.found, 'sheet')} instead of ${fewerSheets.before}, and ${pluralize(removed.count, 'option')} would be removed. A sheet may only have been moved or unshared, and nobody tells us which.`,
  ].filter((reason) => typeof reason === 'string');
  return reasons.length > 0 ? reasons.join(' ') : 'You are asked before they are renamed.';
}

/** Returns how many cells a difference changes, and whose change their history shows. */
export function cellsText({ rows, locked }: NonNullable<Preview['renames']>, email: string | null): string {
  const cells = `${pluralize(rows - locked, 'cell changes', 'cells change')}.`;
  return email === null || rows === locked ? cells : `${cells} Their history in Smartsheet shows ${email}.`;
}

/** Returns why nothing is known of the names that rows had, where names are to be followed; null where it is. */
export function unknownNamesText({ renames, rows }: Preview): string | null {
  if (renames !== null) return null;
  if (rows.valued > maxNamedRows)
    return `More than ${formatNumber(maxNamedRows)} rows have a value, so a name that changes is added and the old one removed.`;
  return 'Which row has which name is known from the next sync on. Until then, names are added and removed.';
}

/** Returns why cells cannot be changed, as far as that is known: they are counted together. */
export function whyLockedText({ cellsLocked }: NonNullable<Automation['renaming']>): string {
  return cellsLocked === 1
    ? 'It is locked, holds a formula, or Smartsheet refuses it. Both names are options until it is changed.'
    : 'They are locked, hold a formula, or Smartsheet refuses them. Both names are options until they are changed.';
}

/** What a person's ticks come to. */
export type RenameSums = {
  /** Options that are renamed, and the cells that change with them. */
  renamed: number;
  cells: number;
  /** New names that are added and old ones that are removed in place of a rename. */
  adds: readonly string[];
  removes: readonly string[];
  /** Rows of what is not renamed: they keep their text. */
  rowsLeft: number;
};

/** Returns what renaming only the ticked lines comes to. */
export function sumRenames(
  list: readonly Rename[],
  ticked: ReadonlySet<string>,
  mode: Automation['mode'],
): RenameSums {
  const [chosen, others] = [
    list.filter(({ id }) => ticked.has(id)),
    list.filter(({ id }) => !ticked.has(id)),
  ];
  const arrived = new Set(chosen.map(({ to }) => to));
  const removed = mode === 'keep_used' ? others.filter(({ rows }) => rows === 0) : others;
  return {
    renamed: chosen.length,
    cells: chosen.reduce((sum, { rows, locked }) => sum + rows - locked, 0),
    adds: [...new Set(others.map(({ to }) => to).filter((to) => !arrived.has(to)))],
    removes: [...new Set(removed.map(({ from }) => from))],
    rowsLeft: others.reduce((sum, { rows }) => sum + rows, 0),
  };
}

/** Returns how many are ticked, and how many cells that changes. */
export function tickedText({ renamed, cells }: RenameSums): string {
  return `${formatNumber(renamed)} ticked, ${pluralize(cells, 'cell')}.`;
}

/** What happens to a line that is not ticked. */
export const unticked =
  'What is not ticked: the new name is added, the old one removed, and cells keep their text.';

const named = 2;

function listNames(names: readonly string[]): string {
  if (names.length > named) return pluralize(names.length, 'name');
  return new Intl.ListFormat('en-US').format(names.map((name) => isolated(name)));
}

/** Returns the label and the effect of each answer about names. */
export function toNameAnswers(preview: Preview, sums: RenameSums) {
  const list = preview.renames?.list ?? [];
  const fresh = new Set(list.map(({ to }) => to)).size + preview.added.count;
  const { renamed, cells } = sums;
  return {
    approve: renamed === 0 ? 'Rename none' : `Rename ${pluralize(renamed, 'option')}`,
    approveText: [
      renamed > 0 && (cells === 0 ? 'Changes no cell.' : `Changes ${pluralize(cells, 'cell')}.`),
      otherwiseText(preview, sums),
      rowsLeftText(sums),
    ]
      .filter(Boolean)
      .join(' '),
    keep: preview.renames?.count === 1 ? 'Keep the old name' : 'Keep the old names',
    keepText: `Adds ${pluralize(fresh, 'new name')} and removes nothing. You are asked again when the source changes.`,
  };
}

/** Returns what else is added and removed; null where that is nothing. */
function otherwiseText({ added, removed }: Preview, { renamed, adds, removes }: RenameSums): string | null {
  const comes = [
    adds.length > 0 && listNames(adds),
    added.count > 0 && pluralize(added.count, 'other new option'),
  ].filter(Boolean);
  const goes = [
    removes.length > 0 && listNames(removes),
    removed.count > 0 && pluralize(removed.count, 'other option'),
  ].filter(Boolean);
  const also = renamed > 0 ? ' also' : '';
  if (comes.length + goes.length === 0) return null;
  const [coming, going] = [comes.join(' and '), goes.join(' and ')];
  if (coming === '') return `It${also} removes ${going}.`;
  return going === '' ? `It${also} adds ${coming}.` : `It${also} adds ${coming} and removes ${going}.`;
}

function rowsLeftText({ rowsLeft }: RenameSums): string | null {
  if (rowsLeft === 0) return null;
  return `${pluralize(rowsLeft, 'row keeps its', 'rows keep their')} text.`;
}

/** Returns how many cells keep an old name because they cannot be changed. */
export function lockedCellsText({ names, cellsLocked }: NonNullable<Automation['renaming']>): string {
  const cells = pluralize(cellsLocked, 'cell');
  return `${cells} with ${names === 1 ? 'the old name' : 'an old name'} cannot be changed.`;
}

type RanNames = {
  renamed?: number | undefined;
  cellsRenamed?: number | undefined;
  cellsLocked?: number | undefined;
};

/** Returns what a run did to cells with an old name; null where it renamed none. */
export function renamedCellsText({
  renamed = 0,
  cellsRenamed = 0,
  cellsLocked = 0,
}: RanNames): string | null {
  // Contacts get their new name in the list; no cell is touched.
  if (renamed === 0 || cellsRenamed + cellsLocked === 0) return null;
  if (cellsLocked === 0) return `${pluralize(cellsRenamed, 'cell')} renamed`;
  const all = cellsRenamed + cellsLocked;
  return `${cellsRenamed} of ${pluralize(all, 'cell')} renamed, ${cellsLocked === 1 ? '1 keeps' : `${cellsLocked} keep`} the old name`;
}
