import {
  type AutomationSettings,
  failureSentence,
  type Preview,
  type PreviewList,
  previewOptionsShown,
  previewTextLength,
  type RunWarning,
  runWarnings,
} from '@picksync/contracts';
import type { Column } from '@picksync/smartsheet-client';
import {
  type Plan,
  type SheetRead,
  type SourceFindings,
  type SourceValues,
  sourceFindings,
} from '@picksync/sync-engine';

/** Returns a plan as a person is shown it: its texts go to them and nowhere else. */
export function previewView(seen: {
  plan: Plan;
  column: Pick<Column, 'options'>;
  source: Pick<SheetRead, 'totalRowCount'>;
  sourceValues: SourceValues;
  settings: AutomationSettings;
  optionLimit: number;
  fingerprint: string;
  readAt: Date;
}): Preview {
  const { plan, column, source, sourceValues, settings, optionLimit, fingerprint, readAt } = seen;
  return {
    readAt: readAt.toISOString(),
    added: beginningOf(plan.added),
    removed: beginningOf(plan.removed),
    kept: beginningOf(plan.kept),
    keptInUse: beginningOf([]),
    leaving: { count: 0, options: [] },
    filteredOut: beginningOf([]),
    drift: null,
    sourceRows: null,
    rows: { total: source.totalRowCount, matching: source.totalRowCount },
    used: { options: 0, rows: 0 },
    optionCount: column.options?.length ?? 0,
    optionCountAfter: plan.options.length,
    optionLimit,
    verdict: plan.verdict,
    reason: 'reason' in plan ? plan.reason : null,
    message: 'reason' in plan ? failureSentence(plan.reason, plan.figures) : null,
    warnings: [...warningsOf(sourceFindings(sourceValues, settings)), ...otherWarnings(plan)],
    needsReview: plan.verdict === 'waiting_review',
    fingerprint,
  };
}

function beginningOf(texts: readonly string[]): PreviewList {
  const options = texts.slice(0, previewOptionsShown);
  return { count: texts.length, options: options.map((text) => ({ text: shown(text), rows: null })) };
}

function shown(text: string): string {
  return shortened(text, previewTextLength);
}

type Warning = Preview['warnings'][number];

/** What the sentences below say with numbers. */
const counted: RunWarning[] = ['duplicates_dropped', 'formula_errors_skipped'];

function otherWarnings({ warnings }: Plan): Warning[] {
  return warnings
    .filter((warning) => !counted.includes(warning))
    .map((warning) => ({
      code: warning === 'near_option_limit' ? warning : 'other',
      message: runWarnings[warning],
    }));
}

/** As many groups of values that look alike are quoted. */
const groupsQuoted = 3;

function warningsOf({ repeats, blanks, formulaErrors, lookAlikes }: SourceFindings): Warning[] {
  const quoted = lookAlikes.slice(0, groupsQuoted);
  const others = lookAlikes.length - quoted.length;
  return [
    ...counting('repeats', repeats, ['repeated value is left out', 'repeated values are left out']),
    ...counting('blanks', blanks, ['blank cell is left out', 'blank cells are left out']),
    ...counting('formula_errors', formulaErrors, [
      'cell with a formula error is left out',
      'cells with a formula error are left out',
    ]),
    ...quoted.map((group) => ({
      code: 'look_alikes' as const,
      message: `${quotedPair(group)} look alike.`,
    })),
    ...counting('look_alikes', others, [
      'other group of values looks alike',
      'other groups of values look alike',
    ]),
  ];
}

function counting(code: Warning['code'], count: number, [one, many]: [string, string]): Warning[] {
  if (count === 0) return [];
  return [{ code, message: `${count.toLocaleString('en-US')} ${count === 1 ? one : many}.` }];
}

function quotedPair([one = '', other = '']: string[]): string {
  return `“${shortened(one, quotedLength)}” and “${shortened(other, quotedLength)}”`;
}

/** Longer texts are cut where a warning quotes them. */
const quotedLength = 60;

function shortened(text: string, length: number): string {
  const characters = [...text];
  return characters.length <= length ? text : `${characters.slice(0, length).join('')}…`;
}
