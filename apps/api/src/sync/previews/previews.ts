import {
  AppError,
  type AutomationSettings,
  automationSettings,
  failureSentence,
  type Preview,
  type PreviewDraft,
} from '@picksync/contracts';
import { isListFilled } from '@picksync/db';
import type { SmartsheetClient } from '@picksync/smartsheet-client';
import {
  createSheetReads,
  emptyRunState,
  findFirstRows,
  type Look,
  lookAndPlan,
  matchesReview,
  type Replacement,
  type RunState,
  reviewFingerprint,
  rowsDoneBefore,
  type SheetRead,
  type SheetReads,
  sheetNeeds,
  toDraftId,
  toReplacement,
  toRunState,
} from '@picksync/sync-engine';
import type { Context } from '../../base/context.ts';
import { getStateAfterEdit } from '../automations/automation-change.ts';
import { requireAutomation, type WhichAutomation } from '../automations/automations.ts';
import { type ColumnChoice, getChoice } from '../automations/column-choice.ts';
import { assertTakesRows, nameColumns, nameSettings } from '../automations/look-up-columns.ts';
import { lacksSettings, requireSettings } from '../automations/settings.ts';
import { withSmartsheet } from '../smartsheet/with-smartsheet.ts';
import { assertDraftAllowed, assertDraftFits } from './draft-rules.ts';
import { previewView, refusedPreview } from './preview-view.ts';
import { findUnrecorded, type Unrecorded } from './previews.store.ts';

/** Returns what a sync of an automation would do now. Reads only; nothing of it is kept. */
export async function previewAutomation(context: Context, which: WhichAutomation): Promise<Preview> {
  const row = await requireAutomation(context.db, which);
  const settings = requireSettings(row);
  const { approvedReview, keptReview } = row;
  const known = {
    listLeft: row.lookAgainAt && row.targetFingerprint,
    state: toRunState(row),
    asksBeforeRows: row.asksBeforeRows,
    ...(await findUnrecorded(context.db, row.id)),
  };
  const lacksPlan = await lacksSettings(context, { userId: which.userId, settings });
  const preview = await withSmartsheet(context, which.userId, (client, { id: connectionId }) =>
    computePreview(context, client, {
      ...which,
      connectionId,
      choice: getChoice(row),
      settings,
      answers: { approvedReview, keptReview },
      ...known,
    }),
  );
  return lacksPlan ? refusedPreview(preview, 'plan_lacks_settings') : preview;
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
      ...(edited ? await findUnrecorded(context.db, edited.id) : { intent: null, rowIntent: null }),
    });
    // As when it is saved, only a user who may fill the column learns whether somebody does.
    await assertDraftFits(context, { draft, edited, connection });
    const lacksPlan = await lacksSettings(context, { userId, settings });
    return lacksPlan ? refusedPreview(preview, 'plan_lacks_settings') : preview;
  });
}

/**
 * Reads both sheets and plans as a run does, and returns the preview. Throws `source_not_found`,
 * `target_not_writable`, `validation_failed` for a column of the settings that is gone, and what Smartsheet refuses.
 */
async function computePreview(
  context: Context,
  client: SmartsheetClient,
  input: Unrecorded & {
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
  },
): Promise<Preview> {
  const { choice, settings, answers, state, asksBeforeRows, intent, rowIntent } = input;
  const hash = context.optionHashOf(input.id);
  const automation = { ...choice, settings };
  const needs = sheetNeeds([{ ...automation, countUses: true }]);
  const reads = createSheetReads({ client, call: {}, needs, now: context.now });
  const getReview = (replacement: Replacement) => ({ ...replacement, settings, hash });
  const isApproved = (replacement: Replacement) =>
    matchesReview(answers.approvedReview, getReview(replacement));
  const isKept = (replacement: Replacement) => matchesReview(answers.keptReview, getReview(replacement));
  const isSamePlace = intent?.sheetId === choice.sheetId && intent.columnId === choice.targetColumnId;
  const unrecordedWrite =
    intent && ((options: readonly string[]) => isSamePlace && hash.isOfList(intent.fingerprint, options));
  const { listLeft } = input;
  const lateWrite =
    listLeft === null ? null : (options: readonly string[]) => hash.isOfList(listLeft, options);
  const isSourceListFilled = () =>
    isListFilled(context.db, {
      connectionId: input.connectionId,
      sheetId: choice.sourceSheetId,
      columnId: choice.sourceColumnId,
    });
  const planning = {
    limits: context.settings.optionLimits,
    lateWrite,
    isApproved,
    isKept,
    hash,
    now: context.now(),
    state,
    unrecordedWrite,
  };
  const isSameSource =
    rowIntent?.sheetId === choice.sourceSheetId && rowIntent.columnId === choice.sourceColumnId;
  const rowsDone = rowsDoneBefore(isSameSource ? rowIntent : null);
  const look = await context.smartsheet.wholeReads(input.userId, () =>
    lookAndPlan({ automation, reads, rowsDone, asksBeforeRows, isSourceListFilled, ...planning }),
  );
  if (look.failure !== null) throw findRefusal(look, { choice, settings, reads });
  const { plan, column, values: sourceValues, rows } = look;
  const fingerprint = reviewFingerprint(getReview(toReplacement(look)));
  const { maxOptions: optionLimit } = context.settings.optionLimits;
  const { source } = look;
  const sourceColumn = source.columns.get(choice.sourceColumnId);
  const firstRows = (values: ReadonlySet<string>) =>
    values.size === 0 || !sourceColumn
      ? new Map<string, number>()
      : findFirstRows(values, { rows: source.rows ?? [], column: sourceColumn, settings });
  const shown = {
    plan,
    rows,
    column,
    sourceValues,
    findFirstRows: firstRows,
    settings,
    optionLimit,
    fingerprint,
  };
  // With a long sheet both take a while, so other requests get their turn in between.
  await new Promise((resolve) => setImmediate(resolve));
  return previewView({ ...shown, readAt: context.now() });
}

/** Returns why there is nothing to plan, as the error of saving the automation. */
function findRefusal(
  look: Look,
  input: { choice: ColumnChoice; settings: AutomationSettings; reads: Pick<SheetReads, 'getFailure'> },
): Error {
  const { choice, settings, reads } = input;
  const refused = reads.getFailure(choice.sourceSheetId) ?? reads.getFailure(choice.sheetId);
  if (refused && refused.reason !== 'not_found') return refused;
  const source = toSeenSheet(look.source);
  nameColumns({ source, target: toSeenSheet(look.target) }, choice);
  if (settings.mode === 'two_way') assertTakesRows(source, choice);
  nameSettings(source, settings);
  const message = failureSentence(look.failure ?? 'request_refused');
  return new AppError('target_not_writable', { errors: { targetColumnId: message }, message });
}

function toSeenSheet(sheet: SheetRead | undefined) {
  return sheet ? { ...sheet, columns: [...sheet.columns.values()] } : null;
}
