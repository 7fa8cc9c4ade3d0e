import type { WriteIntent } from '@picksync/db';
import { isSameNames, type Look, type Naming, parsePairs, toNaming } from '@picksync/sync-engine';
import { hasOtherList, isAtRest, type NamesAfter, toIntentAtRest } from '../automations/names.store.ts';
import type { Context } from '../context.ts';
import type { Run } from '../runs/run.ts';
import type { RunResult } from '../runs/run-result.ts';
import { findNames } from './renames.store.ts';

/**
 * Returns what a run is told of names; undefined where they are not followed. `half_renamed`: another automation is renaming the cells
 * that it reads. Half of them would look like a name that came beside the old one, and after that the old one like one that went. So
 * it has to be asked after they were read.
 */
export async function readNaming(
  { prisma, now }: Pick<Context, 'prisma' | 'now'>,
  { automation, settings }: Run,
): Promise<Naming | 'half_renamed' | undefined> {
  if (settings.renames !== 'follow') return undefined;
  const { approvedRenames: approved, renameIntent, manualSyncAt } = automation;
  const { names, isAsked, isHalfRenamed } = await findNames(prisma, automation);
  if (isHalfRenamed) return 'half_renamed';
  const stored = { names, pairs: renameIntent?.pairs, approved };
  return toNaming({ ...stored, isAsked, now: now(), askedAt: manualSyncAt });
}

/** Returns whether a list is that of a run which had begun to rename and was not recorded: both names stand in it. */
export function isRenaming({ automation: { renameIntent }, hash }: Run, options: readonly string[]): boolean {
  return renameIntent !== null && hash.isOfList(renameIntent.fingerprint, options);
}

/**
 * Returns whether a write that arrived unrecorded was the last of a rename, which removed the old options: its list is not the one
 * with both names. An intent without a fingerprint only remembers cells that are left.
 */
export function isLastList({ automation: { renameIntent } }: Run, arrived: WriteIntent | undefined): boolean {
  return arrived !== undefined && hasOtherList(renameIntent, arrived.fingerprint);
}

/**
 * Returns what is remembered of names after a run that has left the list as it should be, or asks about them; undefined where that
 * stays as it is.
 */
export function getNamesAfter(
  { automation }: Run,
  { look, naming, result }: { look: Look; naming?: Naming | undefined; result: RunResult },
): NamesAfter | undefined {
  if (result.outcome === 'waiting_review') return getQuestionAfter(result.reason, naming);
  const isInStep = result.outcome === 'changed' || result.outcome === 'unchanged';
  if (look.failure !== null || naming === undefined || !isInStep) return undefined;
  if (look.plan.renames === null) return forgetNames(automation, naming);
  const { names, pairs } = look.plan.renames.memory;
  const { namesAfter } = result;
  const after = namesAfter ? (namesAfter.intent ?? null) : toIntentAtRest(pairs, look.plan.renames.locked);
  // What this run has begun to rename is not what was read when it began.
  const isAsBefore = namesAfter === undefined && isSameIntent(after, automation.renameIntent);
  const areSame = isSameNames(names, naming.memory.names);
  if (areSame && isAsBefore && !naming.isAsked) return undefined;
  const closed = naming.isAsked && { isAsked: false };
  return { ...(!areSame && { names }), ...(!isAsBefore && { intent: after }), ...closed };
}

/** What is asked before names leaves open whether they are still others. */
const askedBefore: readonly string[] = ['source_empty', 'nothing_passes'];

/** Returns whether a question about names is open after a run that asks something; undefined where that stays as it is. */
function getQuestionAfter(reason: string, naming: Naming | undefined): NamesAfter | undefined {
  if (naming === undefined || askedBefore.includes(reason)) return undefined;
  const isAsked = reason === 'names_changed';
  return isAsked === naming.isAsked ? undefined : { isAsked };
}

/** Of a dropdown that has become a contact column nothing is remembered: what rows said before is no ground for a change of cells later. */
function forgetNames(
  { renameIntent }: Run['automation'],
  { memory }: Pick<Naming, 'memory'>,
): NamesAfter | undefined {
  return memory.names === null && renameIntent === null ? undefined : { names: null, intent: null };
}

/** Returns whether the same names are left to be renamed as an earlier run has recorded. */
function isSameIntent(after: NamesAfter['intent'], before: Run['automation']['renameIntent']): boolean {
  if (!after || before === null) return !after && before === null;
  const isSame = JSON.stringify(after.pairs) === JSON.stringify(parsePairs(before.pairs));
  return isSame && after.cellsLocked === before.cellsLocked && isAtRest(before);
}
