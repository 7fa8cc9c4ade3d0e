import {
  type AutomationSettings,
  defaultSettings,
  type ListNoun,
  notForContacts,
  type SettingName,
  toListNoun,
} from '@picksync/contracts';
import { Button, buttonClass } from '@picksync/ui/button.tsx';
import { cx } from '@picksync/ui/class-names.ts';
import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { useId } from 'react';
import { Controller } from 'react-hook-form';
import { usePlanNames } from '../../../api/session.queries.ts';
import { readSettings } from './automation-form-values.ts';
import { OptionLine } from './option-line.tsx';
import { formSettings, getControl, isAdvanced } from './setting-controls.tsx';
import { useFormFacts } from './settings/form-facts.ts';
import type { AutomationFormState } from './use-automation-form.ts';

type OptionsSectionProps = {
  form: AutomationFormState;
  isOpen: boolean;
  /** Absent where it is a step of its own, always open. */
  onToggle?: (isOpen: boolean) => void;
  /** Why the plan lacks what belongs to Premium; null where it has it. */
  premiumReason: string | null;
  /** The setting whose control is shown: one at a time. */
  line: SettingName | null;
  onLine: (line: SettingName | null) => void;
};

/** Settings that belong to the choice of the source. */
const besideSource: readonly SettingName[] = ['sourceKind', 'addressColumn'];

/** Why settings are not there where contacts are filled. */
const reasonsForContacts: Partial<Record<SettingName, string>> = {
  ignoreCase: 'Capitals of an address never matter',
  renames: notForContacts,
  splitValues: notForContacts,
  labelTemplate: notForContacts,
};

function isUsual(settings: AutomationSettings, name: SettingName): boolean {
  return JSON.stringify(settings[name]) === JSON.stringify(defaultSettings[name]);
}

/** All settings beside the choices, a line each. When it is closed, one line sums them up. */
export function OptionsSection({ form, isOpen, onToggle, premiumReason, line, onLine }: OptionsSectionProps) {
  const id = useId();
  const { settings, conflicts } = readSettings(form.watch());
  const { makesContacts } = useFormFacts();
  const noun = toListNoun({ fillsContacts: makesContacts });
  const { errors } = form.formState;
  // One that is set already stays, so that it can be taken away.
  const toReason = (name: SettingName) =>
    conflicts[name] ?? (makesContacts && isUsual(settings, name) ? reasonsForContacts[name] : undefined);
  const shown = formSettings.filter((name) => !besideSource.includes(name));
  const usable = shown.filter((name) => premiumReason === null || !isAdvanced(name));
  const lacking = shown.filter((name) => !usable.includes(name));
  const changed = shown.filter((name) => !isUsual(settings, name));
  const reset = () => {
    for (const name of changed)
      form.setValue(name, getControl(name).toEntry(defaultSettings[name]) as never, { shouldDirty: true });
    form.clearErrors(changed);
    onLine(null);
  };
  const rows = (
    <div id={id}>
      <div className="flex min-h-9 items-center justify-between gap-x-3 pb-1 text-xs text-ink-2">
        {/* Beside it, the button has its room from the start: nothing below moves when an option is changed. */}
        <p className="max-md:max-w-[calc(100%-112px)]">
          Most automations need none of these. Every change is previewed again.
        </p>
        {changed.length > 0 && (
          <Button size="sm" variant="quiet" className="-mx-2.5" onClick={reset}>
            Reset to default
          </Button>
        )}
      </div>
      {usable.map((name) => {
        const { Control, isShown, title, help, valueText } = getControl(name);
        if (isShown && !isShown(settings)) return null;
        const isLineOpen = line === name || errors[name] !== undefined;
        return (
          <OptionLine
            key={name}
            title={title}
            help={help}
            value={valueText(settings[name], noun)}
            isChanged={!isUsual(settings, name)}
            disabledReason={toReason(name)}
            isOpen={isLineOpen}
            onToggle={() => onLine(line === name ? null : name)}
          >
            <Controller
              control={form.control}
              name={name}
              render={({ field, fieldState }) => <Control field={field} error={fieldState.error?.message} />}
            />
          </OptionLine>
        );
      })}
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
          className="flex w-full flex-wrap items-center gap-x-2 gap-y-0.5 rounded-sm py-3 text-start text-sm font-semi"
        >
          <ChevronRight
            aria-hidden="true"
            className={cx('size-4 shrink-0 transition-transform', isOpen && 'rotate-90')}
          />
          {changed.length > 0 ? `Options, ${changed.length} changed` : 'Options'}
          <span className="min-w-0 text-xs font-normal text-ink-2 max-sm:w-full max-sm:ps-6 sm:ms-auto">
            {toSummary(settings, noun)}
          </span>
        </button>
      </h3>
      {isOpen && <div className="pb-4">{rows}</div>}
    </section>
  );
}

/** Returns the settings in a line, e.g. `Mirror, order of the source`. */
function toSummary(settings: AutomationSettings, noun: ListNoun): string {
  return list.format(formSettings.flatMap((name) => getControl(name).summary(settings[name], noun) ?? []));
}

type PremiumOptionsProps = {
  form: AutomationFormState;
  names: readonly SettingName[];
  /** Why the plan lacks them. */
  reason: string;
};

/**
 * The settings that the plan lacks, in one line with the plan that has them. Values that were set on a larger plan can be
 * removed.
 */
function PremiumOptions({ form, names, reason }: PremiumOptionsProps) {
  const values = form.watch();
  const { premium } = usePlanNames();
  const usual = (name: SettingName) => getControl(name).toEntry(defaultSettings[name]);
  const used = names.filter((name) => JSON.stringify(values[name]) !== JSON.stringify(usual(name)));
  const unused = names.filter((name) => !used.includes(name));
  return (
    <section aria-label={`Options of ${premium}`} className="grid gap-3 pt-4">
      {used.map((name) => {
        const { title } = getControl(name);
        return (
          <div
            key={name}
            className="flex flex-wrap items-center justify-between gap-3 rounded-md bg-warn-soft px-3 py-2 forced-colors:border"
          >
            <div className="min-w-0">
              <p className="text-sm font-medium">{title}</p>
              <p className="text-xs text-ink-2">Set on a larger plan. No sync runs with it.</p>
            </div>
            <Controller
              control={form.control}
              name={name}
              render={({ field: { ref } }) => (
                <Button
                  ref={ref}
                  size="sm"
                  aria-label={`Remove: ${title}`}
                  onClick={() => form.setValue(name, usual(name) as never, { shouldDirty: true })}
                >
                  Remove
                </Button>
              )}
            />
          </div>
        );
      })}
      <div className="grid items-center gap-x-6 gap-y-2 md:grid-cols-[152px_minmax(0,1fr)_auto]">
        <p className="text-sm font-semi">More with {premium}</p>
        <div className="min-w-0 text-xs text-ink-2">
          {unused.length > 0 && <p>{listTitles(unused)}</p>}
          <p>{reason}</p>
        </div>
        <Link to="/subscription" className={`${buttonClass({ size: 'sm' })} justify-self-start`}>
          View Plans
        </Link>
      </div>
    </section>
  );
}

/** Writes items that are whole by themselves, as a line. */
const list = new Intl.ListFormat('en-US', { type: 'unit' });

/** Returns the titles as one list, e.g. `Filters, Split cells at, Label`. */
function listTitles(names: readonly SettingName[]): string {
  return list.format(names.map((name) => getControl(name).title));
}
