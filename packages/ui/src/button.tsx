import type { ComponentProps, MouseEvent, ReactNode } from 'react';
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
  md: 'h-8.5 gap-2 px-3 text-sm',
  lg: 'h-11 gap-2 px-5 text-md',
};

export type ButtonLook = { variant?: keyof typeof variants; size?: keyof typeof sizes };

/** The look of a button for what is not one, e.g. a link. */
export function buttonClass({ variant = 'secondary', size = 'md' }: ButtonLook = {}): string {
  return cx(
    // A link of an entry is as high as its line, but not one that is drawn as a button.
    'inline-flex min-h-(--target) shrink-0 select-none items-center justify-center whitespace-nowrap rounded-md border font-semi transition-colors',
    'disabled:pointer-events-none disabled:opacity-55',
    // It answers with its reason when it is pressed, so it has to be readable.
    'aria-disabled:cursor-not-allowed aria-disabled:not-aria-busy:bg-transparent aria-disabled:not-aria-busy:text-ink-3',
    '[&_svg]:size-4 [&_svg]:shrink-0',
    variants[variant],
    sizes[size],
  );
}

type ButtonProps = ComponentProps<'button'> &
  ButtonLook & {
    pending?: boolean;
    /** What it says while it is pending; else its label makes room for a spinner. It is as wide as the longer of the two. */
    pendingLabel?: string;
  };

/** A press that comes while the one before is still at work. A button that is `disabled` would lose the focus. */
export function ignorePress(event: MouseEvent) {
  return event.preventDefault();
}

type LabelsProps = { pending: boolean; pendingLabel?: string | undefined; children: ReactNode };

/** Both labels in one place, of which one is seen, so that nothing moves: a second press must not hit what is beside it. */
function Labels({ pending, pendingLabel, children }: LabelsProps) {
  const place = 'col-start-1 row-start-1 inline-flex items-center justify-center gap-[inherit]';
  // Without a label of its own while it is pending, the other is not seen, but still its name.
  const unseen = pendingLabel === undefined ? 'opacity-0' : 'invisible';
  return (
    <span className="grid gap-[inherit]">
      <span
        aria-hidden={(pending && pendingLabel !== undefined) || undefined}
        className={cx(place, pending && unseen)}
      >
        {children}
      </span>
      {(pending || pendingLabel !== undefined) && (
        <span aria-hidden={!pending || undefined} className={cx(place, !pending && 'invisible')}>
          <Spinner />
          {pendingLabel}
        </span>
      )}
    </span>
  );
}

/** While `pending` it turns a spinner and cannot be pressed. */
export function Button({
  variant,
  size,
  pending,
  pendingLabel,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      {...(pending && { 'aria-busy': true, 'aria-disabled': true })}
      onClick={pending ? ignorePress : onClick}
      className={cx(buttonClass({ ...(variant && { variant }), ...(size && { size }) }), className)}
    >
      {pending === undefined && pendingLabel === undefined ? (
        children
      ) : (
        <Labels pending={pending ?? false} pendingLabel={pendingLabel}>
          {children}
        </Labels>
      )}
    </button>
  );
}
