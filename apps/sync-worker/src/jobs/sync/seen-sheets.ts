import type { Sheet } from '@picksync/db';
import type { SheetReads } from '@picksync/sync-engine';
import type { SheetsRecord } from '../../store/sheets.store.ts';
import type { DueWork } from './due-work.ts';

/**
 * Returns what is to be remembered of the sheets after a pass. A sheet counts as seen only when every automation that
 * uses it was dealt with: whoever was left out would otherwise never hear that it had moved.
 */
export function seenSheets(input: {
  work: DueWork;
  /** As they were known before the pass. */
  sheets: ReadonlyMap<string, Sheet>;
  reads: Pick<SheetReads, 'seen' | 'failureOf'>;
  /** Ids of the automations that were not dealt with. */
  left: ReadonlySet<string>;
  /** Sheets whose values an automation could do without, so that it has not seen them. */
  skippedSources: ReadonlySet<string>;
}): Pick<SheetsRecord, 'read' | 'lost' | 'marks'> {
  const { work, sheets, reads, left, skippedSources } = input;
  const unfinished = new Set(
    work.groups
      .flat()
      .filter(({ automation }) => left.has(automation.id))
      .flatMap(({ automation }) => [automation.sourceSheetId, automation.sheetId]),
  );
  const isDone = (sheetId: string) => work.covered.has(sheetId) && !unfinished.has(sheetId);
  const isSource = (sheetId: string) => (work.needs.get(sheetId)?.sourceColumnIds.length ?? 0) > 0;
  const read = reads
    .seen()
    .filter(({ id, hasValues }) => isDone(id) && !skippedSources.has(id) && (hasValues || !isSource(id)));
  const lost = [...work.needs.keys()].filter(
    (sheetId) => reads.failureOf(sheetId)?.class === 'configuration' && isDone(sheetId),
  );
  // A marked sheet that no active automation uses is of no interest any more.
  const unused = [...sheets.keys()].filter((sheetId) => !work.used.has(sheetId));
  const marks = [...read.map(({ id }) => id), ...lost, ...unused].flatMap((sheetId) => {
    const dirtyAt = sheets.get(sheetId)?.dirtyAt;
    return dirtyAt ? [{ sheetId, dirtyAt }] : [];
  });
  return {
    read: read.map(({ id, name, version, volatile }) => ({ sheetId: id, name, version, volatile })),
    lost,
    marks,
  };
}
