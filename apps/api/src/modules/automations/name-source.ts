import { AppError, type Automation } from '@picksync/contracts';
import { withSmartsheet } from '../connection/account-client.ts';
import { readSheet } from '../sheets/live-sheet.ts';
import {
  type AutomationParts,
  changeRow,
  readAutomation,
  requireAutomation,
  type WhichAutomation,
} from './automations.ts';

/** Looks up what the source sheet is called now, for automations that do not know. Throws `source_not_found`. */
export async function nameSource(which: WhichAutomation, parts: AutomationParts): Promise<Automation> {
  const { sourceSheetId } = await requireAutomation(parts.db, which);
  const { name } = await withSmartsheet(which.userId, parts, (client) =>
    readSheet(client, sourceSheetId),
  ).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'not_found') throw new AppError('source_not_found');
    throw error;
  });
  await changeRow(parts.db, { ...which, data: { sourceSheetName: name } });
  return readAutomation(which, parts);
}
