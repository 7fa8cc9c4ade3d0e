import type { Automation, CreateAutomation, SettingName } from '@picksync/contracts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { columnsQuery } from '../../../api/sheets.queries.ts';
import { usePremium } from '../../../api/use-premium.ts';
import type { AutomationField, AutomationValues } from './automation-values.ts';
import { previewFixes } from './preview/preview-fixes.ts';
import { type PreviewState, usePreview } from './preview/use-preview.ts';
import { formSettings } from './setting-controls.tsx';
import type { FormFacts } from './settings/form-facts.ts';
import { type AutomationFormState, sayWhatIsMissing } from './use-automation-form.ts';
import { useFormSteps } from './use-form-steps.ts';

type FormPartsOptions = {
  form: AutomationFormState;
  edited: Automation | undefined;
  field: AutomationField | undefined;
};

const choices = ['name', 'sourceSheet', 'sourceColumn', 'targetSheet', 'targetColumn'] as const;

function isSetting(field: string | undefined): field is SettingName {
  return formSettings.some((name) => name === field);
}

/** What the parts of the form know of each other: steps, options, preview, and what stands in the way of sending it. */
export function useFormParts({ form, edited, field }: FormPartsOptions) {
  const values = form.watch();
  const premiumReason = usePremium();
  const sourceId = values.sourceSheet?.id;
  const { data: columns = null } = useQuery({
    ...columnsQuery(sourceId ?? ''),
    enabled: sourceId !== undefined,
  });
  const state = usePreview({ values, columns: sourceId ? columns : null, automationId: edited?.id });
  const [isOpen, setOpen] = useState(isSetting(field));
  const steps = useFormSteps({
    first: isSetting(field) ? 2 : 1,
    mayGoOn: async (step) => {
      const isRight = await form.trigger(step === 1 ? [...choices] : formSettings, { shouldFocus: true });
      if (!isRight && step === 1) sayWhatIsMissing(form.getValues());
      return isRight;
    },
  });

  const focusNext = useRef<AutomationField>(undefined);
  useEffect(() => {
    if (!focusNext.current) return;
    form.setFocus(focusNext.current);
    focusNext.current = undefined;
  });
  /** Leads to an option, wherever it stands; it has the focus as soon as it is there. */
  const leadTo = (name: SettingName) => {
    focusNext.current = name;
    setOpen(true);
    steps.goTo(2);
  };

  const preview = state.kind === 'shown' ? state.preview : null;
  const isTooLong = preview?.reason === 'too_many_options';
  return {
    steps,
    options: {
      isOpen: isOpen || steps.steps !== undefined,
      premiumReason,
      ...(!steps.steps && { onToggle: setOpen }),
    },
    facts: factsOf({ values, columns: sourceId ? columns : null, state }),
    preview: {
      state,
      sourceName: values.sourceSheet?.name ?? '',
      isNew: !edited,
      pins: { first: values.pinnedFirst, last: values.pinnedLast },
      fixes: previewFixes({ form, leadTo, hasPremium: premiumReason === null }),
    },
    /** What is too long is not begun; what is there already may be saved, and its runs say so. */
    isBlocked: isTooLong && !edited,
    note: noteOf(state, edited !== undefined),
    submit: (send: (body: CreateAutomation) => void) =>
      form.handleSubmit(send, (errors) => {
        const wrong = formSettings.find((name) => errors[name]);
        if (wrong && !choices.some((name) => errors[name])) leadTo(wrong);
        else steps.goTo(1);
        sayWhatIsMissing(form.getValues());
      }),
  };
}

type FactsOptions = {
  values: AutomationValues;
  columns: FormFacts['columns'];
  state: PreviewState;
};

function factsOf({ values, columns, state }: FactsOptions): FormFacts {
  const preview = state.kind === 'shown' ? state.preview : null;
  const pins = [...values.pinnedFirst, ...values.pinnedLast];
  const first = [...(preview?.added.options ?? []), ...(preview?.kept.options ?? [])].find(
    ({ text }) => !pins.includes(text),
  );
  return {
    columns,
    sourceName: values.sourceSheet?.name ?? '',
    rows: preview?.rows ?? null,
    firstOption: state.kind === 'shown' && !state.isReading ? (first?.text ?? null) : null,
  };
}

function noteOf(state: PreviewState, isEdit: boolean): string {
  if (state.kind === 'shown' && state.preview.verdict === 'waiting_review')
    return 'The sync will stop and ask you before it writes.';
  if (state.kind === 'shown' && state.preview.reason === 'too_many_options' && !isEdit)
    return 'Create Automation waits until the values fit.';
  return isEdit ? 'Nothing is written before you save.' : 'Nothing is written before you create.';
}
