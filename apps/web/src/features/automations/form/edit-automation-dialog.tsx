import {
  type Automation,
  type AutomationChange,
  automationEndpoints,
  type EditAutomation,
  findAdvancedSettings,
} from '@picksync/contracts';
import type { FormFailure } from '@picksync/ui/form-dialog.tsx';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { showEditedAutomation } from '../../../api/show-edited-automation.ts';
import { showToast } from '../../../stores/toast.ts';
import { openedHere } from '../../../ui/use-close-dialog.ts';
import { findNextStep, lacksPlan } from '../list/next-step.ts';
import { lastEdit } from '../page/use-page-links.ts';
import { deletedAutomation, isDeletedAutomation } from '../refusals.ts';
import { EditFollowerDialog } from '../rules/edit-follower-dialog.tsx';
import { useRefresh } from '../use-refresh.ts';
import { AutomationFormDialog } from './automation-form-dialog.tsx';
import { type AutomationField, fieldNamed, isChoice, toEdit, toValues } from './automation-form-values.ts';
import { findChangedElsewhere } from './find-changed-elsewhere.ts';
import { keepEdit, toValuesBeforeLastEdit } from './last-edit.ts';
import { toValuesBefore } from './to-values-before.ts';
import { formFailure, markFields, useAutomationForm, useClearOnReconnect } from './use-automation-form.ts';

const deleted: FormFailure = {
  ...deletedAutomation,
  text: `${deletedAutomation.text} Your changes cannot be saved any more.`,
};

const editing = {
  title: 'Edit Automation',
  description:
    'Changes take effect with the next sync, which follows at once while the automation is active.',
};

const undoing = {
  title: 'Undo a change',
  description:
    'What stood there before is entered. Look at what a sync would do then; nothing changes before you save.',
};

const words = { title: 'Update failed', fallback: 'The changes could not be saved' };

type EditAutomationDialogProps = {
  automation: Automation;
  /** The field that gets the focus, as the address names it: what the user came for. */
  field: string | undefined;
  /** That somebody has deleted it while the form was open. */
  isDeleted: boolean;
  /** What the form is opened to undo, a change or the last edit in this tab: what stood there before is entered. */
  undone?: AutomationChange | typeof lastEdit | undefined;
  onClose: () => void;
};

/** Edits an automation. What one has from its rule is edited there. */
export function EditAutomationDialog(props: EditAutomationDialogProps) {
  const { automation, isDeleted, onClose } = props;
  if (automation.rule)
    return <EditFollowerDialog rule={automation.rule} {...{ automation, isDeleted, onClose }} />;
  return <EditOwnDialog {...props} />;
}

/** Edits an automation. A sync follows when it is saved. */
function EditOwnDialog({ onClose, ...props }: EditAutomationDialogProps) {
  // As it was when the form was opened: only what the user changes is sent.
  const [automation] = useState(props.automation);
  const queryClient = useQueryClient();
  const refresh = useRefresh();
  const navigate = useNavigate();
  const [base] = useState(() => toValues(automation));
  const field = getPlace(fieldNamed(props.field), automation);
  const { undone } = props;
  const [start] = useState(() => undone && toStart(automation, undone));
  const draft = start ? `undo ${undone === lastEdit ? automation.id : undone?.id}` : `edit ${automation.id}`;
  const { form, dropDraft, close } = useAutomationForm({ base, start, name: draft, onClose });
  const edit = useMutation({
    mutationFn: (body: EditAutomation) =>
      call(automationEndpoints.edit, { params: { id: automation.id }, body }),
    onSuccess: ({ configuration }, body) => {
      const undoFrom = keepEdit(automation, body);
      showToast({
        title: 'Automation updated',
        ...(body.asksLater && { description: 'The next sync changes nothing and waits for your review.' }),
        ...(undoFrom && { action: toUndo(undoFrom) }),
      });
      dropDraft();
      onClose();
      showEditedAutomation(queryClient, configuration);
      void refresh();
    },
    onError: (problem) => markFields(form, problem),
  });
  useClearOnReconnect(edit);
  // The form again with what stood there before, and its preview: nothing is undone unseen.
  const toUndo = (from: AutomationField) => ({
    label: 'Undo',
    elsewhere: 'It can be undone in the history of the automation.',
    act: () =>
      navigate({
        to: '/automations/$id',
        params: { id: automation.id },
        search: { dialog: 'edit', field: from, undo: lastEdit },
        state: openedHere,
        resetScroll: false,
      }),
  });
  const isDeleted = props.isDeleted || isDeletedAutomation(edit.error);
  const isSending = edit.isPending || edit.isSuccess;
  const changed = isSending
    ? null
    : findChangedElsewhere({ opened: automation, now: props.automation }, ['sheetId', 'targetColumnId']);
  // Changes that cannot be saved any more are discarded without a question.
  const closeForGood = () => {
    dropDraft();
    onClose();
  };
  return (
    <AutomationFormDialog
      form={form}
      edited={automation}
      field={field}
      {...(start ? undoing : editing)}
      pending={edit.isPending}
      error={isDeleted ? deleted : (formFailure(edit.error, words) ?? changed)}
      submittable={!isDeleted}
      submitLabel="Save changes"
      askingLabel="Save and ask me later"
      pendingLabel="Saving..."
      onSubmit={(values) => {
        const body = toEdit(values, automation);
        if (Object.keys(body).length > 0) return edit.mutate(body);
        dropDraft();
        onClose();
      }}
      onClose={isDeleted ? closeForGood : close}
      onOpenFocus={() => {
        // Beside the choice that the user came to change.
        if (isChoice(field) && automation.lastError)
          form.setError(field, { type: 'last-error', message: automation.lastError });
        form.setFocus(field, { shouldSelect: true });
      }}
    />
  );
}

/** Returns what the form begins with to undo something; nothing of it where an edit is not known any more. */
function toStart(automation: Automation, undone: AutomationChange | typeof lastEdit) {
  if (undone === lastEdit) return toValuesBeforeLastEdit(automation) ?? undefined;
  return toValuesBefore(automation, undone);
}

/** Returns the field that gets the focus; for options that the plan lacks, the first of them that is set. */
function getPlace(field: AutomationField, automation: Automation): AutomationField {
  if (!lacksPlan(automation) || field !== findNextStep(automation)?.field) return field;
  return findAdvancedSettings(automation)[0] ?? field;
}
