import { CircleAlert, TriangleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';

/** What a control inside a field must carry, so that its label, hint and error are read out with it. */
export type FieldControl = {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
};

export type FieldProps = {
  label: string;
  error?: string | undefined;
  hint?: string | undefined;
  /** What will not work, in place of the hint. */
  warning?: string | undefined;
  /** A link or short text at the right of the label. */
  aside?: ReactNode;
  /** The id of what else describes the control. */
  describedBy?: string | undefined;
  children: (control: FieldControl) => ReactNode;
};

/**
 * Label, control, and beneath them the hint or what is wrong. Without either, no line is kept free for it. A taller
 * neighbour does not pull them apart.
 */
export function Field({ label, error, hint, warning, aside, describedBy, children }: FieldProps) {
  const id = useId();
  const note = error ?? warning ?? hint;
  return (
    <div className="relative grid grid-cols-[minmax(0,1fr)] content-start gap-1.5">
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        {aside}
      </div>
      {children({
        id,
        'aria-describedby': [note && `${id}-note`, describedBy].filter(Boolean).join(' ') || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      <FieldNote id={`${id}-note`} error={error} hint={hint} warning={warning} />
    </div>
  );
}

type FieldNoteProps = {
  id: string;
  error: string | undefined;
  hint?: string | undefined;
  warning?: string | undefined;
};

/**
 * The live region stands there from the start: screen readers do not announce one that arrives with its text. While it is
 * empty it takes no room, and no gap of the grid around it.
 */
export function FieldNote({ id, error, hint, warning }: FieldNoteProps) {
  const problem = error || warning;
  const Icon = error ? CircleAlert : TriangleAlert;
  return (
    <div id={id} aria-live="polite" className="min-h-[18px] text-xs empty:sr-only">
      {problem ? (
        <span
          ref={error ? showBelowFocus : undefined}
          className={`flex gap-1.5 ${error ? 'text-bad' : 'text-warn'}`}
        >
          <Icon aria-hidden="true" className="mt-0.5 size-3.5 shrink-0" />
          {problem}
        </span>
      ) : (
        hint && <span className="text-ink-3">{hint}</span>
      )}
    </div>
  );
}

/** What is wrong comes after the focus, below a control that may be the last thing in sight. */
function showBelowFocus(note: HTMLElement | null): void {
  const described = document.activeElement?.getAttribute('aria-describedby')?.split(' ') ?? [];
  if (note?.parentElement && described.includes(note.parentElement.id))
    note.scrollIntoView({ block: 'nearest' });
}
