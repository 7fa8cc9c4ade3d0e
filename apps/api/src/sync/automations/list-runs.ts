import type { endpoints, Parsed, Run } from '@picksync/contracts';
import type { Context } from '../../base/context.ts';
import { parseCursor, toPage } from '../../base/cursor.ts';
import { requireAutomation, type WhichAutomation } from './automations.ts';
import { findRuns, getRunTrigger, type RunRow } from './runs.store.ts';

type Query = Parsed<typeof endpoints.automations.runs>['query'];

/** Returns one page of the runs of an automation of the user's, newest first. Throws `not_found`. */
export async function listRuns(context: Context, which: WhichAutomation, { cursor, limit }: Query) {
  const { id: automationId } = await requireAutomation(context.db, which);
  const rows = await findRuns(context.db, { automationId, below: parseCursor(cursor), limit });
  const page = toPage(rows, limit, ({ at, id }) => ({ at, id }));
  return { ...page, items: page.items.map(toView) };
}

/** The trigger of older runs, which did not record it, by their entry in the activity. */
const triggersOfActions: Record<string, Run['trigger'] | undefined> = {
  manual_sync: 'user',
  pause_automation: 'pause',
};

function toView({ at, action, trigger, answer, ownerEmail, ...row }: RunRow): Run {
  return {
    ...row,
    at: at.toISOString(),
    trigger: getRunTrigger({ trigger, answer }) ?? ((action && triggersOfActions[action]) || 'automatic'),
    // Nobody but its owner may answer a review.
    answeredBy: answer && ownerEmail,
  };
}
