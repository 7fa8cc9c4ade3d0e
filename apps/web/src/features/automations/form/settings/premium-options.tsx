import { defaultSettings, type SettingName } from '@picksync/contracts';
import { Button, buttonClass } from '@picksync/ui/button.tsx';
import { Link } from '@tanstack/react-router';
import { Controller } from 'react-hook-form';
import { usePlanNames } from '../../../../api/session.queries.ts';
import { getControl } from '../setting-controls.tsx';
import type { AutomationFormState } from '../use-automation-form.ts';

type PremiumOptionsProps = {
  form: AutomationFormState;
  names: readonly SettingName[];
  /** Why the plan lacks them. */
  reason: string;
};

/**
 * The settings that the plan lacks, with the plan that has them. Values that were set on a larger plan can be removed.
 */
export function PremiumOptions({ form, names, reason }: PremiumOptionsProps) {
  const values = form.watch();
  const { premium } = usePlanNames();
  return (
    <section
      aria-label={`Options of ${premium}`}
      className="mt-4 grid gap-3 rounded-md bg-sunken p-4 forced-colors:border"
    >
      <ul className="grid gap-1">
        {names.map((name) => {
          const { title, help, toEntry } = getControl(name);
          const usual = toEntry(defaultSettings[name]);
          const isUsed = JSON.stringify(values[name]) !== JSON.stringify(usual);
          return (
            <li key={name} className="flex min-h-9 items-center justify-between gap-3">
              <div className="min-w-0">
                <p className="text-sm font-medium text-ink-2">{title}</p>
                <p className="text-xs text-ink-2">
                  {isUsed ? 'Set on a larger plan. No sync runs with it.' : help}
                </p>
              </div>
              {isUsed ? (
                <Controller
                  control={form.control}
                  name={name}
                  render={({ field: { ref } }) => (
                    <Button
                      ref={ref}
                      size="sm"
                      aria-label={`Remove: ${title}`}
                      onClick={() => form.setValue(name, usual as never, { shouldDirty: true })}
                    >
                      Remove
                    </Button>
                  )}
                />
              ) : (
                <span className="shrink-0 rounded-full bg-accent-soft px-2 py-0.5 text-xs font-semi text-accent">
                  {premium}
                </span>
              )}
            </li>
          );
        })}
      </ul>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="text-xs text-ink-2">{reason}</p>
        <Link to="/subscription" className={buttonClass({ size: 'sm' })}>
          View Plans
        </Link>
      </div>
    </section>
  );
}
