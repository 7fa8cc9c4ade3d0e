import { Monitor, Moon, Sun } from 'lucide-react';
import { cx } from './class-names.ts';

const choices = [
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'system', label: 'Same as the system', icon: Monitor },
  { value: 'dark', label: 'Dark', icon: Moon },
] as const;

type ThemeChoice = (typeof choices)[number]['value'];

type ThemeToggleProps = { value: ThemeChoice; onChange: (choice: ThemeChoice) => void; className?: string };

export function ThemeToggle({ value, onChange, className }: ThemeToggleProps) {
  return (
    <fieldset className={cx('inline-flex gap-0.5 rounded-md bg-sunken p-0.5', className)}>
      <legend className="sr-only">Theme</legend>
      {choices.map(({ value: choice, label, icon: Icon }) => (
        <button
          key={choice}
          type="button"
          title={label}
          aria-label={label}
          aria-pressed={choice === value}
          onClick={() => onChange(choice)}
          className="grid size-[26px] place-items-center rounded-sm border border-transparent text-ink-3 transition-colors hover:text-ink aria-pressed:border-line aria-pressed:bg-surface aria-pressed:text-ink"
        >
          <Icon aria-hidden="true" className="size-3.5" strokeWidth={1.75} />
        </button>
      ))}
    </fieldset>
  );
}
