import type { ComponentProps, MouseEvent } from 'react';
import { cx } from './class-names.ts';
import { Spinner } from './spinner.tsx';

const variants = {
  primary: 'border-transparent bg-accent text-accent-ink hover:bg-accent-hover',
  secondary: 'border-line bg-surface text-ink hover:bg-sunken',
  quiet: 'border-transparent text-ink-2 hover:bg-sunken hover:text-ink',
  danger: 'border-transparent bg-bad text-bad-ink hover:bg-bad-hover',
};

const sizes = {
  sm: 'h-7 gap-1.5 px-2.5 text-xs',
  md: 'h-[34px] gap-2 px-3 text-sm',
  lg: 'h-11 gap-2 px-5 text-md',
};

export type ButtonLook = { variant?: keyof typeof variants; size?: keyof typeof sizes };

/** The look of a button for what is not one, e.g. a link. */
export const buttonClass = ({ variant = 'secondary', size = 'md' }: ButtonLook = {}): string =>
  cx(
    'inline-flex shrink-0 select-none items-center justify-center whitespace-nowrap rounded-md border font-semi transition-colors',
    'disabled:pointer-events-none disabled:opacity-55 aria-disabled:cursor-not-allowed aria-disabled:not-aria-busy:opacity-55',
    '[&_svg]:size-4 [&_svg]:shrink-0',
    variants[variant],
    sizes[size],
  );

type ButtonProps = ComponentProps<'button'> & ButtonLook & { pending?: boolean };

/** A press that comes while the one before is still at work. A button that is `disabled` would lose the focus. */
export const ignorePress = (event: MouseEvent) => event.preventDefault();

/** While `pending` it turns a spinner and cannot be pressed; the caller says in its children what is being done. */
export const Button = ({ variant, size, pending, className, children, onClick, ...rest }: ButtonProps) => (
  <button
    type="button"
    {...rest}
    {...(pending && { 'aria-busy': true, 'aria-disabled': true })}
    onClick={pending ? ignorePress : onClick}
    className={cx(buttonClass({ ...(variant && { variant }), ...(size && { size }) }), className)}
  >
    {pending && <Spinner />}
    {children}
  </button>
);
