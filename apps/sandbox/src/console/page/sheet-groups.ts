import type { SheetSummary } from './contract.ts';

const minSeriesLength = 20;

type Groups = { single: SheetSummary[]; series: { name: string; sheets: SheetSummary[] }[] };

function getSeries(name: string): string | null {
  return /^(.*\D)\d+$/.exec(name)?.[1] ?? null;
}

/** Separates long numbered series (`Site 001`, `Site 002`, …) from the other sheets. */
export function groupSheets(sheets: SheetSummary[]): Groups {
  const bySeries = Map.groupBy(sheets, (sheet) => getSeries(sheet.name));
  const long = [...bySeries].filter(([name, members]) => name !== null && members.length >= minSeriesLength);
  const apart = new Set(long.flatMap(([, members]) => members));
  return {
    single: sheets.filter((sheet) => !apart.has(sheet)),
    series: long.map(([name, members]) => ({ name: `${name?.trim()} …`, sheets: members })),
  };
}
