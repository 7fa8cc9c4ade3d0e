import { type Column, isContactType, type SettingName } from '@picksync/contracts';
import { FormDialog, type FormFailure } from '@picksync/ui/form-dialog.tsx';
import { useDebounced } from '@picksync/ui/use-debounced.ts';
import { ArrowRight } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { usePremium } from '../../../api/use-premium.ts';
import { type AutomationValues, readSettings } from '../form/automation-form-values.ts';
import { NameField } from '../form/name-field.tsx';
import { OptionsSection } from '../form/options-section.tsx';
import { formSettings } from '../form/setting-controls.tsx';
import { type FormFacts, FormFactsContext, noFacts } from '../form/settings/form-facts.ts';
import { SourceSide } from '../form/sheet-and-column.tsx';
import type { AutomationFormState } from '../form/use-automation-form.ts';
import { useSourceColumns } from '../form/use-reports.ts';
import { useSheets } from '../form/use-sheets.ts';
import { FolderSide, NewSheets, type RuleErrors } from './folder-side.tsx';
import { checkEntries, findMissing, proposedRuleName, toRuleDraft } from './rule-form.ts';
import { RulePreviewPanel } from './rule-preview-panel.tsx';
import type { RuleEntries } from './rule-values.ts';
import type { RuleDraft } from './use-rule-draft.ts';
import { type RulePreviewState, useRulePreview } from './use-rule-preview.ts';

/** What is sent, with the preview that was seen. */
export type RuleSubmission = {
  values: AutomationValues;
  settings: ReturnType<typeof readSettings>['settings'];
  entries: RuleEntries;
  preview: RulePreviewState;
};

type RuleFormDialogProps = {
  form: AutomationFormState;
  title: string;
  description: string;
  submitLabel: string;
  pendingLabel: string;
  pending: boolean;
  error: FormFailure | null;
  draft: RuleDraft;
  /** The rule that is being edited. */
  ruleId?: string;
  note: string;
  /** The choice between one sheet and a folder. */
  kind?: ReactNode;
  aside?: ReactNode;
  onSubmit: (submission: RuleSubmission) => void;
  /** Closes it where nothing of the rule itself was entered; asks about the rest. */
  onClose: () => void;
  /** Closes it after its entries were discarded. */
  onDiscard: () => void;
};

/** How long nothing is entered before the sheets are looked at. */
const afterMs = 600;

/** The form of a rule: its source, its folder and its options, and beside them every sheet of the folder. */
export function RuleFormDialog({
  form,
  draft: kept,
  ruleId,
  kind,
  onSubmit,
  onClose,
  onDiscard,
  ...shell
}: RuleFormDialogProps) {
  const [entries, setEntries] = useState(kept.initial);
  const [errors, setErrors] = useState<RuleErrors>({});
  const [isOpen, setOpen] = useState(false);
  const [line, setLine] = useState<SettingName | null>(null);
  const premiumReason = usePremium();
  const values = form.watch();
  const { columns } = useSourceColumns(values);
  const { settings, problems } = readSettings(values, columns);
  const draft = toRuleDraft({ values, settings, entries }, ruleId);
  const key = JSON.stringify(draft);
  const settled = useDebounced(draft, { key, afterMs });
  const preview = useRulePreview(settled);
  const { sheets, ...request } = useSheets();
  const nameRule = useProposedName(form, ruleId === undefined);
  const change = (changed: Partial<RuleEntries>) => {
    const next = { ...entries, ...changed };
    setEntries(next);
    kept.keep(next);
    setErrors((shown) => (Object.keys(shown).length === 0 ? shown : checkEntries(next)));
    nameRule(next);
  };
  const submit = async () => {
    const wrong = checkEntries(entries);
    setErrors(wrong);
    const isRight = await form.trigger(['sourceSheet', 'sourceColumn', 'name', ...formSettings], {
      shouldFocus: true,
    });
    if (Object.keys(problems).length > 0) setOpen(true);
    if (isRight && Object.keys(wrong).length === 0 && findMissing({ values, entries }) === null)
      onSubmit({ values, settings, entries, preview });
  };
  const close = async () => {
    if (kept.isUntouched(entries)) onClose();
    else if (await kept.mayDiscard()) onDiscard();
  };
  // A place that cannot be read keeps nobody from changing the rest: the sheets of the rule get it all the same.
  const savesUnseen = ruleId !== undefined && preview.error !== null && kept.looksAsBefore(entries);
  const isSeen = (preview.isOver || savesUnseen) && key === JSON.stringify(settled);
  const propose = (columnTitle: string) => change({ columnTitle });
  useProposedTitle({ values, entries, isNew: ruleId === undefined, propose });
  return (
    <FormDialog
      {...shell}
      inAddress
      width="full"
      // Where something is missing, pressing it says what.
      submitDisabled={draft !== null && !isSeen}
      onSubmit={() => void submit()}
      onClose={() => void close()}
      side={
        <RulePreviewPanel
          entries={entries}
          missing={findMissing({ values, entries })}
          state={preview}
          savesUnseen={savesUnseen}
          onChange={change}
        />
      }
    >
      <FormFactsContext value={toFacts(values, columns, preview)}>
        <div className="grid items-stretch gap-x-2 gap-y-3 md:grid-cols-[minmax(0,1fr)_16px_minmax(0,1fr)]">
          <SourceSide form={form} sheets={sheets} request={request} onSheetChosen={() => nameRule(entries)} />
          <ArrowRight aria-hidden="true" className="size-4 self-center text-ink-3 max-md:hidden" />
          <FolderSide entries={entries} errors={errors} preview={preview} kind={kind} onChange={change} />
        </div>
        <NameField form={form} />
        <NewSheets newSheets={entries.newSheets} onChange={change} />
        <OptionsSection
          form={form}
          isOpen={isOpen}
          onToggle={setOpen}
          premiumReason={premiumReason}
          line={line}
          onLine={setLine}
        />
      </FormFactsContext>
    </FormDialog>
  );
}

function toFacts(
  { sourceKind, sourceSheet, sourceColumn }: RuleSubmission['values'],
  columns: readonly Column[],
  { sheets }: RulePreviewState,
): FormFacts {
  const type = columns.find(({ id }) => id === sourceColumn?.id)?.type;
  return {
    ...noFacts,
    columns,
    sourceName: sourceSheet?.name ?? '',
    isReport: sourceKind === 'report',
    // The sheets say whether addresses are needed: nobody has to say it of a title.
    makesContacts: sheets.some(({ isOfContacts }) => isOfContacts),
    hasAddresses: type !== undefined && isContactType(type),
  };
}

/** Returns what names a new rule after its choices, until somebody types another name. */
function useProposedName(form: AutomationFormState, isNew: boolean): (entries: RuleEntries) => void {
  const proposed = useRef(form.getValues('name'));
  // What the form of one sheet has proposed is no name of a rule.
  useEffect(() => {
    proposed.current = form.getValues('name');
  }, [form]);
  return ({ place }) => {
    const { name, sourceSheet } = form.getValues();
    if (!isNew || (name !== '' && name !== proposed.current)) return;
    proposed.current = proposedRuleName(sourceSheet, place);
    form.setValue('name', proposed.current, { shouldDirty: true });
    if (proposed.current) form.clearErrors('name');
  };
}

type ProposedTitleOptions = {
  values: AutomationValues;
  entries: RuleEntries;
  isNew: boolean;
  propose: (title: string) => void;
};

/** Proposes the title of the source column for the dropdowns of a new rule, until somebody types another. */
function useProposedTitle(options: ProposedTitleOptions): void {
  const title = options.isNew ? (options.values.sourceColumn?.name ?? '') : '';
  const latest = useRef(options);
  latest.current = options;
  const proposed = useRef<string>(undefined);
  useEffect(() => {
    const { entries, propose } = latest.current;
    const isOwn = entries.columnTitle !== '' && entries.columnTitle !== proposed.current;
    if (title === '') return;
    proposed.current = title;
    if (!isOwn) propose(title);
  }, [title]);
}
