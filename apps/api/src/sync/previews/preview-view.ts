import {
  type AutomationSettings,
  type FailureReason,
  type Preview,
  type PreviewList,
  type PreviewOption,
  pluralize,
  previewFailureSentence,
  previewOptionsShown,
  previewRenamesShown,
  previewTextLength,
  type RunWarning,
  runWarnings,
} from '@picksync/contracts';
import type { Column } from '@picksync/smartsheet-client';
import {
  type OptionIdentity,
  type Plan,
  type SourceFindings,
  type SourceRowChanges,
  type SourceValues,
  sourceFindings,
  toIdentity,
} from '@picksync/sync-engine';
import { firstCharacters } from '../../base/first-characters.ts';

/** Returns a plan as it is shown to a person: its texts go nowhere else. */
export function toPreviewView(seen: {
  plan: Plan;
  /** Of a two-way automation. */
  rows?: SourceRowChanges | null;
  column: Pick<Column, 'options' | 'type'>;
  sourceValues: SourceValues;
  /** Returns the first row of the source for each of these values. */
  findFirstRows: (values: ReadonlySet<string>) => ReadonlyMap<string, number>;
  settings: AutomationSettings;
  optionLimit: number;
  fingerprint: string;
  readAt: Date;
}): Preview {
  const { plan, rows = null, column, sourceValues, settings, optionLimit, fingerprint, readAt } = seen;
  const identity = toIdentity(column);
  const findings = sourceFindings(sourceValues, { ...settings, identity });
  return {
    readAt: readAt.toISOString(),
    ...toLists(plan),
    ...(identity === 'address' && { newNames: toNewNames(plan) }),
    sourceRows: rows && getSourceRows(rows),
    rows: sourceValues.rows,
    used: getUsed(plan),
    optionCount: column.options?.length ?? 0,
    optionCountAfter: plan.options.length,
    optionLimit,
    verdict: plan.verdict,
    fewerSheets: ('reason' in plan && plan.figures.fewerSheets) || null,
    reason: 'reason' in plan ? plan.reason : null,
    message: 'reason' in plan ? previewFailureSentence(plan.reason, plan.figures) : null,
    warnings: [
      ...countWarning('no_address', sourceValues.withoutAddress, [
        'contact without an address is left out',
        'contacts without an address are left out',
      ]),
      ...listWarnings(findings, { findFirstRows: seen.findFirstRows, identity }),
      ...listOtherWarnings(plan),
    ],
    needsReview: plan.verdict === 'waiting_review',
    fingerprint,
  };
}

function toNewNames({ newNames }: Plan): NonNullable<Preview['newNames']> {
  const contacts = newNames.slice(0, previewOptionsShown);
  return {
    count: newNames.length,
    contacts: contacts.map(({ from, to }) => ({ from: shown(from), to: shown(to) })),
  };
}

function getSourceRows({ toAdd, toDelete }: SourceRowChanges): Preview['sourceRows'] {
  const rows = toDelete.slice(0, previewOptionsShown).map(({ rowNumber, text, filledCells }) => {
    return { rowNumber, text: shown(text), filledCells };
  });
  const cells = toDelete.reduce((sum, { filledCells }) => sum + filledCells, 0);
  const texts = toAdd.map(({ text }) => text);
  return { added: toPreviewList(texts, null), deleted: { count: toDelete.length, cells, rows } };
}

/** Returns a preview of a run that would fail before it looked. */
export function toRefusedPreview(preview: Preview, reason: FailureReason): Preview {
  const message = previewFailureSentence(reason);
  return { ...preview, verdict: 'refused', reason, message, needsReview: false };
}

function toLists(plan: Plan) {
  const { drift, leaving, uses } = plan;
  const list = (texts: readonly string[]) => toPreviewList(texts, uses);
  const later = leaving.slice(0, previewOptionsShown);
  return {
    added: list(plan.added),
    removed: toRemovedList(plan.removed, uses),
    kept: list(plan.kept),
    keptInUse: list(plan.keptInUse),
    leaving: {
      count: leaving.length,
      options: later.map(({ option, leavesAt }) => ({
        ...toOption(option, uses),
        leavesAt: leavesAt.toISOString(),
      })),
    },
    // These are values of the source: rows of the destination do not use them.
    filteredOut: toPreviewList(plan.filteredOut, null),
    renames: toRenames(plan.renames),
    drift: drift && { added: list(drift.added), removed: list(drift.removed) },
  };
}

/** Returns what would be renamed, apart from what an earlier run has begun; null where nothing is known of names. */
function toRenames(renames: Plan['renames']): Preview['renames'] {
  if (!renames?.isKnown) return null;
  const asked = renames.list.filter(({ isUnderWay }) => !isUnderWay);
  const begun = renames.list.filter(({ isUnderWay }) => isUnderWay);
  if (begun.length === 0) {
    const { list, cells, locked } = renames;
    return { count: list.length, rows: cells, locked, list: toRenameLines(list) };
  }
  return {
    count: asked.length,
    rows: sum(asked, 'rows'),
    locked: sum(asked, 'locked'),
    list: toRenameLines(asked),
    underWay: {
      count: begun.length,
      cells: sum(begun, 'rows') - sum(begun, 'locked'),
      list: toRenameLines(begun),
    },
  };
}

type Renames = NonNullable<Plan['renames']>['list'];

function sum(list: Renames, what: 'rows' | 'locked'): number {
  return list.reduce((total, one) => total + one[what], 0);
}

function toRenameLines(list: Renames) {
  return list.slice(0, previewRenamesShown).map(({ id, from, to, rows, locked, isMerge }) => ({
    id,
    from: shown(from),
    to: shown(to),
    rows,
    locked,
    isMerge,
  }));
}

/** Returns a list as a preview shows it: the first options, cut where they are long, and how many there are. */
export function toPreviewList(texts: readonly string[], uses: Plan['uses']): PreviewList {
  const options = texts.slice(0, previewOptionsShown);
  return { count: texts.length, options: options.map((text) => toOption(text, uses)) };
}

/** Returns options that are removed as a preview shows them: where not all fit, those that rows use before the others. */
export function toRemovedList(texts: readonly string[], uses: Plan['uses']): PreviewList {
  const isUsed = (text: string) => Number((uses?.get(text) ?? 0) > 0);
  const usedFirst = texts.toSorted((one, other) => isUsed(other) - isUsed(one));
  const listed = new Set(usedFirst.slice(0, previewOptionsShown));
  return {
    ...toPreviewList(
      texts.filter((text) => listed.has(text)),
      uses,
    ),
    count: texts.length,
  };
}

function toOption(text: string, uses: Plan['uses']): PreviewOption {
  return { text: shown(text), rows: uses?.get(text) ?? null };
}

/** Returns how many options would be missing in cells that use them, and in how many rows. */
function getUsed({ removed, uses }: Plan): Preview['used'] {
  const counts = removed.map((option) => uses?.get(option) ?? 0).filter((rows) => rows > 0);
  return { options: counts.length, rows: counts.reduce((sum, rows) => sum + rows, 0) };
}

function shown(text: string): string {
  return shorten(text, previewTextLength);
}

type Warning = Preview['warnings'][number];

/** Warnings that the sentences below replace, with numbers. */
const counted: RunWarning[] = ['duplicates_dropped', 'formula_errors_skipped', 'contacts_without_address'];

function listOtherWarnings({ warnings }: Plan): Warning[] {
  return warnings
    .filter((warning) => !counted.includes(warning))
    .map((warning) => ({
      code: warning === 'near_option_limit' ? warning : 'other',
      message: runWarnings[warning],
    }));
}

/** How many groups of values that look alike are quoted. */
const groupsQuoted = 3;

function listWarnings(
  { repeats, blanks, formulaErrors, lookAlikes }: SourceFindings,
  {
    findFirstRows,
    identity,
  }: Pick<Parameters<typeof toPreviewView>[0], 'findFirstRows'> & { identity: OptionIdentity },
): Warning[] {
  const quoted = lookAlikes.slice(0, groupsQuoted).map((group) => group.slice(0, 2));
  const firstRows = findFirstRows(new Set(quoted.flat()));
  const others = lookAlikes.length - quoted.length;
  return [
    ...countWarning('repeats', repeats, ['repeated value is left out', 'repeated values are left out']),
    ...countWarning('blanks', blanks, ['blank cell is left out', 'blank cells are left out']),
    ...countWarning('formula_errors', formulaErrors, [
      'cell with a formula error is left out',
      'cells with a formula error are left out',
    ]),
    ...quoted.map((group) => ({
      code: 'look_alikes' as const,
      message:
        identity === 'address'
          ? `${quotePair(group)} have one address, so they are one contact. The name of the first row counts.`
          : `${quotePair(group)} look alike.`,
      rowNumbers: group.flatMap((value) => firstRows.get(value) ?? []),
    })),
    ...countWarning(
      'look_alikes',
      others,
      identity === 'address'
        ? ['other address has several names', 'other addresses have several names']
        : ['other group of values looks alike', 'other groups of values look alike'],
    ),
  ];
}

function countWarning(code: Warning['code'], count: number, [one, many]: [string, string]): Warning[] {
  if (count === 0) return [];
  return [{ code, message: `${pluralize(count, one, many)}.` }];
}

function quotePair([one = '', other = '']: string[]): string {
  return `“${shorten(one, quotedLength)}” and “${shorten(other, quotedLength)}”`;
}

/** Longer texts are cut where a warning quotes them. */
const quotedLength = 60;

/** Returns a text of at most `length` characters as a reader counts them, and `…` where it was cut. */
function shorten(text: string, length: number): string {
  const start = firstCharacters(text, length);
  return start.length < text.length ? `${start}…` : text;
}
