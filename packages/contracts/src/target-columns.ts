/** Why a column cannot be filled by an automation; the sentence stands beside the disabled choice. */
export const targetRefusals = {
  no_right: 'You need to be an admin or the owner of this sheet',
  not_dropdown: 'Neither a dropdown nor a contact column',
  system: 'System columns cannot be changed',
  symbol: 'Symbol columns have a fixed list',
  locked: 'The column is locked',
  taken: 'Another automation, perhaps a colleague’s, already fills this column',
} as const;

export type TargetRefusal = keyof typeof targetRefusals;

/**
 * What decides whether a column may be a target, as Smartsheet sends it. Read columns with `level=2`, else a
 * multi-select column claims to be text.
 */
type TargetCandidate = {
  type: string;
  symbol?: string | null | undefined;
  systemColumnType?: string | null | undefined;
  locked?: boolean | null | undefined;
  /** The user's access level on the sheet. */
  accessLevel: string;
};

/** Returns whether a type is one of Smartsheet's dropdowns: single-select and multi-select. */
export function isDropdownType(type: string): type is 'PICKLIST' | 'MULTI_PICKLIST' {
  return type === 'PICKLIST' || type === 'MULTI_PICKLIST';
}

/** Returns whether a type is one of Smartsheet's contact columns. */
export function isContactType(type: string): type is 'CONTACT_LIST' | 'MULTI_CONTACT_LIST' {
  return type === 'CONTACT_LIST' || type === 'MULTI_CONTACT_LIST';
}

/** Returns whether columns of a type have a list that an automation can fill. */
export function isListType(type: string): boolean {
  return isDropdownType(type) || isContactType(type);
}

/** Returns whether a user may change dropdowns: Smartsheet leaves the structure of a sheet to its owner and admins. */
export function isSheetWritable(accessLevel: string): boolean {
  return accessLevel === 'OWNER' || accessLevel === 'ADMIN';
}

/** Returns why a column cannot be a target; null when it can. */
export function targetRefusal(candidate: TargetCandidate): TargetRefusal | null {
  if (candidate.systemColumnType) return 'system';
  if (!isListType(candidate.type)) return 'not_dropdown';
  if (candidate.symbol) return 'symbol';
  if (candidate.locked) return 'locked';
  if (!isSheetWritable(candidate.accessLevel)) return 'no_right';
  return null;
}
