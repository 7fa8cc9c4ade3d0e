import { cx } from '@picksync/ui/class-names.ts';
import { ChevronRight } from 'lucide-react';
import { type ReactNode, useId } from 'react';

type OptionLineProps = {
  title: string;
  help?: string | undefined;
  /** What it is set to. */
  value: string;
  isChanged: boolean;
  /** Why it cannot be used now; shown in place of the value. */
  disabledReason?: string | undefined;
  isOpen: boolean;
  onToggle: () => void;
  children: ReactNode;
};

/** One setting in a line: what it is called and what it is set to. It opens in place, and its control stands below it. */
export function OptionLine({
  title,
  help,
  value,
  isChanged,
  disabledReason,
  isOpen,
  onToggle,
  children,
}: OptionLineProps) {
  const id = useId();
  if (disabledReason !== undefined)
    return (
      <div className={`${columns} border-b border-line py-3 last:border-0`}>
        <p className="text-sm font-medium text-ink-2">{title}</p>
        <p className="text-sm text-ink-2">{disabledReason}</p>
      </div>
    );
  return (
    <div className="border-b border-line last:border-0">
      <h4>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={onToggle}
          className={`${columns} w-full items-baseline rounded-sm py-3 text-start text-sm`}
        >
          <span className="font-medium">{title}</span>{' '}
          <span
            dir="auto"
            className={cx(
              'min-w-0 max-md:col-start-1 [overflow-wrap:anywhere]',
              isChanged && !isOpen ? 'font-semi' : 'text-ink-2',
            )}
          >
            {isOpen ? help : value}
          </span>
          <ChevronRight
            aria-hidden="true"
            className={cx(
              'col-start-2 row-start-1 size-4 self-center text-ink-3 transition-transform md:col-start-3',
              isOpen ? 'rotate-90' : 'rtl:rotate-180',
            )}
          />
        </button>
      </h4>
      {isOpen && (
        // Far enough below its line for a finger.
        <fieldset
          id={id}
          aria-label={title}
          className="grid min-w-0 content-start justify-items-start pt-1.5 pb-4 md:ps-[calc(136px+--spacing(4))]"
        >
          {children}
        </fieldset>
      )}
    </div>
  );
}

/** Title, value and chevron; on a phone the value stands below the title. */
const columns =
  'grid grid-cols-[minmax(0,1fr)_16px] gap-x-4 gap-y-0.5 md:grid-cols-[136px_minmax(0,1fr)_16px]';
