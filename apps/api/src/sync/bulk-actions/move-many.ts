import {
  AppError,
  type endpoints,
  type MovePreview,
  type Parsed,
  type PreviewDraft,
  type Reply,
} from '@picksync/contracts';
import type { Automation } from '@picksync/db';
import type { Context } from '../../base/context.ts';
import { changeAutomation } from '../automations/edit-automation.ts';
import { requireSettings } from '../automations/settings.ts';
import { previewDraft } from '../previews/previews.ts';
import { readingOnce } from '../smartsheet/read-once.ts';
import { countDone, createSharedEntry, eachInTurn, toResult } from './bulk-results.ts';

type Body = Parsed<typeof endpoints.automations.moveMany>['body'];
type Move = Body['moves'][number];

/** The names come from Smartsheet when the columns are looked up. */
function toTarget(sheetId: string, { targetColumnId }: Move) {
  return { sheetId, sheetName: '', targetColumnId, targetColumnName: '' };
}

/**
 * Gives each automation another column to fill, under the rules of editing one, and with one entry in the activity. Each sheet
 * is read once.
 */
export async function moveMany(
  context: Context,
  { userId, body: { sheetId, moves } }: { userId: string; body: Body },
): Promise<Reply<typeof endpoints.automations.moveMany>> {
  const once = readingOnce(context);
  const entry = createSharedEntry(context, {
    userId,
    action: 'edit_automation',
    verb: 'chose another destination for',
  });
  const moveOne = async (move: Move) => {
    const edit = toTarget(sheetId, move);
    const isMoved = await changeAutomation(once, {
      which: { userId, id: move.id },
      edit,
      record: entry.record,
    });
    if (isMoved) entry.confirm();
    return toResult(move.id, isMoved ? 'done' : 'unchanged');
  };
  const results = await eachInTurn(context, moves, {
    work: moveOne,
    toAnswer: ({ id }, error) => toResult(id, error),
  });
  const done = countDone(results);
  return { message: done === 1 ? 'Automation moved' : `${done} automations moved`, results, done };
}

/** Returns what the first sync of each would do in its new column, in numbers. Changes nothing, and keeps nothing. */
export async function previewMoves(
  context: Context,
  { userId, body: { sheetId, moves } }: { userId: string; body: Body },
): Promise<{ results: MovePreview[] }> {
  const once = readingOnce(context);
  const rows = await context.db.automation.findMany({
    where: { userId, id: { in: moves.map(({ id }) => id) } },
  });
  const byId = new Map(rows.map((row) => [row.id, row]));
  const preview = async (move: Move): Promise<MovePreview> => {
    const row = byId.get(move.id);
    if (!row) throw new AppError('not_found');
    const draft = toDraft(row, { sheetId, move });
    const { added, removed, needsReview } = await previewDraft(once, { userId, draft });
    return {
      id: move.id,
      firstSync: { added: added.count, removed: removed.count, needsReview },
      error: null,
    };
  };
  const refused = ({ id }: Move, { code, message }: AppError): MovePreview => ({
    id,
    firstSync: null,
    error: { code, message },
  });
  return { results: await eachInTurn(context, moves, { work: preview, toAnswer: refused }) };
}

function toDraft(row: Automation, { sheetId, move }: { sheetId: string; move: Move }): PreviewDraft {
  const { id, sourceSheetId, sourceSheetName, sourceColumnId, sourceColumnName } = row;
  const source = { sourceSheetId, sourceSheetName, sourceColumnId, sourceColumnName };
  return { ...requireSettings(row), ...source, ...toTarget(sheetId, move), automationId: id };
}
