import {
  type endpoints,
  type FailureReason,
  failureReasons,
  getFailureClass,
  type Parsed,
  type Reply,
} from '@picksync/contracts';
import type { Context } from '../../base/context.ts';
import { parseCursor, toPage } from '../../base/cursor.ts';
import { failingHours } from '../../sync/automation-notices/pause-failing.ts';
import { type FailingRow, findFailing } from './list-failing.store.ts';

type Call = typeof endpoints.adminOperations.automations;
type View = Reply<Call>[number];

const hourMs = 60 * 60_000;

/** Returns one page of the automations that fail, those that failed longest first. */
export async function listFailing(context: Context, { cursor, limit }: Parsed<Call>['query']) {
  const rows = await findFailing(context.db, { above: parseCursor(cursor), limit });
  const page = toPage(rows, limit, ({ place, id }) => ({ at: place, id }));
  return { ...page, items: page.items.map(toView) };
}

function isReason(text: string | null): text is FailureReason {
  return text !== null && (failureReasons as readonly string[]).includes(text);
}

function toView({ id, name, userId, email, lastError, reason, since, countedFrom }: FailingRow): View {
  // The class of a reason that a newer version wrote is not known here.
  const kind = isReason(reason) ? getFailureClass(reason) : 'bug';
  const pausesAt =
    kind === 'configuration' && since && countedFrom
      ? new Date(countedFrom.getTime() + failingHours * hourMs).toISOString()
      : null;
  return { id, name, userId, email, lastError, class: kind, since: since?.toISOString() ?? null, pausesAt };
}
