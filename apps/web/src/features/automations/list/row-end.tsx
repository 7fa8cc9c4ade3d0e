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
  return (
    <span
      title={sheet === null ? column : `${isolated(sheet)} · ${isolated(column)}`}
      className={cx('block truncate text-ink-2', isStacked && 'leading-tight')}
    >
      {preposition && <span className="text-ink-3 @wide:hidden">{preposition} </span>}
      {sheet !== null && (
        <>
          <Name>{sheet}</Name>
          <span aria-hidden="true" className={isStacked ? '@wide:hidden' : 'text-ink-3'}>
            {' · '}
          </span>
        </>
      )}
      <span className={cx(isStacked && sheet !== null && 'text-xs text-ink-3 @wide:block @wide:truncate')}>
        <Name>{column}</Name>
      </span>
    </span>
  );
}
