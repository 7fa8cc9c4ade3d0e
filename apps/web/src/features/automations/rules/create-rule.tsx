import { ruleEndpoints } from '@picksync/contracts';
import { Button, buttonClass } from '@picksync/ui/button.tsx';
import { Dialog } from '@picksync/ui/dialog.tsx';
import { ProgressBar } from '@picksync/ui/progress-bar.tsx';
import { Segmented } from '@picksync/ui/segmented.tsx';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { rulesQuery } from '../../../api/rules.queries.ts';
import { usePlanNames } from '../../../api/session.queries.ts';
import { usePremium } from '../../../api/use-premium.ts';
import { showToast } from '../../../stores/toast.ts';
import { type AutomationFormState, formFailure } from '../form/use-automation-form.ts';
import { useRefresh } from '../use-refresh.ts';
import { toCreateRule } from './rule-form.ts';
import { RuleFormDialog, type RuleSubmission } from './rule-form-dialog.tsx';
import { countConfigurationsText } from './rule-sentences.ts';
import { countAfter, emptyRule, showMatches } from './rule-values.ts';
import { type DestinationKind, newRuleDraft, useRuleDraft } from './use-rule-draft.ts';

const words = { title: 'Creation Failed', fallback: 'Failed to create the rule' };

const kinds = [
  { value: 'sheet', label: 'One sheet' },
  { value: 'folder', label: 'A folder' },
] as const;

type KindProps = { value: DestinationKind; onChange: (kind: DestinationKind) => void };

/** The choice between one sheet and every sheet of a folder. */
export function DestinationKindChoice({ value, onChange }: KindProps) {
  return <Segmented label="One sheet or a folder" options={kinds} value={value} onChange={onChange} />;
}

type CreateRuleProps = {
  form: AutomationFormState;
  onKind: (kind: DestinationKind) => void;
  dropDraft: () => void;
  /** Closes it after asking about what was entered of its source and options. */
  close: () => Promise<void>;
  onClose: () => void;
};

/** The form of a new rule. At the plan's limit it asks first which sheets would wait. */
export function CreateRule({ form, onKind, dropDraft, close, onClose }: CreateRuleProps) {
  const draft = useRuleDraft({ name: newRuleDraft, base: emptyRule });
  const premiumReason = usePremium();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const refresh = useRefresh();
  const [over, setOver] = useState<RuleSubmission | null>(null);
  const create = useMutation({
    mutationFn: (submission: RuleSubmission) => {
      const body = toCreateRule(submission);
      if (!body) throw new Error('The rule is not whole');
      return call(ruleEndpoints.create, { body });
    },
    onSuccess: ({ rule }) => {
      showToast({ title: 'Success!', description: 'Your automation has been set up successfully' });
      dropDraft();
      draft.forget();
      void queryClient.invalidateQueries({ queryKey: rulesQuery.queryKey });
      void refresh();
      void navigate({ to: '/rules/$id', params: { id: rule.id }, replace: true });
    },
  });
  if (premiumReason !== null) return <NotInPlan reason={premiumReason} onKind={onKind} onClose={onClose} />;
  return (
    <>
      <RuleFormDialog
        form={form}
        title="New Configuration"
        description="Choose the column to read and the columns to fill. They follow from then on."
        draft={draft}
        kind={<DestinationKindChoice value="folder" onChange={onKind} />}
        pending={create.isPending}
        error={over ? null : formFailure(create.error, words)}
        submitLabel="Create Automation"
        pendingLabel="Creating..."
        note="Nothing is written before you create."
        onSubmit={(submission) => {
          if (roomFor(submission) < 0) setOver(submission);
          else create.mutate(submission);
        }}
        onClose={() => void close()}
        onDiscard={() => {
          dropDraft();
          onClose();
        }}
      />
      {over && (
        <OverLimit
          submission={over}
          pending={create.isPending}
          onBack={() => setOver(null)}
          onCreate={() => {
            create.mutate(over);
            setOver(null);
          }}
        />
      )}
    </>
  );
}

/** Returns how many more automations the plan allows once all sheets follow; below zero where some would wait. */
function roomFor({ entries, preview: { sheets, last } }: RuleSubmission): number {
  if (!last) return 0;
  return last.configurationLimit - countAfter(showMatches(sheets, entries), last.configurationCount);
}

type OverLimitProps = {
  submission: RuleSubmission;
  pending: boolean;
  onBack: () => void;
  onCreate: () => void;
};

/** Says which sheets would wait at the limit of the plan. */
function OverLimit({ submission, pending, onBack, onCreate }: OverLimitProps) {
  const { sheets, last } = submission.preview;
  const matching = showMatches(sheets, submission.entries).filter(({ isIn }) => isIn).length;
  const waiting = Math.min(matching, -roomFor(submission));
  const limit = last?.configurationLimit ?? 0;
  return (
    <Dialog
      title={countConfigurationsText(limit, limit)}
      description={`${matching} sheets match. The ${matching - waiting} that were made first would follow, ${waiting} would wait.`}
      onClose={onBack}
      footer={
        <>
          <Button variant="primary" pending={pending} onClick={onCreate} className="order-2">
            {`Create with ${matching - waiting}`}
          </Button>
          <Button onClick={onBack} className="order-1">
            Back
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <ProgressBar label="Configurations used" value={1} max={1} />
        <p className="text-xs text-ink-2">
          {`Leave sheets out, or create it with ${matching - waiting}. Waiting sheets are taken up as others become free.`}
        </p>
      </div>
    </Dialog>
  );
}

type NotInPlanProps = { reason: string; onKind: (kind: DestinationKind) => void; onClose: () => void };

/** Says that rules belong to a larger plan, and what can be done without one. */
function NotInPlan({ reason, onKind, onClose }: NotInPlanProps) {
  const { premium } = usePlanNames();
  return (
    <Dialog
      inAddress
      title={`Every sheet in a folder: ${premium}`}
      description={`${reason} Without it, choose the columns one by one.`}
      onClose={onClose}
      footer={
        <>
          <Link to="/subscription" className={`${buttonClass({ variant: 'primary' })} order-2`}>
            View Plans
          </Link>
          <Button onClick={() => onKind('sheet')} className="order-1">
            Choose one sheet
          </Button>
        </>
      }
    />
  );
}
