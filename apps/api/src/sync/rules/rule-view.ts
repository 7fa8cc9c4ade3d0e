import {
  AppError,
  type Automation,
  type ErrorCode,
  errorCodes,
  goneDays,
  type MatchedColumn,
  type MatchState,
  type Rule,
  type RuleMatch,
  type TargetRefusal,
  targetRefusals,
} from '@picksync/contracts';
import type { Rule as RuleRow } from '@picksync/db';
import * as z from 'zod';
import type { Allowed } from '../../base/read-entitlements.ts';
import { describeContactRefusal } from './contact-refusals.ts';
import { isLeftOut, type MatchRow, readSettings, toMatchState } from './rules.store.ts';

/** What is said of a rule beside its row. */
export type RuleFacts = {
  now: Date;
  /** Whether the plan has rules. */
  isAllowed: boolean;
  /** When the connection is swept next; null while it is not. */
  nextSweepAt: Date | null;
  counts: Rule['counts'];
};

/** Returns a rule as its owner sees it. */
export function toRuleView(row: RuleRow, { now, isAllowed, nextSweepAt, counts }: RuleFacts): Rule {
  const pausedBy = row.isActive ? (isAllowed ? null : 'plan') : 'user';
  const isLooking = row.lookWantedAt !== null || (row.lookingUntil !== null && row.lookingUntil > now);
  return {
    id: row.id,
    name: row.name,
    place: { kind: row.placeKind, id: row.placeId, name: row.placeName },
    workspaceName: row.workspaceName,
    includesSubfolders: row.includesSubfolders,
    columnTitle: row.columnTitle,
    sourceSheetId: row.sourceSheetId,
    sourceSheetName: row.sourceSheetName,
    sourceColumnId: row.sourceColumnId,
    sourceColumnName: row.sourceColumnName,
    ...readSettings(row),
    newSheets: row.newSheets,
    isActive: row.isActive,
    pausedBy,
    createdAt: row.createdAt.toISOString(),
    lookedAt: row.lookedAt?.toISOString() ?? null,
    nextLookAt: pausedBy === null ? (nextSweepAt?.toISOString() ?? null) : null,
    isLooking: pausedBy === null && isLooking,
    unreadableSince: row.unreadableSince?.toISOString() ?? null,
    unreadableMessage: row.unreadableReason === null ? null : toUnreadable(row.unreadableReason),
    unreadableFolders: row.unreadableFolders,
    sheetCount: row.sheetCount,
    folderCount: row.folderCount,
    counts,
  };
}

function toUnreadable(reason: string): string {
  return new AppError(reason in errorCodes ? (reason as ErrorCode) : 'smartsheet_error').message;
}

const storedChoices = z.array(z.object({ columnId: z.string(), columnName: z.string() })).catch([]);

type MatchFacts = {
  automation: Automation | null;
  permalink: string | null;
  columnTitle: string;
  takeOver: RuleMatch['takeOver'];
  allowed: Pick<Allowed, 'total' | 'limit'>;
};

const dayMs = 24 * 60 * 60_000;

/** Returns a sheet of a rule as its owner sees it. */
export function toMatchView(row: MatchRow, facts: MatchFacts): RuleMatch {
  const { automation, permalink, takeOver } = facts;
  const state = isLeftOut(row) ? 'excluded' : toMatchState(row.state);
  const choices = storedChoices.parse(row.choices);
  const goneUntil = row.goneAt && new Date(row.goneAt.getTime() + goneDays * dayMs);
  return {
    id: row.id,
    sheetId: row.sheetId,
    sheetName: row.sheetName,
    sheetPermalink: permalink,
    state,
    message: toMessage({ ...facts, state, reason: row.reason, choices }),
    columnId: row.columnId,
    columnName: row.columnName,
    choices,
    takeOver: state === 'taken' ? takeOver : null,
    configuration: automation,
    takenUpAt: row.takenUpAt?.toISOString() ?? null,
    goneSince: row.goneAt?.toISOString() ?? null,
    goneUntil: goneUntil?.toISOString() ?? null,
  };
}

type Told = Pick<MatchFacts, 'columnTitle' | 'takeOver' | 'allowed'> & {
  state: MatchState;
  reason: string | null;
  choices: readonly MatchedColumn[];
};

/** Returns in a sentence why a sheet does not follow, or what it waits for; null where it follows. */
export function toMessage({ state, takeOver, ...told }: Told): string | null {
  const { reason, choices, columnTitle, allowed } = told;
  switch (state) {
    case 'follows':
      return null;
    case 'gone':
      return toGoneMessage(told);
    case 'asks':
      return 'It is new, and you want to be asked.';
    case 'waits':
      return `${formatUse(allowed)} are used. It is taken up when one becomes free.`;
    case 'excluded':
      return 'Left out by you';
    case 'choose':
      return describeChoice(choices);
    case 'refused':
      return describeRefusal(reason, columnTitle);
    case 'taken':
      return takeOver ? `Filled by your automation ${takeOver.name}` : targetRefusals.taken;
    case 'loop':
      return 'It would lead back to its own source';
    case 'no_column':
      return `No column called ${columnTitle}`;
    case 'unread':
      return 'It was not read yet.';
  }
}

function toGoneMessage({
  reason,
  choices,
  columnTitle,
  allowed,
}: Pick<Told, 'reason' | 'choices' | 'columnTitle' | 'allowed'>): string {
  if (reason === 'renamed' && choices[0]) return `The column was renamed to ${choices[0].columnName}.`;
  if (reason === 'choose') return describeChoice(choices);
  if (reason === 'no_right') return 'You are no longer an admin there. It goes on when you are one.';
  if (reason === 'deleted') return 'The sheet was deleted, or is no longer shared with you.';
  if (reason === 'taken') return targetRefusals.taken;
  if (reason === 'waits') return `${formatUse(allowed)} are used. It goes on when one becomes free.`;
  if (reason === 'left' || reason === 'edited') return 'It is no longer where the rule looks.';
  return `No column called ${columnTitle} is in it any more.`;
}

/**
 * Returns how many automations a user has of how many, while a sheet waits for room: after a larger plan has ended there are more than
 * the plan allows. Room that has become free is taken by the next look, and until then none is left.
 */
export function formatUse({ total, limit }: Pick<Allowed, 'total' | 'limit'>): string {
  return `${Math.max(total, limit)} of ${limit}`;
}

function describeChoice(choices: readonly MatchedColumn[]): string {
  const names = choices.map(({ columnName }) => `“${columnName}”`);
  const count = names.length === 2 ? 'Two' : `${names.length}`;
  return `${count} columns match, ${new Intl.ListFormat('en').format(names)}. Nothing was changed.`;
}

function describeRefusal(reason: string | null, columnTitle: string): string {
  if (reason === 'not_dropdown') return `${columnTitle} is neither a dropdown nor a contact column`;
  const ofContacts = describeContactRefusal(reason);
  if (ofContacts !== null) return ofContacts;
  const known = reason !== null && reason in targetRefusals;
  return known ? targetRefusals[reason as TargetRefusal] : 'Its column cannot be filled at the moment.';
}
