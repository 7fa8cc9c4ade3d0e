import type { ComponentProps } from 'react';
import { cx } from './class-names.ts';

/**
 * The pieces of a table. Its columns have fixed widths, so that nothing moves when its content changes. Where there is
 * no room for columns the head is hidden and each row becomes a small block of two columns; cells say by their own
 * classes (`@max-wide:…`) where they stand in it.
 */
export function Table({ className, ...rest }: ComponentProps<'table'>) {
  return (
    <div className="@container">
      <table
        {...rest}
        className={cx('w-full table-fixed border-collapse text-sm @max-wide:block', className)}
      />
    </div>
  );
}

export function TableHead({ children }: ComponentProps<'thead'>) {
  return (
    <thead className="@max-wide:sr-only">
      <tr className="border-b border-line bg-sunken">{children}</tr>
    </thead>
  );
}

export function HeadCell({ className, ...rest }: ComponentProps<'th'>) {
  return (
    <th
      scope="col"
      {...rest}
      className={cx(
        'px-2.5 py-2 text-start text-xs font-semi whitespace-nowrap text-ink-3 first:ps-5 last:pe-5',
        className,
      )}
    />
  );
}

/** One record: its row, and beneath it what has to be said about it. */
export function RowGroup({ className, ...rest }: ComponentProps<'tbody'>) {
  return (
    <tbody
      {...rest}
      className={cx('border-b border-line last:border-b-0 @max-wide:block @max-wide:py-1', className)}
    />
  );
}

export function Row({ className, ...rest }: ComponentProps<'tr'>) {
  return (
    <tr
      {...rest}
      className={cx(
        '@max-wide:grid @max-wide:grid-cols-[minmax(0,1fr)_auto] @max-wide:gap-x-3 @max-wide:gap-y-1 @max-wide:px-4 @max-wide:py-2',
        className,
      )}
    />
  );
}

export function Cell({ className, ...rest }: ComponentProps<'td'>) {
  return (
    <td
      {...rest}
      className={cx('px-2.5 py-2.5 align-middle first:ps-5 last:pe-5 @max-wide:p-0!', className)}
    />
  );
}

/** A row that is one sentence about the row before it. */
export function NoteRow({
  columns,
  children,
}: {
  columns: number;
  children: ComponentProps<'td'>['children'];
}) {
  return (
    <tr className="@max-wide:block">
      <td
        colSpan={columns}
        className="px-5 pt-1 pb-3 @max-wide:block @max-wide:px-4 @max-wide:pt-0 @max-wide:pb-2"
      >
        {children}
      </td>
    </tr>
  );
}
