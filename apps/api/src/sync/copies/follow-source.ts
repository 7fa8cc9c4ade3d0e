import { AppError, type Automation, memoryVersion, pluralize, toListNoun } from '@picksync/contracts';
import { hashFor } from '@picksync/sync-engine';
import type { Context } from '../../base/context.ts';
import { recordChange } from '../activity/activity.store.ts';
import { readAutomation, requireAutomation, type WhichAutomation } from '../automations/automations.ts';
import { changeAutomation, isAsSeen } from '../automations/edit-automation.ts';
import { requireSettings } from '../automations/settings.ts';
import { planAutomation } from '../previews/previews.ts';

type Following = {
  /** Of the preview that the person saw. */
  fingerprint: string;
  /** The options that the source lacks stay until somebody deletes them in the dropdown. */
  keepsRemoved: boolean;
};

/**
 * Activates an automation with what its preview showed, and requests a sync. Throws `review_outdated` when the next sync would do
 * something else by now, and `validation_failed` for an active one, or a two-way one that should keep what it removes.
 */
export async function followSource(
  context: Context,
  which: WhichAutomation,
  { fingerprint, keepsRemoved }: Following,
): Promise<Automation> {
  const row = await requireAutomation(context.db, which);
  const settings = requireSettings(row);
  if (row.isActive) throw activeAlready();
  if (keepsRemoved && settings.mode === 'two_way') {
    const message =
      'Options of a two-way automation are rows of its source, so there is nothing else to keep.';
    throw new AppError('validation_failed', { message, errors: { keepsRemoved: message } });
  }
  const found = await planAutomation(context, row);
  if (found.fingerprint !== fingerprint) throw new AppError('review_outdated');
  const hash = hashFor(found.column, context.getOptionHash(row.id));
  const staying = found.plan.removed.map((option) => hash.of(option, settings));
  const edit = { isActive: true, ...(keepsRemoved ? {} : { fingerprint }) };
  const { userId, id, name } = row;
  const noun = toListNoun(row);
  const kept = pluralize(
    staying.length,
    `${noun} that the source lacks stays`,
    `${noun}s that the source lacks stay`,
  );
  const details = keepsRemoved ? `The automation was activated. ${kept}.` : 'The automation was activated.';
  const isActivated = await changeAutomation(context, {
    which,
    edit,
    record: async (tx, { row: current }) => {
      // The preview showed what it would do with other settings.
      if (!isAsSeen(current, row)) throw new AppError('review_outdated');
      if (keepsRemoved && staying.length > 0) {
        const keptHashes = [...new Set([...current.keptHashes, ...staying])];
        const settingsVersion = Math.max(current.settingsVersion, memoryVersion);
        await tx.automation.updateMany({ where: which, data: { keptHashes, settingsVersion } });
      }
      const at = context.now();
      const entry = { action: 'activate_automation', status: 'success', details } as const;
      await recordChange(tx, { ...entry, userId, automation: { id, name }, at });
    },
  });
  // Somebody else was faster, and may have chosen the other way.
  if (!isActivated) throw activeAlready();
  return readAutomation(context, which);
}

function activeAlready(): AppError {
  return new AppError('validation_failed', { message: 'This automation is active already.' });
}
