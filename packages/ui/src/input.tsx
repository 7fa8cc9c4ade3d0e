import type { ComponentProps } from 'react';
import { cx } from './class-names.ts';

/** What every control that can be filled in looks like. */
export const controlClass = cx(
  'w-full rounded-md border border-edge bg-surface text-ink transition-colors',
  'hover:border-ink-3 focus-visible:border-accent focus-visible:outline-offset-0',
  'aria-invalid:border-bad disabled:cursor-not-allowed disabled:bg-sunken disabled:text-ink-3',
);

// 16 px on phones: below that iOS zooms the page into the field. A name may be written from right to left.
export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return (
    <input dir="auto" {...rest} className={cx(controlClass, 'h-9 px-3 text-lg md:text-md', className)} />
  );
}
