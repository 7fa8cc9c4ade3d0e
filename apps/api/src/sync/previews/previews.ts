import {
  AppError,
  type AutomationSettings,
  automationSettings,
  failureSentence,
  type Preview,
  type PreviewDraft,
  supportedSettings,
} from '@picksync/contracts';
import { type Automation, isListFilled, type SmartsheetConnection } from '@picksync/db';
import type { SmartsheetClient } from '@picksync/smartsheet-client';
import {
  createSheetReads,
  emptyRunState,
  findFirstRows,
  findUnrecordedWrite,
  type ListColumn,
  type Look,
  lookAndPlan,
  matchesReview,
  type Naming,
  type Plan,
  type Replacement,
  type RunState,
  reviewFingerprint,
  rowsDoneBefore,
  type SheetRead,
  type SheetReads,
  sheetNeeds,
  toDraftId,
  toIdentity,
  toReplacement,
  toRunState,
} from '@picksync/sync-engine';
import type { Context } from '../../base/context.ts';
import { getStateAfterEdit } from '../automations/automation-change.ts';
import { requireAutomation, type WhichAutomation } from '../automations/automations.ts';
import { assertTargetIsFree } from '../automations/claim-target.ts';
import { type ColumnChoice, getChoice } from '../automations/column-choice.ts';
import { assertClosesNoCycle } from '../automations/cycle-check.ts';
import {
  assertMakesContacts,
  assertTakesRows,
  nameColumns,
  nameSettings,
} from '../automations/look-up-columns.ts';
import { assertMayCreate } from '../automations/plan-limit.ts';
import { assertSettingsAllowed, lacksSettings, requireSettings } from '../automations/settings.ts';
import { withSmartsheet } from '../smartsheet/with-smartsheet.ts';
import { findUnrecorded, nothingUnrecorded, type Unrecorded } from './find-unrecorded.ts';
import { toPreviewView, toRefusedPreview } from './preview-view.ts';
import { readDraftNaming, readNaming } from './read-naming.ts';

/** Returns what a sync of an automation would do now. Reads only; nothing of it is kept. */
export async function previewAutomation(context: Context, which: WhichAutomation): Promise<Preview> {
  const row = await requireAutomation(context.db, which);
  return withInput(context, row, (client, input) => computePreview(context, client, input));
}

/** Returns the plan of a sync now, with what stands for it in its preview: its texts go nowhere. Throws as a preview does. */
export async function planAutomation(
  context: Context,
  row: Automation,
): Promise<{ plan: Plan; column: ListColumn; fingerprint: string }> {
  return withInput(context, row, async (client, input) => {
    const { look, fingerprint } = await lookAsRun(context, client, input);
    return { plan: look.plan, column: look.column, fingerprint };
  });
}

async function withInput<T>(
  context: Context,
  row: Automation,
  work: (client: SmartsheetClient, input: PreviewInput) => Promise<T>,
): Promise<T> {
  const { id, userId, approvedReview, keptReview, asksBeforeRows } = row;
  const input = {
    id,
    userId,
    choice: getChoice(row),
    settings: requireSettings(row),
    answers: { approvedReview, keptReview },
    listLeft: row.lookAgainAt && row.targetFingerprint,
    state: toRunState(row),
    asksBeforeRows,
    ...(await findUnrecorded(context.db, row.id)),
    naming: await readNaming(context.db, row, context.now()),
  };
  return withSmartsheet(context, userId, (client, { id: connectionId }) =>
    work(client, { ...input, connectionId }),
  );
}

/**
 * Returns what a sync would do if the draft were saved: as a new automation, or as a change of the one it names. Throws
 * what saving it would throw, and saves nothing.
 */
export async function previewDraft(
  context: Context,
  { userId, draft }: { userId: string; draft: PreviewDraft },
): Promise<Preview> {
  const { automationId } = draft;
  const edited = automationId ? await requireAutomation(context.db, { userId, id: automationId }) : null;
  return withSmartsheet(context, userId, async (client, connection) => {
    const settings = automationSettings.parse(draft);
    await assertDraftAllowed(context, { userId, settings, edited });
    const preview = await computePreview(context, client, {
      userId,
      connectionId: connection.id,
      listLeft: null,
      id: edited?.id ?? toDraftId(userId),
      choice: getChoice(draft),
      settings,
      // Saving takes the answers to a review away.
      answers: { approvedReview: null, keptReview: null },
      ...(edited ? getStateAfterEdit(edited, draft) : { state: emptyRunState, asksBeforeRows: false }),
      ...(edited ? await findUnrecorded(context.db, edited.id) : nothingUnrecorded),
      naming: await readDraftNaming(context.db, edited, draft, context.now()),
    });
    // As when it is saved, only a user who may fill the column learns whether somebody does.
    await assertDraftFits(context, { draft, edited, connection });
    return preview;
  });
}

type PreviewInput = Unrecorded & {
  userId: string;
  /** The id of the automation; any id for a new one. */
  id: string;
  choice: ColumnChoice;
  settings: AutomationSettings;
  /** The reviews that were answered and wait for the next run; null without one. */
  answers: { approvedReview: string | null; keptReview: string | null };
  /** What earlier runs remembered. */
  state: RunState;
  /** Whether a run asks before it adds rows to the source. */
  asksBeforeRows: boolean;
  /** The fingerprint of the list that a run left where another write of its own may arrive late; else null. */
  listLeft: string | null;
  connectionId: string;
  /** What earlier runs remembered of names; undefined where names are not followed. */
  naming: Naming | undefined;
};

/**
 * Reads both sheets and plans as a run does. Throws `source_not_found`, `target_not_writable`, `validation_failed` for a column
 * of the settings that is gone, and what Smartsheet refuses.
 */
async function lookAsRun(context: Context, client: SmartsheetClient, input: PreviewInput) {
  const { userId, connectionId, choice, settings, answers, state, asksBeforeRows, naming } = input;
  const { rowIntent, listLeft } = input;
  const { sourceSheetId, sourceColumnId } = choice;
  const { optionLimits: limits } = context.settings;
  const hash = context.getOptionHash(input.id);
  const automation = { ...choice, settings };
  const needs = sheetNeeds([{ ...automation, countUses: true }]);
  const reads = createSheetReads({ client, call: {}, needs, now: context.now });
  const isAnswer = (answer: string | null) => (replacement: Replacement) =>
    matchesReview(answer, { ...replacement, settings, hash });
  const isOfList = (fingerprint: string) => (options: readonly string[]) =>
    hash.isOfList(fingerprint, options);
  const isSameSource = rowIntent?.sheetId === sourceSheetId && rowIntent.columnId === sourceColumnId;
  const planning = {
    limits,
    hash,
    now: context.now(),
    state,
    asksBeforeRows,
    naming,
    isApproved: isAnswer(answers.approvedReview),
    isKept: isAnswer(answers.keptReview),
    lateWrite: listLeft === null ? null : isOfList(listLeft),
    unrecordedWrite: findUnrecordedWrite({ ...choice, ...input }, hash),
    rowsDone: rowsDoneBefore(isSameSource ? rowIntent : null),
    isSourceListFilled: () =>
      isListFilled(context.db, { connectionId, sheetId: sourceSheetId, columnId: sourceColumnId }),
  };
  const look = await context.smartsheet.wholeReads(userId, () =>
    lookAndPlan({ automation, reads, ...planning }),
  );
  if (look.failure !== null) throw findRefusal(look, { choice, settings, reads });
  return { look, fingerprint: reviewFingerprint({ ...toReplacement(look), settings, hash }) };
}

/** Returns what a look at both sheets has found as a preview. Throws as the look does. */
async function computePreview(
  context: Context,
  client: SmartsheetClient,
  input: PreviewInput,
): Promise<Preview> {
  const { userId, choice, settings } = input;
  const { optionLimits: limits } = context.settings;
  const { look, fingerprint } = await lookAsRun(context, client, input);
  const { plan, column, values: sourceValues, rows, source } = look;
  const sheets = { source: toSeenSheet(source), target: toSeenSheet(look.target) };
  assertMakesContacts(sheets, choice, settings);
  const sourceColumn = source.columns.get(choice.sourceColumnId);
  // With a long sheet both take a while, so other requests get their turn in between.
  await new Promise((resolve) => setImmediate(resolve));
  const preview = toPreviewView({
    plan,
    rows,
    column,
    sourceValues,
    findFirstRows: (values) =>
      values.size === 0 || !sourceColumn
        ? new Map()
        : findFirstRows(values, {
            rows: source.rows ?? [],
            column: sourceColumn,
            settings,
            identity: toIdentity(column),
          }),
    settings,
    optionLimit: limits.maxOptions,
    fingerprint,
    readAt: context.now(),
  });
  const lacksPlan = await lacksSettings(context, { userId, settings });
  return lacksPlan ? toRefusedPreview(preview, 'plan_lacks_settings') : preview;
}

/** Returns why there is nothing to plan, as the error of saving the automation. */
function findRefusal(
  look: Look,
  input: { choice: ColumnChoice; settings: AutomationSettings; reads: Pick<SheetReads, 'getFailure'> },
): Error {
  const { choice, settings, reads } = input;
  if (look.failure === 'report_too_long') {
    const message = failureSentence('report_too_long');
    return new AppError('validation_failed', { errors: { sourceSheetId: message }, message });
  }
  const refused = reads.getFailure(choice.sourceSheetId) ?? reads.getFailure(choice.sheetId);
  if (refused && refused.reason !== 'not_found') return refused;
  const source = toSeenSheet(look.source);
  const { sourceKind } = settings;
  nameColumns({ source, target: toSeenSheet(look.target) }, { ...choice, sourceKind });
  if (settings.mode === 'two_way') assertTakesRows(source, choice);
  nameSettings(source, settings);
  assertMakesContacts({ source, target: toSeenSheet(look.target) }, choice, settings);
  const reason = look.failure ?? 'request_refused';
  const message = failureSentence(reason);
  if (reason === 'report_lists_target')
    return new AppError('validation_failed', { errors: { sourceColumnId: message }, message });
  return new AppError('target_not_writable', { errors: { targetColumnId: message }, message });
}

function toSeenSheet(sheet: SheetRead | undefined) {
  return sheet ? { ...sheet, columns: [...sheet.columns.values()] } : null;
}

/**
 * Throws the errors of saving a draft that need no look at Smartsheet: the limits of the plan, and settings that
 * exclude each other.
 */
async function assertDraftAllowed(
  context: Context,
  { userId, settings, edited }: { userId: string; settings: AutomationSettings; edited: Automation | null },
): Promise<void> {
  const now = context.now();
  if (!edited) await assertMayCreate(context.db, { userId, now });
  const before = edited && supportedSettings(edited);
  await assertSettingsAllowed(context.db, { settings, before, userId, now });
}

type Candidate = { draft: PreviewDraft; edited: Automation | null; connection: SmartsheetConnection };

/** Throws `column_taken` and `automation_loop` as saving a draft does. */
async function assertDraftFits(
  context: Context,
  { draft, edited, connection: { id: connectionId, region } }: Candidate,
): Promise<void> {
  const id = edited?.id ?? null;
  const isActive = edited?.isActive ?? true;
  const link = { ...getChoice(draft), mode: draft.mode };
  if (isActive) await assertTargetIsFree(context.db, { ...link, region, exceptId: id });
  await assertClosesNoCycle(context.db, { ...link, id, connectionId, isActive });
}
