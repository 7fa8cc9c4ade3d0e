import type { ComponentProps } from 'react';
import { cx } from './class-names.ts';
import { controlClass } from './input.tsx';

/** A choice of few that everybody knows. */
export function SelectInput({ className, ...rest }: ComponentProps<'select'>) {
  return <select {...rest} className={cx(controlClass, 'h-9 px-2.5 text-lg md:text-md', className)} />;
}
