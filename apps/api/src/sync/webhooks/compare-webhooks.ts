import { lockConnectionRows, type SmartsheetConnection } from '@picksync/db';
import type { SmartsheetClient, Webhook } from '@picksync/smartsheet-client';
import type { Context } from '../../base/context.ts';
import { setRealTime } from './webhooks.store.ts';

/** Per call: hardly any account has more. */
const pageSize = 1000;

/**
 * Compares the webhooks of a connection with those at Smartsheet, in one call. What Smartsheet has switched off or
 * deleted is recorded as such, so that nobody is told that it works, and the job that mends webhooks is queued. Returns
 * whether anything differed.
 */
export async function compareWebhooks(
  context: Context,
  { client, connection }: { client: SmartsheetClient; connection: Pick<SmartsheetConnection, 'id'> },
): Promise<boolean> {
  const { id: connectionId } = connection;
  const made = await context.db.smartsheetWebhook.findMany({
    where: { connectionId, status: { in: ['enabled', 'disabled'] }, remoteId: { not: null } },
    select: { id: true, connectionId: true, sheetId: true, status: true, remoteId: true },
  });
  const remote = new Map((await client.webhooks.list({ pageSize })).map((one) => [one.id, one]));
  const findRemote = ({ remoteId }: { remoteId: string | null }) => remote.get(remoteId ?? '');
  const isOn = (row: { remoteId: string | null }) => findRemote(row)?.status === 'ENABLED';
  const off = made.filter((row) => row.status === 'enabled' && !isOn(row));
  const isBack = made.some((row) => row.status === 'disabled' && isOn(row));
  if (off.length === 0 && !isBack) return false;
  return context.db.$transaction(async (tx) => {
    await lockConnectionRows(tx, connectionId);
    let hasChanged = isBack;
    for (const row of off) {
      const { id, remoteId } = row;
      // The job may have replaced it since it was listed.
      const { count } = await tx.smartsheetWebhook.updateMany({
        where: { id, remoteId, status: 'enabled' },
        data: { status: 'disabled', ...getState(findRemote(row)) },
      });
      if (count === 0) continue;
      await setRealTime(tx, row, { isEnabled: false });
      hasChanged = true;
    }
    if (hasChanged) await context.queue.send(tx, 'mend-webhooks', { connectionId }, { key: connectionId });
    return hasChanged;
  });
}

/** How much of Smartsheet's explanation is stored. */
const maxDetails = 300;

/** Returns the state to store. One that is gone is about to be made anew, as one that was never there. */
function getState(webhook: Webhook | undefined) {
  return {
    remoteStatus: webhook?.status ?? null,
    disabledDetails: webhook?.disabledDetails?.slice(0, maxDetails) ?? null,
  };
}
