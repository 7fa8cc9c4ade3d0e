import type { Preview } from '@picksync/contracts';
import { useAuthStatus } from '../../../api/session.queries.ts';
import { RenameList } from './rename-list.tsx';
import { cellsText, unknownNamesText } from './rename-texts.ts';

type PreviewRenamesProps = { preview: Preview; followsNames: boolean };

/** The names that a sync would change, and how many cells; or why nothing is known of them yet. */
export function PreviewRenames({ preview, followsNames }: PreviewRenamesProps) {
  const { smartsheetEmail } = useAuthStatus();
  const { renames } = preview;
  const unknown = followsNames && preview.verdict !== 'refused' ? unknownNamesText(preview) : null;
  if (unknown !== null) return <p className="text-xs text-pretty text-ink-2">{unknown}</p>;
  if (renames === null || renames.count === 0) return null;
  return (
    <div className="grid min-w-0 gap-1">
      <RenameList title="Renamed" count={renames.count} list={renames.list} />
      <p className="tabular text-xs text-pretty text-ink-2 [overflow-wrap:anywhere]">
        {cellsText(renames, smartsheetEmail)}
      </p>
    </div>
  );
}
