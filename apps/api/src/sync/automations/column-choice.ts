/** The ids of an automation's source and target. */
export type ColumnChoice = {
  sourceSheetId: string;
  sourceColumnId: string;
  sheetId: string;
  targetColumnId: string;
};

/** The names of the columns and their sheets, and where Smartsheet shows the sheets. */
export type ColumnNames = {
  sourceSheetName: string;
  sourceSheetPermalink: string | null;
  sourceColumnName: string;
  sheetName: string;
  sheetPermalink: string | null;
  targetColumnName: string;
};

/** Returns the four ids alone. */
export function getChoice({
  sourceSheetId,
  sourceColumnId,
  sheetId,
  targetColumnId,
}: ColumnChoice): ColumnChoice {
  return {
    sourceSheetId,
    sourceColumnId,
    sheetId,
    targetColumnId,
  };
}

type Wanted = { [K in keyof ColumnChoice]?: string | undefined };

/** Returns the ids after an edit that changes some of them. */
export function choiceAfter(wanted: Wanted, before: ColumnChoice): ColumnChoice {
  return {
    sourceSheetId: wanted.sourceSheetId ?? before.sourceSheetId,
    sourceColumnId: wanted.sourceColumnId ?? before.sourceColumnId,
    sheetId: wanted.sheetId ?? before.sheetId,
    targetColumnId: wanted.targetColumnId ?? before.targetColumnId,
  };
}

export function isSameChoice(one: ColumnChoice, other: ColumnChoice): boolean {
  return (
    one.sourceSheetId === other.sourceSheetId &&
    one.sourceColumnId === other.sourceColumnId &&
    one.sheetId === other.sheetId &&
    one.targetColumnId === other.targetColumnId
  );
}
