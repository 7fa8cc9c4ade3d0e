import {
  type AutomationChange,
  automationChange,
  changeSide,
  changeSubjects,
  type endpoints,
  type Parsed,
  settingNames,
} from '@picksync/contracts';
import type { Db, AutomationChange as Row } from '@picksync/db';
import * as z from 'zod';
import type { Context } from '../../base/context.ts';
import { belowPosition, parseCursor, toPage } from '../../base/cursor.ts';
import { requireAutomation, type WhichAutomation } from './automations.ts';

type Query = Parsed<typeof endpoints.automations.changes>['query'];

/** Returns one page of what was changed of an automation of the user's, newest first. Throws `not_found`. */
export async function listChanges(context: Context, which: WhichAutomation, { cursor, limit }: Query) {
  const { db } = context;
  const { id: automationId } = await requireAutomation(db, which);
  const rows = await db.automationChange.findMany({
    where: {
      automationId,
      // A newer version may have others.
      subject: { in: [...changeSubjects] },
      ...belowPosition(parseCursor(cursor), (at) => ({ at })),
    },
    orderBy: [{ at: 'desc' }, { id: 'desc' }],
    take: limit + 1,
  });
  const page = toPage(rows, limit, ({ at, id }) => ({ at, id }));
  const newest = await findNewest(db, automationId);
  return { ...page, items: page.items.flatMap((row) => toView(row, newest)) };
}

/** Returns the newest change of each subject. */
async function findNewest(db: Db, automationId: string): Promise<ReadonlySet<string>> {
  const rows = await db.automationChange.findMany({
    where: { automationId },
    distinct: ['subject'],
    orderBy: [{ at: 'desc' }, { id: 'desc' }],
    select: { id: true },
  });
  return new Set(rows.map(({ id }) => id));
}

const knownSubject = z.enum(changeSubjects);

const sides = z.object({ before: changeSide.nullable(), after: changeSide });

/** Returns a change for the reply, or nothing when a newer version wrote of it in a way that this one does not know. */
function toView(row: Row, newest: ReadonlySet<string>): AutomationChange[] {
  const { data } = sides.safeParse(row);
  if (!data) return [];
  const { id, at, subject: of, keyName } = row;
  const undo = getUndo({ subject: knownSubject.parse(of), before: data.before, isNewest: newest.has(id) });
  return [automationChange.parse({ id, at: at.toISOString(), subject: of, ...data, keyName, undo })];
}

type Undoable = Pick<AutomationChange, 'subject' | 'before'> & { isNewest: boolean };

function getUndo({ subject, before, isNewest }: Undoable): AutomationChange['undo'] {
  const isSetting = settingNames.some((name) => name === subject);
  if (!isSetting && subject !== 'name') return 'never';
  if (before?.kind === 'count' && before.count > 0) return 'texts_not_kept';
  return isNewest ? 'possible' : 'later_change';
}
