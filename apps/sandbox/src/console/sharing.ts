import type { Changes } from '../changes.ts';
import { refuse } from '../smartsheet/errors.ts';
import type { AccessLevel, Id, Sheet } from '../smartsheet/model.ts';

/** Gives an account a level on a sheet, or takes its access away. The owner keeps what only an owner has (1018). */
export function shareSheet(
  { changes }: { changes: Changes },
  { sheet, accountId, access }: { sheet: Sheet; accountId: Id; access: AccessLevel | null },
): void {
  if (sheet.ownerId === accountId) throw refuse(1018, 'access', 'the owner stays the owner');
  if (access === null) delete sheet.shares[String(accountId)];
  else sheet.shares[String(accountId)] = access;
  sheet.revision += 1;
  changes.announce({ sheets: [sheet.id], list: true });
}
