import { pluralize, type Rule, ruleEndpoints } from '@picksync/contracts';
import { FormDialog } from '@picksync/ui/form-dialog.tsx';
import { RadioCards } from '@picksync/ui/radio-cards.tsx';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { getMessage } from '../../../api/form-errors.ts';
import { showToast } from '../../../stores/toast.ts';
import { useRefreshRules } from './use-refresh-rules.ts';

/** Asks what stays when a rule is deleted, and deletes it. */
export function DeleteRuleDialog({ rule, onClose }: { rule: Rule; onClose: () => void }) {
  const [automations, setAutomations] = useState<'delete' | 'keep'>('delete');
  const navigate = useNavigate();
  const refresh = useRefreshRules();
  const { follows, gone } = rule.counts;
  const count = follows + gone;
  const remove = useMutation({
    mutationFn: () => call(ruleEndpoints.remove, { params: { id: rule.id }, query: { automations } }),
    onSuccess: async () => {
      showToast({ title: 'Rule deleted' });
      await navigate({ to: '/configurations', replace: true });
      await refresh();
    },
  });
  return (
    <FormDialog
      title="Delete Automation"
      description={`This cannot be undone. ${count === 1 ? 'Its column keeps its list' : `All ${count} columns keep their lists`}; nothing in Smartsheet is changed.`}
      submitLabel="Delete"
      pendingLabel="Deleting..."
      destructive
      pending={remove.isPending}
      error={
        remove.error ? { title: 'Delete failed', text: getMessage(remove.error, 'Please try again.') } : null
      }
      onSubmit={() => remove.mutate()}
      onClose={onClose}
    >
      <RadioCards
        label="What stays"
        columns={1}
        value={automations}
        onChange={setAutomations}
        options={[
          {
            value: 'delete',
            label: `Delete the rule and its ${pluralize(count, 'automation')}`,
            hint: 'Nothing follows the source any more.',
          },
          {
            value: 'keep',
            label: 'Delete only the rule',
            hint: `${pluralize(follows, 'single automation goes', 'single automations go')} on, with their history.`,
          },
        ]}
      />
    </FormDialog>
  );
}
