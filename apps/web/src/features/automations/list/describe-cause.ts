import {
  type Automation,
  type FailureReason,
  formatNumber,
  isolated,
  maxReportRows,
  pluralize,
} from '@picksync/contracts';
import { waitingText } from '../automation-status.tsx';
import { type Cause, causePlaces } from './causes.ts';

/** What ends a cause for all of its automations at once. */
export type Remedy = 'move' | 'move-source' | 'move-column' | 'delete' | 'open-sheet' | 'view-plans';

type CauseTexts = {
  title: string;
  /** What happened, where the title does not say it. */
  text: string | null;
  tone: 'bad' | 'warn';
  /** The likeliest first. */
  remedies: readonly Remedy[];
  /** The sheet in which it is ended, for a link. */
  place: { permalink: string | null; sheet: string } | null;
  /** Since when, and when they pause if nothing changes; null where that is not known. */
  since: string | null;
  pausesAt: string | null;
};

type Title = (input: { sheet: string; column: string; count: number }) => string;

function automationCount(count: number): string {
  return pluralize(count, 'automation');
}

function saysFilled(count: number): string {
  return `${automationCount(count)} filled its columns.`;
}

function saysRead(count: number): string {
  return `${automationCount(count)} ${count === 1 ? 'reads' : 'read'} it.`;
}

const gone = 'was deleted in Smartsheet or is no longer shared with you.';

const moveOrDelete = ['move', 'delete'] as const;
const lookOrMove = ['open-sheet', 'move'] as const;
const moveSourceOrDelete = ['move-source', 'delete'] as const;
const lookOrMoveSource = ['open-sheet', 'move-source'] as const;

const failures: Partial<Record<FailureReason, { remedies: readonly Remedy[]; title: Title }>> = {
  target_sheet_gone: {
    remedies: moveOrDelete,
    title: ({ sheet, count }) => `${sheet} ${gone} ${saysFilled(count)}`,
  },
  target_column_gone: {
    remedies: moveOrDelete,
    title: ({ sheet, count }) =>
      `Columns of ${sheet} were deleted in Smartsheet. ${automationCount(count)} filled them.`,
  },
  target_no_right: {
    remedies: lookOrMove,
    title: ({ sheet, count }) => `You are no longer an admin of ${sheet}. ${saysFilled(count)}`,
  },
  target_unlicensed: {
    remedies: lookOrMove,
    title: ({ sheet, count }) =>
      `Smartsheet asks for an admin with a license to change ${sheet}. ${saysFilled(count)}`,
  },
  target_column_retyped: {
    remedies: lookOrMove,
    title: ({ sheet, count }) =>
      `Columns of ${sheet} are neither dropdowns nor contact columns any more. ${automationCount(count)} filled them.`,
  },
  target_column_locked: {
    remedies: lookOrMove,
    title: ({ sheet, count }) => `Columns of ${sheet} are locked. ${automationCount(count)} filled them.`,
  },
  source_sheet_gone: {
    remedies: moveSourceOrDelete,
    title: ({ sheet, count }) => `${sheet} ${gone} ${saysRead(count)}`,
  },
  report_gone: {
    remedies: moveSourceOrDelete,
    title: ({ sheet, count }) => `${sheet} ${gone} ${saysRead(count)}`,
  },
  report_no_right: {
    remedies: lookOrMoveSource,
    title: ({ sheet, count }) => `You can no longer read ${sheet}. ${saysRead(count)}`,
  },
  report_too_long: {
    remedies: lookOrMoveSource,
    title: ({ sheet, count }) =>
      `${sheet} has more than ${formatNumber(maxReportRows)} rows. ${saysRead(count)}`,
  },
  source_column_gone: {
    remedies: ['move-column', 'open-sheet', 'delete'],
    title: ({ sheet, column, count }) =>
      `The column ${column} of ${sheet} was deleted in Smartsheet. ${saysRead(count)}`,
  },
  source_no_right: {
    remedies: lookOrMoveSource,
    title: ({ sheet, count }) => `You can no longer read ${sheet}. ${saysRead(count)}`,
  },
};

/** Returns what is said of a cause, and what ends it. */
export function describeCause({ kind, automations }: Cause, now: Date): CauseTexts {
  const [first] = automations;
  const count = automations.length;
  const times = {
    since: getEarliest(automations.map(({ failingSince }) => failingSince)),
    pausesAt: getEarliest(automations.map(({ pausesAt }) => pausesAt)),
  };
  const elsewhere = { ...times, tone: 'warn', remedies: [], place: null } as const;
  if (kind === 'waiting') {
    const text = first.waiting && waitingText(first.waiting, now);
    return { ...elsewhere, title: `${automationCount(count)} wait to sync.`, text };
  }
  if (kind === 'plan') {
    const title = `${automationCount(count)} were paused with your plan.`;
    const text = 'It covered fewer automations than you had. Activate them once your plan has room.';
    return { ...elsewhere, title, text, remedies: ['view-plans'] };
  }
  const reason = first.lastFailure;
  const failure = reason === null ? undefined : failures[reason];
  if (reason === null || !failure) {
    const remedies = reason === 'plan_lacks_settings' ? (['view-plans'] as const) : [];
    const title = `${automationCount(count)} stopped for the same reason.`;
    return { ...elsewhere, title, text: first.lastError, tone: 'bad', remedies };
  }
  const place = toSheet(first, reason);
  const names = { sheet: isolated(place.sheet), column: isolated(first.sourceColumnName) };
  const title = failure.title({ ...names, count });
  return { ...times, title, text: null, tone: 'bad', remedies: failure.remedies, place };
}

function toSheet(automation: Automation, reason: FailureReason) {
  const { sheetName, sheetPermalink, sourceSheetName, sourceSheetPermalink } = automation;
  if (causePlaces[reason] === 'target') return { permalink: sheetPermalink, sheet: sheetName };
  return { permalink: sourceSheetPermalink, sheet: sourceSheetName ?? 'The source sheet' };
}

function getEarliest(times: readonly (string | null)[]): string | null {
  return times.filter((time) => time !== null).toSorted()[0] ?? null;
}
