import {
  type Automation,
  type AutomationSettings,
  formatNumber,
  type Preview,
  type PreviewList,
  type PreviewOption,
  pluralize,
  previewNote,
  previewTitle,
  usedSentence,
} from '@picksync/contracts';
import { toJsonText, toOneLine } from '../one-line.ts';
import type { Paint } from '../paint.ts';
import type { Plan, Step } from './make-plan.ts';

/** How many options of a list are written out; the rest is counted. */
const shownAtFirst = 8;

export type Look = {
  paint: Paint;
  /** Whether every option is written out that the API shows. */
  isWhole: boolean;
};

/** Returns a plan as lines: what differs with what the next sync would do, and what stays. */
export function toPlanLines({ steps, unchanged, lacking }: Plan, look: Look): string[] {
  const { paint } = look;
  return [
    ...steps.flatMap((step) => [...toStepLines(step, look), '']),
    ...(lacking.length > 0 ? [...toLackingLines(lacking, paint), ''] : []),
    toSummary({ steps, unchanged }),
  ];
}

function toStepLines(step: Step, look: Look): string[] {
  const { paint } = look;
  if (step.act === 'delete')
    return [
      `${paint('red', '-')} ${toOneLine(step.automation.name)}`,
      '    It is deleted. The column keeps its list.',
    ];
  const { entry, preview } = step;
  const line = paint('dim', `line ${entry.place.line}`);
  const head = step.act === 'create' ? paint('green', '+') : paint('yellow', '~');
  const changes =
    step.act === 'create' ? [] : step.edit.changes.map((change) => `    ${toChangeText(change)}`);
  return [
    `${head} ${toOneLine(entry.name)}  ${line}`,
    ...changes,
    ...(preview ? toPreviewLines(preview, look) : []),
    ...(preview && lacksNames(preview, entry.settings) ? [`    ${namesUnknown}`] : []),
  ];
}

/** Returns whether names are to be followed and nobody knows yet which row has which. */
function lacksNames({ renames }: Preview, settings: Pick<AutomationSettings, 'renames'>): boolean {
  return settings.renames === 'follow' && renames === null;
}

const namesUnknown =
  'Names are known from the next sync on; until then a new one is added and the old one removed.';

function toChangeText({ field, before, after }: { field: string; before: unknown; after: unknown }): string {
  return `${field}: ${toJsonText(before)} → ${toJsonText(after)}`;
}

/** Returns a preview as the form shows it. */
export function toPreviewLines(preview: Preview, look: Look): string[] {
  const { renames, sourceRows, drift, leaving, keptInUse, filteredOut, newNames, warnings } = preview;
  const sentences = [previewTitle(preview), previewNote(preview), usedSentence(preview)];
  return [
    ...sentences.filter((sentence) => sentence !== null).map((sentence) => `    ${toOneLine(sentence)}`),
    ...(renames ? toRenameLines(renames, look) : []),
    ...toListLines('+', preview.added, look),
    ...toListLines('-', preview.removed, look),
    ...toCountLine(newNames, [
      'gets another name at the same address',
      'get another name at the same address',
    ]),
    ...toCountLine(keptInUse, ['stays because rows use it', 'stay because rows use them']),
    ...toCountLine(leaving, ['leaves later', 'leave later']),
    ...toCountLine(filteredOut, ['is left out by the filters', 'are left out by the filters']),
    ...toCountLine(sourceRows?.added, ['becomes a row of the source', 'become rows of the source']),
    ...toCountLine(sourceRows?.deleted, [
      'is a row of the source that would be deleted',
      'are rows of the source that would be deleted',
    ]),
    ...toCountLine(drift?.added, ['was added by hand', 'were added by hand']),
    ...toCountLine(drift?.removed, ['was removed by hand', 'were removed by hand']),
    ...warnings.map(({ message }) => `    ${look.paint('yellow', '!')} ${toOneLine(message)}`),
  ];
}

function toListLines(sign: '+' | '-', { count, options }: PreviewList, { paint, isWhole }: Look): string[] {
  const shown = isWhole ? options : options.slice(0, shownAtFirst);
  const left = count - shown.length;
  const lines = shown.map(
    (option) => `      ${paint(sign === '+' ? 'green' : 'red', `${sign} ${toOptionText(option)}`)}`,
  );
  return left > 0 ? [...lines, `      ${sign} … and ${formatNumber(left)} more`] : lines;
}

type Renames = NonNullable<Preview['renames']>;

function toRenameLines({ count, rows, locked, list, underWay }: Renames, { paint, isWhole }: Look): string[] {
  const shown = isWhole ? list : list.slice(0, shownAtFirst);
  const left = count - shown.length;
  return [
    ...shown.map((rename) => `      ${paint('yellow', `~ ${toRenameText(rename)}`)}`),
    ...(left > 0 ? [`      ~ … and ${formatNumber(left)} more`] : []),
    ...toCountLine({ count: rows - locked }, ['cell changes', 'cells change']),
    ...toCountLine({ count: underWay?.cells ?? 0 }, [
      'cell of an earlier rename changes',
      'cells of an earlier rename change',
    ]),
    ...toCountLine({ count: locked }, [
      'cell cannot be changed and keeps the old name',
      'cells cannot be changed and keep the old name',
    ]),
  ];
}

function toRenameText({ from, to, rows, isMerge }: Renames['list'][number]): string {
  const merge = isMerge ? ', which another name becomes as well' : '';
  return `${toOptionText({ text: from, rows })} → ${toOneLine(to)}${merge}`;
}

function toOptionText({ text, rows }: PreviewOption): string {
  if (!rows) return toOneLine(text);
  return `${toOneLine(text)} (${pluralize(rows, 'row')})`;
}

function toCountLine(
  counted: { count: number } | null | undefined,
  [one, many]: readonly [string, string],
): string[] {
  const { count } = counted ?? { count: 0 };
  return count > 0 ? [`    ${pluralize(count, one, many)}`] : [];
}

function toLackingLines(lacking: readonly Automation[], paint: Paint): string[] {
  const names = lacking.map(({ name }) => `  ${paint('dim', toOneLine(name))}`);
  return [
    `Not in the file, and left alone (--prune deletes ${lacking.length === 1 ? 'it' : 'them'}):`,
    ...names,
  ];
}

/** Returns in one line how many differ. */
export function toSummary({ steps, unchanged }: Pick<Plan, 'steps' | 'unchanged'>): string {
  const countOf = (act: Step['act']) => steps.filter((step) => step.act === act).length;
  const counts = `${countOf('create')} to create, ${countOf('edit')} to change, ${countOf('delete')} to delete`;
  if (steps.length === 0) return `Nothing to do: ${unchanged} as the file says.`;
  return `${counts}, ${unchanged} as the file says.`;
}

/** Returns a plan as data for other programs. */
export function toPlanData({ steps, unchanged, lacking }: Plan) {
  return {
    steps: steps.map(toStepData),
    unchanged,
    lacking: lacking.map(({ id, name }) => ({ id, name })),
  };
}

function toStepData(step: Step) {
  if (step.act === 'delete') return { act: step.act, id: step.automation.id, name: step.automation.name };
  const { name, place, columns } = step.entry;
  const destination = { sheet: columns.sheetId, column: columns.targetColumnId };
  const common = { act: step.act, name, line: place.line, destination, preview: step.preview };
  return step.act === 'edit' ? { ...common, id: step.automation.id, changes: step.edit.changes } : common;
}
