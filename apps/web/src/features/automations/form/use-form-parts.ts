import {
  type Automation,
  type Column,
  type CreateAutomation,
  defaultSettings,
  type HealthFix,
  isContactType,
  type Preview,
  type SettingName,
} from '@picksync/contracts';
import type { FormSteps } from '@picksync/ui/form-dialog.tsx';
import { useIsPhone } from '@picksync/ui/use-is-phone.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { columnsQuery } from '../../../api/sheets.queries.ts';
import { usePremium } from '../../../api/use-premium.ts';
import { useBackClosesWhile } from '../../../ui/use-back-closes.tsx';
import { fieldOfFix } from '../list/next-step.ts';
import {
  type AutomationField,
  type AutomationValues,
  choices,
  lacksChoices,
} from './automation-form-values.ts';
import { formSettings, isAdvanced } from './setting-controls.tsx';
import { emptyRule } from './settings/filter-entries.ts';
import type { FormFacts } from './settings/form-facts.ts';
import { type AutomationFormState, useMissingToast } from './use-automation-form.ts';
import { getNote, useFormAnswer } from './use-form-answer.ts';
import { type PreviewState, usePreviewAndChecks } from './use-preview-and-checks.ts';
import { useKnownSheet } from './use-sheets.ts';

type FormPartsOptions = {
  form: AutomationFormState;
  edited: Automation | undefined;
  field: AutomationField | undefined;
};

const firstStep = [...choices, 'name'] as const;

function isSetting(field: string | undefined): field is SettingName {
  return formSettings.some((name) => name === field);
}

/** Returns the state that the parts of the form share: steps, options, preview, and why it cannot be sent. */
export function useFormParts({ form, edited, field }: FormPartsOptions) {
  const values = form.watch();
  const showMissing = useMissingToast(values);
  const premiumReason = usePremium();
  const reports = usePreviewAndChecks(values, edited?.id);
  const { columns } = reports;
  const targetId = values.targetSheet?.id;
  const targets = useQuery({ ...columnsQuery(targetId ?? ''), enabled: targetId !== undefined }).data ?? [];
  const contacts = contactFacts(values, { columns, targets });
  const lacksAddresses = contacts.makesContacts && !contacts.hasAddresses && values.addressColumn === null;
  const state: PreviewState = lacksAddresses
    ? { kind: 'no_addresses', choose: () => leadTo('addressColumn') }
    : reports.preview;
  const answer = useFormAnswer(state, edited);
  const source = useKnownSheet(values.sourceSheet?.id);
  const options = useOptions(isSetting(field) ? field : null);
  const steps = useFormSteps({
    first: isSetting(field) ? 2 : 1,
    mayGoOn: async (step) => {
      const isRight = await form.trigger(step === 1 ? firstStep : formSettings, { shouldFocus: true });
      if (!isRight && step === 1) showMissing();
      const wrong = formSettings.find((name) => form.getFieldState(name).invalid);
      if (!isRight && step > 1 && wrong) leadTo(wrong);
      return isRight;
    },
  });

  const [lead, setLead] = useState<{ to: AutomationField }>();
  useEffect(() => {
    if (lead) form.setFocus(lead.to);
  }, [lead, form]);
  /** Moves the focus to a field, once its step or section is open. */
  const leadTo = (to: AutomationField) => {
    // The addresses are chosen beside the source.
    const isOption = isSetting(to) && to !== 'addressColumn';
    if (isOption) options.lead(to);
    steps.goTo(isOption ? 2 : 1);
    setLead({ to });
  };

  const preview = state.kind === 'shown' ? state.preview : null;
  const isTooLong = preview?.reason === 'too_many_options';
  return {
    steps,
    /** Whether the form is a new one that lacks a choice: it shows what to begin with in place of a preview. */
    isStart: !edited && state.kind === 'empty' && lacksChoices(values),
    options: {
      isOpen: options.isOpen || steps.steps !== undefined,
      premiumReason,
      line: options.line,
      onLine: options.setLine,
      ...(!steps.steps && { onToggle: options.setOpen }),
    },
    facts: { ...toFacts(values, columns, state), ...contacts },
    preview: {
      state,
      sourceName: values.sourceSheet?.name ?? '',
      source,
      isNew: !edited,
      pins: { first: values.pinnedFirst, last: values.pinnedLast },
      fixes: previewFixes(form, leadTo, premiumReason === null),
      tick: answer.tick,
    },
    checks: {
      // What is to be chosen first is said beside it.
      state: lacksAddresses ? { kind: 'none' as const } : reports.checks,
      preview,
      findFix: (fix: HealthFix) => {
        // The sheet of the source is chosen already: what is to be changed is its column.
        const place = fix === 'choose_source' ? 'sourceColumn' : fieldOfFix[fix];
        return place && (() => leadTo(place));
      },
    },
    /**
     * A new automation whose list is too long cannot be created; an existing one can be saved, and its runs will report
     * it.
     */
    isBlocked: isTooLong && !edited,
    /** Whether a name that changes in the source is to be renamed. */
    followsNames: values.renames === 'follow',
    /** Whether the sync that follows would do nothing but ask. */
    asks: answer.asks,
    note: getNote(state, answer, edited !== undefined),
    submit: (send: (body: CreateAutomation) => void) =>
      form.handleSubmit(
        (body) => send({ ...body, ...answer.body }),
        (errors) => {
          const wrong = formSettings.find((name) => errors[name]);
          if (wrong && !firstStep.some((name) => errors[name])) leadTo(wrong);
          else steps.goTo(1);
          showMissing();
        },
      ),
  };
}

/** Whether the options are shown, and which of them is open. */
function useOptions(first: SettingName | null) {
  const [isOpen, setOpen] = useState(first !== null);
  const [line, setLine] = useState(first);
  const lead = (to: SettingName) => {
    setOpen(true);
    setLine(to);
  };
  return { isOpen, setOpen, line, setLine, lead };
}

/** Returns whether contacts are filled, and whether the source column has their addresses. */
function contactFacts(
  { sourceColumn, targetColumn }: AutomationValues,
  { columns, targets }: { columns: FormFacts['columns']; targets: readonly Column[] },
) {
  const isContacts = (of: readonly Column[], id: string | undefined) =>
    isContactType(of.find((column) => column.id === id)?.type ?? '');
  return {
    makesContacts: isContacts(targets, targetColumn?.id),
    hasAddresses: isContacts(columns ?? [], sourceColumn?.id),
  };
}

function toFacts(
  values: AutomationValues,
  columns: FormFacts['columns'],
  state: PreviewState,
): Omit<FormFacts, 'makesContacts' | 'hasAddresses'> {
  const preview = state.kind === 'shown' ? state.preview : null;
  const isOfThisForm = state.kind === 'shown' && !state.isReading && !state.isUnfinished;
  const pins = [...values.pinnedFirst, ...values.pinnedLast];
  const first = [...(preview?.added.options ?? []), ...(preview?.kept.options ?? [])].find(
    ({ text }) => !pins.includes(text),
  );
  return {
    columns,
    sourceName: values.sourceSheet?.name ?? '',
    isReport: values.sourceKind === 'report',
    targetName: values.targetSheet?.name ?? '',
    targetColumnName: values.targetColumn?.name ?? '',
    options: preview && isOfThisForm ? findOptions(preview) : null,
    rows: preview?.rows.total ?? null,
    valued:
      isOfThisForm && preview && preview.rows.matching === preview.rows.total ? preview.rows.valued : null,
    matching: isOfThisForm && preview ? preview.rows.matching : null,
    firstOption: (isOfThisForm && first?.text) || null,
  };
}

/** How many options of the dropdown are shown as an example. */
const exampleLength = 3;

/** Returns how many options the dropdown has now, and the first that are known of them. */
function findOptions({ kept, removed, optionCount }: Preview): FormFacts['options'] {
  const texts = [...kept.options, ...removed.options].slice(0, exampleLength).map(({ text }) => text);
  return { count: optionCount, texts };
}

/** Returns what can be fixed from the preview; undefined where there is nothing to change. */
function previewFixes(form: AutomationFormState, leadTo: (name: SettingName) => void, hasPremium: boolean) {
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

export type PreviewFixes = ReturnType<typeof previewFixes>;

const titles = ['Choose', 'Options', 'Preview'];

type FormStepsOptions = {
  /** The step it begins with. */
  first: number;
  /** Returns whether the next step may begin; if not, it shows what is missing. */
  mayGoOn: (step: number) => Promise<boolean>;
};

/** On a phone the form has three steps, and Back goes one step back; on larger screens all of it is shown at once. */
function useFormSteps({ first, mayGoOn }: FormStepsOptions) {
  const isPhone = useIsPhone();
  const [step, setStep] = useState(first);
  useBackClosesWhile(isPhone && step > 1, () => setStep(1));
  useBackClosesWhile(isPhone && step > 2, () => setStep(2));
  const steps: FormSteps | undefined = isPhone
    ? {
        at: step,
        count: titles.length,
        onBack: () => setStep(step - 1),
        onNext: () => void mayGoOn(step).then((may) => may && setStep(step + 1)),
        nextTitle: titles[step] ?? '',
      }
    : undefined;
  return {
    steps,
    /** What the step is called; undefined for the first, which has the name of the form. */
    title: isPhone && step > 1 ? titles[step - 1] : undefined,
    /** Returns whether the content of a step is shown. */
    shows: (which: number) => !isPhone || which === step,
    goTo: setStep,
  };
}
