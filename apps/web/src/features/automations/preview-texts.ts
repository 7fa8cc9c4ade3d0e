import { formatNumber, type Preview, pluralize, previewNoun } from '@picksync/contracts';

/** Returns what it means that options go. */
export function notAgain(preview: Pick<Preview, 'newNames'>): string {
  return `Nobody can choose these ${previewNoun(preview)}s again.`;
}

/**
 * Returns the words of the tick for a sync that would ask first. `act`: what is done at once when it is ticked, after
 * "Creates, then".
 */
export function tickWords(preview: Preview) {
  const { reason, removed, added } = preview;
  if (reason === 'rows_would_come') {
    const newRows = preview.sourceRows?.added.count ?? 0;
    const rows = pluralize(newRows, 'row');
    return {
      title: `Adds ${rows} to the source`,
      text: 'The columns are new to each other. Options that the source lacks become rows at its bottom.',
      label: newRows === 1 ? 'Add this row' : `Add these ${rows}`,
      act: `adds ${rows} at once`,
    };
  }
  const [verb, verbs] = added.count > 0 ? ['Replace', 'Replaces'] : ['Remove', 'Removes'];
  const options = pluralize(removed.count, previewNoun(preview));
  const fewer =
    reason === 'fewer_source_sheets'
      ? 'The report reads fewer sheets than before. One may only have been moved. '
      : '';
  return {
    title: `${verbs} ${options}${describeUsers(preview)}`,
    text: `${fewer}${keptTexts(preview)}${notAgain(preview)}`,
    label: removed.count === 1 ? `${verb} this ${previewNoun(preview)}` : `${verb} these ${options}`,
    act: `${verbs.toLowerCase()} ${options} at once`,
  };
}

function describeUsers({ used, removed }: Preview): string {
  if (used.rows === 0) return ' that no row uses';
  if (used.options === removed.count) return ` that ${pluralize(used.rows, 'row uses', 'rows use')}`;
  return `, and ${pluralize(used.rows, 'row uses', 'rows use')} ${formatNumber(used.options)} of them`;
}

function keptTexts({ used }: Preview): string {
  if (used.rows === 0) return '';
  return used.rows === 1
    ? 'The 1 row keeps its text. '
    : `The ${pluralize(used.rows, 'row')} keep their text. `;
}

/** Returns whether two values that a warning names differ in nothing but case. */
export function isAboutCase({ added, kept }: Preview, message: string): boolean {
  const bySpelling = new Map<string, string>();
  for (const { text } of [...kept.options, ...added.options]) {
    const folded = text.toLowerCase();
    const other = bySpelling.get(folded);
    if (
      other !== undefined &&
      other !== text &&
      message.includes(`“${text}”`) &&
      message.includes(`“${other}”`)
    )
      return true;
    bySpelling.set(folded, text);
  }
  return false;
}
