import type { Actor, Parts } from '../../parts.ts';
import type { Sheet } from '../model.ts';
import type { SheetEvent } from '../webhooks/webhook.model.ts';

/** An event before it is known who caused it and when. */
export type Happening = Pick<SheetEvent, 'objectType' | 'eventType' | 'id' | 'rowId' | 'columnId'>;

/** The end of every change: raises the version, tells saving and the console, and hands the events to the webhooks. */
export function recordChange(
  { now, changes, emit }: Pick<Parts, 'now' | 'changes' | 'emit'>,
  change: { sheet: Sheet; actor: Actor; happenings: Happening[]; raisesVersion: boolean },
): void {
  const { sheet, actor, happenings, raisesVersion } = change;
  const at = now().getTime();
  sheet.revision += 1;
  if (raisesVersion) {
    sheet.version += 1;
    sheet.modifiedAt = at;
  }
  const cause = {
    userId: actor.account.id,
    at,
    ...(actor.changeAgent === undefined ? {} : { changeAgent: actor.changeAgent }),
  };
  const whole: Happening = { objectType: 'sheet', eventType: 'updated', id: sheet.id };
  emit(
    sheet,
    [whole, ...happenings].map((happening) => ({ ...happening, ...cause })),
  );
  changes.announce({ sheets: [sheet.id] });
}
