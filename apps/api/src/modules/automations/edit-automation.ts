import type { Automation, EditAutomation } from '@picksync/contracts';
import type { Automation as AutomationRow, Tx } from '@picksync/db';
import { recordActivity } from '../activity/activity.store.ts';
import { withSmartsheet } from '../connection/account-client.ts';
import { changeOf } from './automation-changes.ts';
import {
  type AutomationDeps,
  changeRow,
  readAutomation,
  requireAutomation,
  type WhichAutomation,
} from './automations.ts';
import { choiceAfter, isSameChoice } from './column-choice.ts';
import { assertMayActivate, lockAutomations } from './limits.ts';
import { lookUpColumns, type Place } from './live-columns.ts';
import { requestSync, requestWebhooks } from './sync-requests.ts';
import { assertNoLoop, claimTarget } from './target-claims.ts';

/**
 * Pauses, activates or changes an automation, and requests a sync when a run may come out differently now. Returns the
 * automation as it is afterwards.
 */
export async function editAutomation(
  which: WhichAutomation,
  edit: EditAutomation,
  deps: AutomationDeps,
): Promise<Automation> {
  const place = await placeAfter(which, edit, deps);
  await claimTarget(() => deps.db.$transaction((tx) => apply(tx, { which, edit, place }, deps)));
  return readAutomation(which, deps);
}

/** Returns the columns after an edit that moves the automation, looked up at Smartsheet; null for any other edit. */
async function placeAfter(
  which: WhichAutomation,
  edit: EditAutomation,
  deps: AutomationDeps,
): Promise<Place | null> {
  const before = await requireAutomation(deps.db, which);
  const choice = choiceAfter(edit, before);
  if (isSameChoice(choice, before)) return null;
  return withSmartsheet(which.userId, deps, (client) => lookUpColumns(client, choice));
}

type ApplyInput = { which: WhichAutomation; edit: EditAutomation; place: Place | null };

async function apply(tx: Tx, { which, edit, place }: ApplyInput, deps: AutomationDeps): Promise<void> {
  await lockAutomations(tx, which.userId);
  const row = await requireAutomation(tx, which);
  const { toggled, matters, data } = changeOf({ row, edit, place });
  if (Object.keys(data).length === 0) return;
  if (toggled && edit.isActive) await assertMayActivate(tx, { userId: which.userId, now: deps.now() });
  const changed = await changeRow(tx, { ...which, data });
  if (place || edit.mode || toggled) await assertNoLoop(tx, changed);
  await recordActivity(tx, entryOf(changed, { toggled, at: deps.now() }));
  if (!matters) return;
  if (changed.isActive) {
    await requestSync(tx, { connectionId: row.connectionId, automationId: row.id }, deps);
  }
  await requestWebhooks(tx, row.connectionId, deps);
}

const entries = {
  edited: { action: 'edit_automation', status: 'success', details: 'The automation was changed.' },
  activated: { action: 'activate_automation', status: 'success', details: 'The automation was activated.' },
  paused: { action: 'pause_automation', status: 'info', details: 'The automation was paused.' },
} as const;

function entryOf(row: AutomationRow, { toggled, at }: { toggled: boolean; at: Date }) {
  const { userId, id, name, isActive } = row;
  const entry = toggled ? entries[isActive ? 'activated' : 'paused'] : entries.edited;
  return { ...entry, userId, automation: { id, name }, at };
}
