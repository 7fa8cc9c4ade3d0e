import type { Automation, RestorePreview } from '@picksync/contracts';
import type { Db } from '@picksync/db';
import { normaliseText } from '@picksync/sync-engine';
import type { Context } from '../../base/context.ts';
import { lockEnabledUser } from '../../base/lock-user.ts';
import { readAutomation, requireAutomation, type WhichAutomation } from '../automations/automations.ts';
import { claimTarget } from '../automations/claim-target.ts';
import { toCopyView } from '../automations/run-copy.ts';
import { requestSync } from '../automations/sync-requests.ts';
import { toPreviewList, toRemovedList } from '../previews/preview-view.ts';
import { assertSameAccount, withSmartsheet } from '../smartsheet/with-smartsheet.ts';
import { compareCopy, refused, requireCopy } from './compare-copy.ts';

type WhichCopy = WhichAutomation & { copyId: string };

/** Returns what putting a copy back would do now. Changes nothing; nothing of the lists is kept. */
export async function previewRestore(
  context: Context,
  { copyId, ...which }: WhichCopy,
): Promise<RestorePreview> {
  const row = await requireAutomation(context.db, which);
  const copy = await requireCopy(context.db, row, copyId);
  return withSmartsheet(context, which.userId, async (client) => {
    const compared = await compareCopy(context, client, { row, copy, countsUses: true });
    const { plan, wanted, current, fingerprint, sheet } = compared;
    const { added, removed, staying, isSame } = plan;
    const counted = sheet.uses.get(row.targetColumnId);
    const uses =
      counted && new Map([...added, ...removed].map((one) => [one, counted.get(normaliseText(one)) ?? 0]));
    const sum = (texts: readonly string[]) =>
      uses ? texts.reduce((total, text) => total + (uses.get(text) ?? 0), 0) : null;
    return {
      copy: toCopyView(copy, row),
      listBefore: (copy.runAt ?? copy.at).toISOString(),
      readAt: context.now().toISOString(),
      added: toPreviewList(added, uses ?? null),
      removed: toRemovedList(removed, uses ?? null),
      staying,
      optionCount: current.length,
      optionCountAfter: wanted.length,
      rowsReturning: sum(added),
      rowsLeft: sum(removed),
      isSame,
      fingerprint,
    };
  });
}

/**
 * Requests that a dropdown gets the list of a copy again, which a worker does, and returns the automation as it is then. Until it
 * is done, the automation is not synced and claims its dropdown. Throws the codes of `copyRefusals`, and `column_taken`.
 */
export async function requestRestore(
  context: Context,
  { copyId, ...which }: WhichCopy,
  { fingerprint }: { fingerprint: string },
): Promise<Automation> {
  const row = await requireAutomation(context.db, which);
  if (row.restoringAt !== null) throw refused('restore_pending');
  const copy = await requireCopy(context.db, row, copyId);
  const earlier = await findRequestTime(context.db, which.id);
  const { connection, plan } = await withSmartsheet(context, which.userId, async (client, used) => {
    const compared = await compareCopy(context, client, { row, copy, countsUses: false });
    if (compared.plan.isSame) throw refused('restore_nothing');
    if (compared.fingerprint !== fingerprint) throw refused('restore_outdated', compared.plan);
    return { connection: used, plan: compared.plan };
  });
  const at = context.now();
  await claimTarget(() =>
    context.db.$transaction(async (tx) => {
      await lockEnabledUser(tx, which.userId);
      await assertSameAccount(tx, connection);
      const { sheetId, targetColumnId } = row;
      const where = { ...which, sheetId, targetColumnId, restoringAt: null };
      const { count } = await tx.automation.updateMany({ where, data: { restoringAt: at, updatedAt: at } });
      if (count === 0) {
        const now = await requireAutomation(tx, which);
        throw refused(now.restoringAt === null ? 'copy_elsewhere' : 'restore_pending');
      }
      // One that was requested and has ended since may have put another list there.
      if ((await findRequestTime(tx, which.id)) !== earlier) throw refused('restore_outdated', plan);
      const request = { copyId, listBefore: copy.runAt ?? copy.at, fingerprint, requestedAt: at };
      const pending = { ...request, endedAt: null, refusal: null, added: 0, removed: 0 };
      const { id: automationId } = which;
      await tx.listRestore.upsert({
        where: { automationId },
        create: { automationId, ...pending },
        update: pending,
      });
      await requestSync(context, tx, { connectionId: row.connectionId, automationId });
    }),
  );
  return readAutomation(context, which);
}

/** Returns when a list was last requested to be put back; undefined where none was. */
async function findRequestTime(db: Db, automationId: string): Promise<number | undefined> {
  const last = await db.listRestore.findUnique({ where: { automationId } });
  return last?.requestedAt.getTime();
}
