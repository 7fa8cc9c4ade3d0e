import type { AccessLevel, ColumnType, Id, Place, SystemColumnType, Time } from '../model.ts';

/** Which columns of its sheets a column of a report shows: those of the same title and type, or of the same role. */
export type ReportColumnIdentifier = {
  title?: string;
  type?: ColumnType;
  primary?: boolean;
  systemColumnType?: SystemColumnType;
  /** Shows the name of the sheet that the row lies in. */
  sheetNameColumn?: boolean;
};

export type ReportColumn = ReportColumnIdentifier & {
  virtualId: Id;
  title: string;
  type: ColumnType;
  width: number;
  hidden: boolean;
};

export const reportOperators = [
  'EQUAL',
  'NOT_EQUAL',
  'CONTAINS',
  'DOES_NOT_CONTAIN',
  'GREATER_THAN',
  'LESS_THAN',
  'IS_BLANK',
  'IS_NOT_BLANK',
  'IS_CHECKED',
  'IS_UNCHECKED',
  'IS_ONE_OF',
  'IS_NOT_ONE_OF',
  'HAS_ANY_OF',
  'HAS_NONE_OF',
] as const;

/** A value to compare with. `CURRENT_USER` is whoever reads the report. */
export type ReportFilterValue = string | number | { objectType: 'DATE' | 'CURRENT_USER'; value?: string };

export type ReportCriterion = {
  column: ReportColumnIdentifier;
  operator: (typeof reportOperators)[number];
  values: ReportFilterValue[];
};

export type ReportFilters = {
  operator: 'AND' | 'OR';
  criteria?: ReportCriterion[];
  nestedCriteria?: ReportFilters[];
};

export type ReportScope = { sheetIds: Id[]; workspaceIds: Id[] };

export type Report = {
  id: Id;
  name: string;
  ownerId: Id;
  createdAt: Time;
  modifiedAt: Time;
  /** By account id, without the owner. They give no access to the sheets behind it. */
  shares: Record<string, AccessLevel>;
  inheritedShares?: Record<string, AccessLevel>;
  /** Where it lies. Absent: among its owner's own things. */
  place?: Place;
  columns: ReportColumn[];
  scope: ReportScope;
  filters?: ReportFilters;
  /** It shows the summary fields of sheets, not their rows. */
  isSummaryReport?: boolean;
};
