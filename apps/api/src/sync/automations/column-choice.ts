/** The ids of an automation's source and target. */
export type ColumnChoice = {
  sourceSheetId: string;
  sourceColumnId: string;
  sheetId: string;
  targetColumnId: string;
};

const ids = ['sourceSheetId', 'sourceColumnId', 'sheetId', 'targetColumnId'] as const;

/** Returns the four ids alone. */
export function getChoice({ sourceSheetId, sourceColumnId, sheetId, targetColumnId }: ColumnChoice) {
  return { sourceSheetId, sourceColumnId, sheetId, targetColumnId };
}

/** Returns the ids after an edit that changes some of them. */
export function getChoiceAfter(
  wanted: { [K in keyof ColumnChoice]?: string | undefined },
  before: ColumnChoice,
): ColumnChoice {
  const choice = getChoice(before);
  for (const id of ids) choice[id] = wanted[id] ?? choice[id];
  return choice;
}

export function isSameChoice(one: ColumnChoice, other: ColumnChoice): boolean {
  return ids.every((id) => one[id] === other[id]);
}
