import type { Automation, CreateAutomation, HealthFix, SettingName } from '@picksync/contracts';
import { useEffect, useState } from 'react';
import { usePremium } from '../../../api/use-premium.ts';
import type { AutomationField, AutomationValues } from './automation-values.ts';
import { previewFixes } from './preview/preview-fixes.ts';
import { tickWords } from './preview/preview-words.ts';
import type { PreviewState } from './preview/use-draft-preview.ts';
import { formSettings } from './setting-controls.tsx';
import type { FormFacts } from './settings/form-facts.ts';
import { type AutomationFormState, sayWhatIsMissing } from './use-automation-form.ts';
import { useDraftReports } from './use-draft-reports.ts';
import { type FormAnswer, useFormAnswer } from './use-form-answer.ts';
import { useFormSteps } from './use-form-steps.ts';
import { useKnownSheet } from './use-sheets.ts';

type FormPartsOptions = {
  form: AutomationFormState;
  edited: Automation | undefined;
  field: AutomationField | undefined;
};

const choices = ['sourceSheet', 'sourceColumn', 'targetSheet', 'targetColumn', 'name'] as const;

/** The field of the form that fixes a finding. */
const placeOfFix: Partial<Record<HealthFix, AutomationField>> = {
  choose_source: 'sourceColumn',
  choose_target_sheet: 'targetSheet',
  choose_target: 'targetColumn',
  change_settings: 'filters',
  add_filter: 'filters',
  choose_mode: 'mode',
};

function isSetting(field: string | undefined): field is SettingName {
  return formSettings.some((name) => name === field);
}

/** Returns the state that the parts of the form share: steps, options, preview, and why it cannot be sent. */
export function useFormParts({ form, edited, field }: FormPartsOptions) {
  const values = form.watch();
  const premiumReason = usePremium();
  const reports = useDraftReports({ values, automationId: edited?.id });
  const { columns, preview: state } = reports;
  const answer = useFormAnswer({ state, edited });
  const source = useKnownSheet(values.sourceSheet?.id);
  const [isOpen, setOpen] = useState(isSetting(field));
  const steps = useFormSteps({
    first: isSetting(field) ? 2 : 1,
    mayGoOn: async (step) => {
      const isRight = await form.trigger(step === 1 ? [...choices] : formSettings, { shouldFocus: true });
      if (!isRight && step === 1) sayWhatIsMissing(form.getValues());
      return isRight;
    },
  });

  const [lead, setLead] = useState<{ to: AutomationField }>();
  useEffect(() => {
    if (lead) form.setFocus(lead.to);
  }, [lead, form]);
  /** Moves the focus to a field, once its step or section is open. */
  const leadTo = (to: AutomationField) => {
    if (isSetting(to)) setOpen(true);
    steps.goTo(isSetting(to) ? 2 : 1);
    setLead({ to });
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
    facts: toFacts({ values, columns, state }),
    preview: {
      state,
      sourceName: values.sourceSheet?.name ?? '',
      source,
      isNew: !edited,
      pins: { first: values.pinnedFirst, last: values.pinnedLast },
      fixes: previewFixes({ form, leadTo, hasPremium: premiumReason === null }),
      tick: answer.tick,
    },
    checks: {
      state: reports.checks,
      preview,
      findFix: (fix: HealthFix) => {
        const place = placeOfFix[fix];
        return place && (() => leadTo(place));
      },
    },
    /**
     * A new automation whose list is too long cannot be created; an existing one can be saved, and its runs will report
     * it.
     */
    isBlocked: isTooLong && !edited,
    /** Whether the sync that follows would do nothing but ask. */
    asks: answer.asks,
    note: getNote(state, answer, edited !== undefined),
    submit: (send: (body: CreateAutomation) => void) =>
      form.handleSubmit(
        (body) => send({ ...body, ...answer.body }),
        (errors) => {
          const wrong = formSettings.find((name) => errors[name]);
          if (wrong && !choices.some((name) => errors[name])) leadTo(wrong);
          else steps.goTo(1);
          sayWhatIsMissing(form.getValues());
        },
      ),
  };
}

type FactsOptions = {
  values: AutomationValues;
  columns: FormFacts['columns'];
  state: PreviewState;
};

function toFacts({ values, columns, state }: FactsOptions): FormFacts {
  const preview = state.kind === 'shown' ? state.preview : null;
  const isOfThisForm = state.kind === 'shown' && !state.isReading && !state.isUnfinished;
  const pins = [...values.pinnedFirst, ...values.pinnedLast];
  const first = [...(preview?.added.options ?? []), ...(preview?.kept.options ?? [])].find(
    ({ text }) => !pins.includes(text),
  );
  return {
    columns,
    sourceName: values.sourceSheet?.name ?? '',
    rows: preview?.rows.total ?? null,
    valued:
      isOfThisForm && preview && preview.rows.matching === preview.rows.total ? preview.rows.valued : null,
    matching: isOfThisForm && preview ? preview.rows.matching : null,
    firstOption: (isOfThisForm && first?.text) || null,
  };
}

function getNote(state: PreviewState, { asks, tick }: FormAnswer, isEdit: boolean): string {
  if (asks) return `The ${isEdit ? 'next' : 'first'} sync changes nothing and waits for you.`;
  if (state.kind === 'shown' && tick?.isTicked)
    return `${isEdit ? 'Saves' : 'Creates'}, then ${tickWords(state.preview).act}.`;
  if (state.kind === 'shown' && state.preview.reason === 'too_many_options' && !isEdit)
    return 'Create Automation waits until the values fit.';
  return isEdit ? 'Nothing is written before you save.' : 'Nothing is written before you create.';
}
