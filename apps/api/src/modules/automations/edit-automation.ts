import type { ActivityAction, Automation, EditAutomation } from '@picksync/contracts';
import type { Automation as AutomationRow, Tx } from '@picksync/db';
import { recordActivity } from '../activity/activity.store.ts';
import { withSmartsheet } from '../connection/account-client.ts';
import { changeOf } from './automation-changes.ts';
import {
  type AutomationParts,
  changeRow,
  readAutomation,
  requireAutomation,
  type WhichAutomation,
} from './automations.ts';
import { choiceAfter, isSameChoice } from './column-choice.ts';
import { lockAutomations, refuseActivation } from './limits.ts';
import { lookUpColumns, type Place } from './live-columns.ts';
import { askForSync, askForWebhooks } from './sync-requests.ts';
import { assertNoLoop, claimTarget } from './target-claims.ts';

/**
 * Pauses, activates or changes an automation, and asks for a sync of what may come out differently now. Answers how
 * it is afterwards.
 */
export async function changeAutomation(
  which: WhichAutomation,
  edit: EditAutomation,
  parts: AutomationParts,
): Promise<Automation> {
  const place = await placeAfter(which, edit, parts);
  await claimTarget(() => parts.db.$transaction((tx) => apply(tx, { which, edit, place }, parts)));
  return readAutomation(which, parts);
}

/** Where the automation goes when the edit moves it, looked up at Smartsheet; names that came along are not believed. */
async function placeAfter(
  which: WhichAutomation,
  edit: EditAutomation,
  parts: AutomationParts,
): Promise<Place | null> {
  const before = await requireAutomation(parts.db, which);
  const choice = choiceAfter(edit, before);
  if (isSameChoice(choice, before)) return null;
  return withSmartsheet(which.userId, parts, (client) => lookUpColumns(client, choice));
}

type Applying = { which: WhichAutomation; edit: EditAutomation; place: Place | null };

async function apply(tx: Tx, { which, edit, place }: Applying, parts: AutomationParts): Promise<void> {
  await lockAutomations(tx, which.userId);
  const row = await requireAutomation(tx, which);
  const { toggled, matters, data } = changeOf({ row, edit, place });
  if (Object.keys(data).length === 0) return;
  if (toggled && edit.isActive) await refuseActivation(tx, { userId: which.userId, now: parts.now() });
  const changed = await changeRow(tx, { ...which, data });
  if (place || edit.mode || toggled) await assertNoLoop(tx, changed);
  await recordActivity(tx, entryOf(changed, { toggled, at: parts.now() }));
  if (!matters) return;
  if (changed.isActive) {
    await askForSync(tx, { connectionId: row.connectionId, automationId: row.id }, parts);
  }
  await askForWebhooks(tx, row.connectionId, parts);
}

function entryOf(row: AutomationRow, { toggled, at }: { toggled: boolean; at: Date }) {
  const about = { userId: row.userId, automation: { id: row.id, name: row.name }, at };
  const told = (action: ActivityAction, details: string) => ({ ...about, action, details });
  if (!toggled)
    return { ...told('edit_automation', 'The automation was changed.'), status: 'success' as const };
  return row.isActive
    ? { ...told('activate_automation', 'The automation was activated.'), status: 'success' as const }
    : { ...told('pause_automation', 'The automation was paused.'), status: 'info' as const };
}
