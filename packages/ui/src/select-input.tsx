import { ChevronsUpDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cx } from './class-names.ts';
import { controlClass } from './input.tsx';

/**
 * A choice of few that everybody knows. It looks like a combobox, and its list is the browser's own: phones have their own way
 * to choose from one.
 */
export function SelectInput({ className, ...rest }: ComponentProps<'select'>) {
  return (
    <span className={cx('relative block', className)}>
      <select
        {...rest}
        className={cx(controlClass, 'h-9 appearance-none truncate ps-3 pe-9 text-lg md:text-md')}
      />
      <ChevronsUpDown
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 inset-e-3 my-auto size-4 text-ink-3"
      />
    </span>
  );
}
