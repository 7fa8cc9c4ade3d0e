import { type ReactNode, useId } from 'react';

type OptionRowProps = {
  title: string;
  help?: string | undefined;
  /** Why it cannot be used now; shown in place of the control. */
  disabledReason?: string | undefined;
  children: ReactNode;
};

/** One setting: what it is called and one line of help at the left, its control at the right. */
export function OptionRow({ title, help, disabledReason, children }: OptionRowProps) {
  const id = useId();
  return (
    <fieldset
      aria-labelledby={id}
      disabled={disabledReason !== undefined}
      className="grid gap-x-6 gap-y-2 border-b border-line py-4 last:border-0 last:pb-0 md:grid-cols-[152px_minmax(0,1fr)]"
    >
      <div className="grid content-start">
        <p id={id} className="text-sm font-semi">
          {title}
        </p>
        {help && <p className="text-xs text-ink-2">{help}</p>}
      </div>
      {disabledReason === undefined ? (
        <div className="grid min-w-0 content-start justify-items-start">{children}</div>
      ) : (
        <p className="text-xs text-ink-2">{disabledReason}</p>
      )}
    </fieldset>
  );
}
