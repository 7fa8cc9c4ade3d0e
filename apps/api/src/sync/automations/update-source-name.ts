import { AppError, type Automation } from '@picksync/contracts';
import type { Context } from '../../base/context.ts';
import { readSheetDefinition } from '../sheets/read-sheet-definition.ts';
import { assertSameAccount, withSmartsheet } from '../smartsheet/with-smartsheet.ts';
import { saveSourceName } from './automations.store.ts';
import { readAutomation, requireAutomation, type WhichAutomation } from './automations.ts';
import { lockAutomations } from './plan-limit.ts';

/**
 * Reads the name of the source sheet from Smartsheet, and where it is shown, and stores them. Throws `source_not_found`,
 * and `smartsheet_account_changed` when another account is connected by then. An automation that has got another source
 * meanwhile keeps that one's name.
 */
export async function updateSourceName(context: Context, which: WhichAutomation): Promise<Automation> {
  const { sourceSheetId } = await requireAutomation(context.db, which);
  const { connection, name, permalink } = await withSmartsheet(
    context,
    which.userId,
    async (client, connection) => ({ connection, ...(await readSheetDefinition(client, sourceSheetId)) }),
  ).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'not_found') throw new AppError('source_not_found');
    throw error;
  });
  await context.db.$transaction(async (tx) => {
    await lockAutomations(tx, which.userId);
    await assertSameAccount(tx, connection);
    await saveSourceName(tx, {
      ...which,
      sourceSheetId,
      sourceSheetName: name,
      sourceSheetPermalink: permalink,
    });
  });
  return readAutomation(context, which);
}
