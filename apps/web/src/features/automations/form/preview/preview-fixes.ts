import { defaultSettings, type SettingName } from '@picksync/contracts';
import { isAdvanced } from '../setting-controls.tsx';
import { emptyRule } from '../settings/filter-entries.ts';
import type { AutomationFormState } from '../use-automation-form.ts';

/** The changes of the form that buttons in the preview make; absent where there is nothing to change. */
export type PreviewFixes = {
  keepUsed: (() => void) | undefined;
  ignoreCase: (() => void) | undefined;
  changeLimit: () => void;
  addFilter: (() => void) | undefined;
};

type FixesOptions = {
  form: AutomationFormState;
  leadTo: (name: SettingName) => void;
  hasPremium: boolean;
};

/** Returns what can be fixed from the preview. */
export function previewFixes({ form, leadTo, hasPremium }: FixesOptions): PreviewFixes {
  const values = form.getValues();
  const isOffered = (name: SettingName) => hasPremium || !isAdvanced(name);
  return {
    keepUsed:
      isOffered('mode') && values.mode === defaultSettings.mode
        ? () => form.setValue('mode', 'keep_used', { shouldDirty: true })
        : undefined,
    ignoreCase:
      isOffered('ignoreCase') && !values.ignoreCase
        ? () => form.setValue('ignoreCase', true, { shouldDirty: true })
        : undefined,
    changeLimit: () => leadTo('maxRemovalPercent'),
    addFilter: isOffered('filters')
      ? () => {
          const { match, rules } = form.getValues('filters');
          if (rules.length === 0)
            form.setValue('filters', { match, rules: [emptyRule] }, { shouldDirty: true });
          leadTo('filters');
        }
      : undefined,
  };
}
