import { Monitor, Moon, Sun } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { cx } from './class-names.ts';

const choices = [
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'system', label: 'Same as the system', icon: Monitor },
  { value: 'dark', label: 'Dark', icon: Moon },
] as const;

type ThemeChoice = (typeof choices)[number]['value'];

type ThemeToggleProps = { value: ThemeChoice; onChange: (choice: ThemeChoice) => void; className?: string };

function moveFocus(event: KeyboardEvent): void {
  const focused = event.target as Element;
  const next = event.key === 'ArrowRight' ? focused.nextElementSibling : focused.previousElementSibling;
  if ((event.key === 'ArrowRight' || event.key === 'ArrowLeft') && next instanceof HTMLElement) next.focus();
}

/** A toolbar by the ARIA pattern: one stop by keyboard, and the arrows go from choice to choice. */
export function ThemeToggle({ value, onChange, className }: ThemeToggleProps) {
  const [stop, setStop] = useState(value);
  return (
    <div
      role="toolbar"
      aria-label="Theme"
      onKeyDown={moveFocus}
      className={cx('inline-flex gap-0.5 rounded-md bg-sunken p-0.5', className)}
    >
      {choices.map(({ value: choice, label, icon: Icon }) => (
        <button
          key={choice}
          data-theme-choice={choice}
          type="button"
          title={label}
          aria-label={label}
          aria-pressed={choice === value}
          tabIndex={choice === stop ? 0 : -1}
          onFocus={() => setStop(choice)}
          onClick={() => onChange(choice)}
          className="grid size-6.5 place-items-center rounded-sm border border-transparent text-ink-3 transition-colors hover:text-ink aria-pressed:border-line aria-pressed:bg-surface aria-pressed:text-ink"
        >
          <Icon aria-hidden="true" className="size-3.5" strokeWidth={1.75} />
        </button>
      ))}
    </div>
  );
}
