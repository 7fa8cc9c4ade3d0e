import { assessedSettingNames, type StoredFinding } from '@picksync/contracts';
import { type Automation, type Db, hasValues } from '@picksync/db';

/** What has to be as it was looked at for a finding to hold. */
const assessed = [
  ...(['isActive', 'sourceSheetId', 'sourceColumnId', 'sheetId', 'targetColumnId'] as const),
  ...assessedSettingNames,
];

/**
 * Stores what was found of an automation, and returns whether it still was as it was looked at. That is no edit: the row keeps the
 * date of its last run, by which a pass knows that the source need not be read again.
 */
export async function storeHealth(
  db: Db,
  row: Automation,
  { health, healthCheckedAt }: { health: StoredFinding[]; healthCheckedAt: Date },
): Promise<boolean> {
  const count = await db.$executeRaw`
    UPDATE automations a SET health = ${JSON.stringify(health)}::jsonb, health_checked_at = ${healthCheckedAt}
    WHERE a.id = ${row.id}::uuid AND a.user_id = ${row.userId}::uuid AND ${hasValues(assessed, row)}`;
  return count > 0;
}
