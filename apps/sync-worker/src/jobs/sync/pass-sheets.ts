import type { Sheet } from '@picksync/db';
import type { SheetsSeen } from '../../store/sheets.store.ts';
import type { DueWork } from './due.ts';
import type { SheetReads } from './sheet-reads.ts';
import type { PassEnd } from './sync-pass.ts';

/**
 * What is to be remembered of the sheets after a pass. A sheet counts as seen only when every automation that uses it
 * was dealt with: whoever was left out would otherwise never hear that it had moved.
 */
export function sheetsSeen(ask: {
  work: DueWork;
  /** As they were known before the pass. */
  sheets: ReadonlyMap<string, Sheet>;
  reads: SheetReads;
  end: PassEnd;
}): Pick<SheetsSeen, 'read' | 'lost' | 'marks'> {
  const { work, sheets, reads, end } = ask;
  const unfinished = new Set(
    work.groups
      .flat()
      .filter(({ automation }) => end.left.has(automation.id))
      .flatMap(({ automation }) => [automation.sourceSheetId, automation.sheetId]),
  );
  const isSeen = (sheetId: string) => work.covered.has(sheetId) && !unfinished.has(sheetId);
  const read = reads.done().filter(({ id }) => isSeen(id));
  const lost = reads.refused().filter(isSeen);
  // A marked sheet that no active automation uses is of no interest any more.
  const unused = [...sheets.keys()].filter((sheetId) => !work.needs.has(sheetId));
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
