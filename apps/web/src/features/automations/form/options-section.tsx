import type { AutomationSettings, SettingName } from '@picksync/contracts';
import { cx } from '@picksync/ui/class-names.ts';
import { ChevronRight } from 'lucide-react';
import { useId } from 'react';
import { Controller } from 'react-hook-form';
import { formSettings, getControl, isAdvanced } from './setting-controls.tsx';
import { OptionRow } from './settings/option-row.tsx';
import { PremiumOptions } from './settings/premium-options.tsx';
import { readSettings } from './settings/read-settings.ts';
import type { AutomationFormState } from './use-automation-form.ts';

type OptionsSectionProps = {
  form: AutomationFormState;
  isOpen: boolean;
  /** Absent where it is a step of its own, always open. */
  onToggle?: (isOpen: boolean) => void;
  /** Why the plan lacks what belongs to Premium; null where it has it. */
  premiumReason: string | null;
};

/** All settings beside the choices. When it is closed, one line sums them up. */
export function OptionsSection({ form, isOpen, onToggle, premiumReason }: OptionsSectionProps) {
  const id = useId();
  const { settings, conflicts } = readSettings(form.watch());
  const usable = formSettings.filter((name) => premiumReason === null || !isAdvanced(name));
  const lacking = formSettings.filter((name) => !usable.includes(name));
  const rows = (
    <div id={id}>
      {usable.map((name) => (
        <OptionRow key={name} {...getControl(name)} disabledReason={conflicts[name]}>
          <SettingField form={form} name={name} />
        </OptionRow>
      ))}
      {lacking.length > 0 && premiumReason !== null && (
        <PremiumOptions form={form} names={lacking} reason={premiumReason} />
      )}
    </div>
  );
  if (!onToggle) return rows;
  return (
    <section className="border-y border-line">
      <h3>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => onToggle(!isOpen)}
          className="flex w-full flex-wrap items-center gap-x-2 gap-y-0.5 rounded-sm py-3 text-left text-sm font-semi"
        >
          <ChevronRight
            aria-hidden="true"
            className={cx('size-4 shrink-0 transition-transform', isOpen && 'rotate-90')}
          />
          Options
          <span className="min-w-0 text-xs font-normal text-ink-2 max-sm:w-full max-sm:pl-6 sm:ml-auto">
            {toSummary(settings)}
          </span>
        </button>
      </h3>
      {isOpen && <div className="pb-4">{rows}</div>}
    </section>
  );
}

/** Returns the settings in a line, e.g. `Mirror, order of the source, stops above 50 % and 5 options`. */
function toSummary(settings: AutomationSettings): string {
  return formSettings
    .flatMap((name) => getControl(name).summary(settings[name]) ?? [])
    .join(', ')
    .replace(/^./, (letter) => letter.toUpperCase());
}

function SettingField({ form, name }: { form: AutomationFormState; name: SettingName }) {
  const { Control } = getControl(name);
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field, fieldState }) => <Control field={field} error={fieldState.error?.message} />}
    />
  );
}
