import { AppError, type Automation } from '@picksync/contracts';
import { withSmartsheet } from '../connection/with-smartsheet.ts';
import { readSheetDefinition } from '../sheets/read-sheet-definition.ts';
import { saveSourceName } from './automations.store.ts';
import {
  type AutomationDeps,
  readAutomation,
  requireAutomation,
  type WhichAutomation,
} from './automations.ts';

/** Reads the name of the source sheet from Smartsheet, and where it is shown, and stores them. Throws `source_not_found`. */
export async function updateSourceName(which: WhichAutomation, deps: AutomationDeps): Promise<Automation> {
  const { sourceSheetId } = await requireAutomation(deps.db, which);
  const { name, permalink } = await withSmartsheet(which.userId, deps, (client) =>
    readSheetDefinition(client, sourceSheetId),
  ).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'not_found') throw new AppError('source_not_found');
    throw error;
  });
  await saveSourceName(deps.db, {
    ...which,
    sourceSheetId,
    sourceSheetName: name,
    sourceSheetPermalink: permalink,
  });
  return readAutomation(which, deps);
}
