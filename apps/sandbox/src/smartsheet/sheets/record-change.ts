import type { SandboxDeps } from '../../deps.ts';
import type { Actor, Sheet } from '../model.ts';
import type { SheetEvent } from '../webhooks/webhook.model.ts';

/** The object of an event, without its cause and time. */
export type EventObject = Pick<SheetEvent, 'objectType' | 'eventType' | 'id' | 'rowId' | 'columnId'>;

/** Completes a change: raises the version, announces it, and sends its events to the webhooks. */
export function recordChange(
  { now, changes, emit }: SandboxDeps,
  change: { sheet: Sheet; actor: Actor; events: EventObject[]; raisesVersion: boolean },
): void {
  const { sheet, actor, events, raisesVersion } = change;
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
  const whole: EventObject = { objectType: 'sheet', eventType: 'updated', id: sheet.id };
  emit(
    sheet,
    [whole, ...events].map((happening) => ({ ...happening, ...cause })),
  );
  changes.announce({ sheets: [sheet.id] });
}
