import {
  type AutomationSettings,
  failureSentence,
  type Preview,
  previewTextsShown,
  type RunWarning,
  runWarnings,
} from '@picksync/contracts';
import type { Column } from '@picksync/smartsheet-client';
import { type ColumnValues, type Plan, type SourceFindings, sourceFindings } from '@picksync/sync-engine';

/** Returns a plan as a person is shown it: its texts go to them and nowhere else. */
export function previewView(seen: {
  plan: Plan;
  column: Pick<Column, 'options'>;
  sourceValues: ColumnValues;
  settings: AutomationSettings;
  fingerprint: string;
}): Preview {
  const { plan, column, sourceValues, settings, fingerprint } = seen;
  return {
    added: beginningOf(plan.added),
    removed: beginningOf(plan.removed),
    kept: beginningOf(plan.kept),
    optionCount: column.options?.length ?? 0,
    verdict: plan.verdict,
    message: 'reason' in plan ? failureSentence(plan.reason, plan.figures) : null,
    warnings: [...warningsOf(sourceFindings(sourceValues, settings)), ...otherWarnings(plan)],
    needsReview: plan.verdict === 'waiting_review',
    fingerprint,
  };
}

function beginningOf(texts: string[]) {
  return { count: texts.length, texts: texts.slice(0, previewTextsShown) };
}

/** What the sentences below say with numbers. */
const counted: RunWarning[] = ['duplicates_dropped', 'formula_errors_skipped'];

function otherWarnings({ warnings }: Plan): string[] {
  return warnings.filter((warning) => !counted.includes(warning)).map((warning) => runWarnings[warning]);
}

/** As many groups of values that look alike are quoted. */
const groupsQuoted = 3;

function warningsOf({ repeats, blanks, formulaErrors, lookAlikes }: SourceFindings): string[] {
  const quoted = lookAlikes.slice(0, groupsQuoted);
  const others = lookAlikes.length - quoted.length;
  return [
    ...sentenceFor(repeats, 'repeated value is left out', 'repeated values are left out'),
    ...sentenceFor(blanks, 'blank cell is left out', 'blank cells are left out'),
    ...sentenceFor(
      formulaErrors,
      'cell with a formula error is left out',
      'cells with a formula error are left out',
    ),
    ...quoted.map((group) => `${quotedPair(group)} look alike.`),
    ...sentenceFor(others, 'other group of values looks alike', 'other groups of values look alike'),
  ];
}

function sentenceFor(count: number, one: string, many: string): string[] {
  if (count === 0) return [];
  return [`${count.toLocaleString('en-US')} ${count === 1 ? one : many}.`];
}

function quotedPair([one = '', other = '']: string[]): string {
  return `“${shortened(one)}” and “${shortened(other)}”`;
}

/** Longer texts are cut where a warning quotes them. */
const quotedLength = 60;

function shortened(text: string): string {
  const characters = [...text];
  return characters.length <= quotedLength ? text : `${characters.slice(0, quotedLength).join('')}…`;
}
