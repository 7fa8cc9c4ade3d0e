import type { ComponentProps } from 'react';
import { cx } from './class-names.ts';

/**
 * The pieces of a table. Under 768 px the head is hidden and each row becomes a small block of two columns; cells say
 * by their own classes (`max-md:…`) where they stand in it.
 */
export const Table = ({ className, ...rest }: ComponentProps<'table'>) => (
  <table {...rest} className={cx('w-full border-collapse text-sm max-md:block', className)} />
);

export const TableHead = ({ children }: ComponentProps<'thead'>) => (
  <thead className="max-md:sr-only">
    <tr className="border-y border-line bg-sunken">{children}</tr>
  </thead>
);

export const TableBody = (props: ComponentProps<'tbody'>) => (
  <tbody {...props} className="max-md:block max-md:border-t max-md:border-line" />
);

export const HeadCell = ({ className, ...rest }: ComponentProps<'th'>) => (
  <th
    scope="col"
    {...rest}
    className={cx(
      'px-3.5 py-2 text-left text-xs font-semi whitespace-nowrap text-ink-3 first:pl-5 last:pr-5',
      className,
    )}
  />
);

export const Row = ({ className, ...rest }: ComponentProps<'tr'>) => (
  <tr
    {...rest}
    className={cx(
      'border-b border-line last:border-b-0',
      'max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-x-3 max-md:gap-y-1 max-md:px-4 max-md:py-3',
      className,
    )}
  />
);

export const Cell = ({ className, ...rest }: ComponentProps<'td'>) => (
  <td {...rest} className={cx('px-3.5 py-2.5 align-middle first:pl-5 last:pr-5 max-md:p-0!', className)} />
);
