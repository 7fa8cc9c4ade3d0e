import type { ComponentProps } from 'react';
import { ignorePress } from './button.tsx';
import { cx } from './class-names.ts';
import { Spinner } from './spinner.tsx';

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label'> & { label: string; pending?: boolean };

/** A button that is only a picture; `label` is its name for everybody who cannot see it. */
export function IconButton({ label, pending, className, children, onClick, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      aria-label={label}
      {...(pending && { 'aria-busy': true, 'aria-disabled': true })}
      onClick={pending ? ignorePress : onClick}
      className={cx(
        'flex size-7.5 shrink-0 items-center justify-center rounded-sm text-ink-2 transition-colors hover:bg-sunken hover:text-ink',
        'disabled:pointer-events-none disabled:opacity-55 [&_svg]:size-4',
        'aria-disabled:cursor-not-allowed aria-disabled:not-aria-busy:bg-transparent aria-disabled:not-aria-busy:text-ink-3',
        className,
      )}
    >
      {pending ? <Spinner /> : children}
    </button>
  );
}
