import { type Automation, automationEndpoints, isolated, ruleEndpoints } from '@picksync/contracts';
import { Button, buttonClass } from '@picksync/ui/button.tsx';
import { FormDialog } from '@picksync/ui/form-dialog.tsx';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { getMessage } from '../../../api/form-errors.ts';
import { matchesQuery } from '../../../api/rules.queries.ts';
import { showEditedAutomation } from '../../../api/show-edited-automation.ts';
import { showToast } from '../../../stores/toast.ts';
import { toValues } from '../form/automation-form-values.ts';
import { changedElsewhere } from '../form/find-changed-elsewhere.ts';
import { NameField } from '../form/name-field.tsx';
import { formFailure, markFields, useAutomationForm } from '../form/use-automation-form.ts';
import { isDeletedAutomation } from '../refusals.ts';
import { takenOut } from './match-actions.tsx';
import { useRefreshRules } from './use-refresh-rules.ts';

type EditFollowerDialogProps = {
  automation: Automation;
  rule: NonNullable<Automation['rule']>;
  isDeleted: boolean;
  onClose: () => void;
};

const words = { title: 'Update failed', fallback: 'The changes could not be saved' };

/**
 * Edits an automation of a rule. Only its name is its own: for everything else it leads to the rule, or out of it, after which the
 * whole form takes its place.
 */
export function EditFollowerDialog({ automation, rule, isDeleted, onClose }: EditFollowerDialogProps) {
  // As it was when the form was opened: a name that another window has given since is not taken back.
  const [opened] = useState(automation);
  const { id } = opened;
  const queryClient = useQueryClient();
  const refresh = useRefreshRules();
  const base = toValues(opened);
  const { form, dropDraft, close } = useAutomationForm({ base, name: `edit ${id}`, onClose });
  const takeOut = useTakeOut(automation, rule);
  const save = useMutation({
    mutationFn: (name: string) => call(automationEndpoints.edit, { params: { id }, body: { name } }),
    onSuccess: ({ configuration }) => {
      showToast({ title: 'Automation updated' });
      dropDraft();
      onClose();
      showEditedAutomation(queryClient, configuration);
      void refresh();
    },
    onError: (problem) => markFields(form, problem),
  });
  const isSending = save.isPending || save.isSuccess;
  const changed = !isSending && automation.name !== opened.name ? changedElsewhere : null;
  const isGone = isDeleted || isDeletedAutomation(save.error);
  return (
    <FormDialog
      inAddress
      title="Edit Automation"
      description={`Its source, its destination and its options are those of the rule ${isolated(rule.name)}.`}
      pending={save.isPending}
      error={formFailure(save.error, words) ?? takeOut.failure ?? changed}
      submittable={!isGone}
      submitLabel="Save changes"
      pendingLabel="Saving..."
      onSubmit={() =>
        void form.handleSubmit(({ name }) => {
          if (name !== opened.name) return save.mutate(name);
          dropDraft();
          onClose();
        })()
      }
      onClose={() => void close()}
      onOpenFocus={() => form.setFocus('name', { shouldSelect: true })}
    >
      <NameField form={form} />
      <div className="grid gap-3 rounded-lg border border-line bg-canvas p-4 text-sm">
        <p className="text-pretty [overflow-wrap:anywhere]">
          What the rule changes, it changes for all of its sheets. Taken out of it, this automation stands
          alone, with the same settings and its history.
        </p>
        <div className="flex flex-wrap gap-2">
          <Link to="/rules/$id" params={{ id: rule.id }} className={buttonClass()}>
            Open the rule
          </Link>
          <Button
            pending={takeOut.isPending}
            pendingLabel="Taking it out..."
            onClick={() => takeOut.mutate()}
          >
            Take it out of the rule
          </Button>
        </div>
      </div>
    </FormDialog>
  );
}

/** Takes an automation out of its rule. The rule knows its sheet, not its automation. */
function useTakeOut({ id: automationId }: Automation, { id }: { id: string }) {
  const queryClient = useQueryClient();
  const refresh = useRefreshRules();
  const takeOut = useMutation({
    mutationFn: async () => {
      const matches = await queryClient.fetchQuery(matchesQuery(id));
      const match = matches.find(({ configuration }) => configuration?.id === automationId);
      // Somebody has taken it out meanwhile.
      if (!match) return null;
      const params = { id, matchId: match.id };
      return call(ruleEndpoints.changeMatch, { params, body: { act: 'keep' } });
    },
    onSuccess: () => showToast({ title: takenOut }),
    onSettled: refresh,
  });
  const failure = takeOut.error && {
    title: 'Nothing was changed',
    text: getMessage(takeOut.error, 'Please try again.'),
  };
  return { ...takeOut, failure };
}
