import {
  AppError,
  type endpoints,
  type MovePreview,
  type PreviewDraft,
  type Reply,
} from '@picksync/contracts';
import type { Automation } from '@picksync/db';
import type { Context } from '../../base/context.ts';
import { changeAutomation } from '../automations/edit-automation.ts';
import { requireSettings } from '../automations/settings.ts';
import { previewDraft } from '../previews/previews.ts';
import { eachInTurn } from '../smartsheet/each-in-turn.ts';
import { withReadsOnce } from '../smartsheet/with-reads-once.ts';
import { countDone, createSharedEntry, toResult } from './bulk-results.ts';
import { type Move, type MoveBody, toMoves, withSettingColumns } from './to-moves.ts';

/**
 * Gives each automation another column to fill or to read, under the rules of editing one, and with one entry in the activity.
 * Each sheet is read once.
 */
export async function moveMany(
  context: Context,
  { userId, body }: { userId: string; body: MoveBody },
): Promise<Reply<typeof endpoints.automations.moveMany>> {
  const once = withReadsOnce(context);
  const entry = createSharedEntry(context, {
    userId,
    action: 'edit_automation',
    verb: body.side === 'source' ? 'chose another source for' : 'chose another destination for',
  });
  const moveOne = async ({ id, edit: wanted }: Move) => {
    // Of the row as it is by then: the automations before it take their time, and a person may change its settings meanwhile.
    const edit = (row: Automation) =>
      withSettingColumns(once, { userId, edit: wanted, settings: requireSettings(row) });
    const isMoved = await changeAutomation(once, { which: { userId, id }, edit, record: entry.record });
    if (isMoved) entry.confirm();
    return toResult(id, isMoved ? 'done' : 'unchanged');
  };
  const results = await eachInTurn(context, toMoves(body), {
    work: moveOne,
    toAnswer: ({ id }, error) => toResult(id, error),
  });
  const done = countDone(results);
  return { message: done === 1 ? 'Automation moved' : `${done} automations moved`, results, done };
}

/** Returns what the first sync of each would do with its new column, in numbers. Changes nothing, and keeps nothing. */
export async function previewMoves(
  context: Context,
  { userId, body }: { userId: string; body: MoveBody },
): Promise<{ results: MovePreview[] }> {
  const once = withReadsOnce(context);
  const requireRow = await findRows(context, { userId, body });
  const preview = async ({ id, edit: wanted }: Move): Promise<MovePreview> => {
    const row = requireRow(id);
    const settings = requireSettings(row);
    const edit = await withSettingColumns(once, { userId, edit: wanted, settings });
    const draft: PreviewDraft = { ...settings, ...toColumns(row), ...edit, automationId: id };
    const { added, removed, needsReview, newNames } = await previewDraft(once, { userId, draft });
    const firstSync = { added: added.count, removed: removed.count, needsReview };
    return { id, firstSync: { ...firstSync, fillsContacts: newNames !== undefined }, error: null };
  };
  const refused = ({ id }: Move, { code, message }: AppError): MovePreview => ({
    id,
    firstSync: null,
    error: { code, message },
  });
  return { results: await eachInTurn(context, toMoves(body), { work: preview, toAnswer: refused }) };
}

/** Returns what finds one of the automations that are moved. It throws `not_found`. */
async function findRows(
  { db }: Context,
  { userId, body }: { userId: string; body: MoveBody },
): Promise<(id: string) => Automation> {
  const rows = await db.automation.findMany({
    where: { userId, id: { in: body.moves.map(({ id }) => id) } },
  });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return (id) => {
    const row = byId.get(id);
    if (!row) throw new AppError('not_found');
    return row;
  };
}

function toColumns(row: Automation) {
  const { sourceSheetId, sourceSheetName, sourceColumnId, sourceColumnName } = row;
  const { sheetId, sheetName, targetColumnId, targetColumnName } = row;
  return {
    sourceSheetId,
    sourceSheetName,
    sourceColumnId,
    sourceColumnName,
    sheetId,
    sheetName,
    targetColumnId,
    targetColumnName,
  };
}
