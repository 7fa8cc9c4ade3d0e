import { isolated } from '@picksync/contracts';
import { cx } from '@picksync/ui/class-names.ts';
import { Name } from '@picksync/ui/name.tsx';

type RowEndProps = {
  preposition?: string;
  sheet: string | null;
  column: string;
  /** Whether the column stands below its sheet, where both would not fit beside each other. */
  isStacked?: boolean;
};

/**
 * A sheet and its column; a column alone where its sheet is said already. Its words are gone where the head of the table says
 * them: what is only out of sight is laid out for each of a thousand rows.
 */
export function RowEnd({ preposition, sheet, column, isStacked = false }: RowEndProps) {
  const isBeside = sheet !== null && !isStacked;
  return (
    <span
      title={sheet === null ? column : `${isolated(sheet)} · ${isolated(column)}`}
      className={cx('block truncate text-ink-2', isStacked && 'leading-tight', isBeside && '@wide:flex')}
    >
      {preposition && <span className="text-ink-3 @wide:hidden">{preposition} </span>}
      {sheet !== null && (
        <>
          {/* Where there is no room, the end of a sheet gives way: rows of one sheet differ by their columns. */}
          <span className={cx(isBeside && '@wide:truncate')}>
            <Name>{sheet}</Name>
          </span>
          <span
            aria-hidden="true"
            className={isStacked ? '@wide:hidden' : 'shrink-0 whitespace-pre text-ink-3'}
          >
            {' · '}
          </span>
        </>
      )}
      <span
        className={cx(
          isBeside && '@wide:max-w-[65%] @wide:shrink-0 @wide:truncate',
          isStacked && sheet !== null && 'text-xs text-ink-3 @wide:block @wide:truncate',
        )}
      >
        <Name>{column}</Name>
      </span>
    </span>
  );
}
