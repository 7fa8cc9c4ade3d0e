import { type EditRule, isolated, type Rule, ruleEndpoints } from '@picksync/contracts';
import { ConfirmDialog } from '@picksync/ui/confirm-dialog.tsx';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { showChanged } from '../../../api/query.ts';
import { ruleQuery } from '../../../api/rules.queries.ts';
import { showToast } from '../../../stores/toast.ts';
import { DifferenceFigures } from '../../../ui/difference-figures.tsx';
import { emptyAutomation, toEntries } from '../form/automation-form-values.ts';
import { findChangedElsewhere } from '../form/find-changed-elsewhere.ts';
import { formFailure, useAutomationForm } from '../form/use-automation-form.ts';
import { toEditRule } from './rule-form.ts';
import { RuleFormDialog, type RuleSubmission } from './rule-form-dialog.tsx';
import { countConfigurationsText } from './rule-sentences.ts';
import { countAfter, emptyRule, type RuleEntries, showMatches } from './rule-values.ts';
import { useRefreshRules } from './use-refresh-rules.ts';
import { useRuleDraft } from './use-rule-draft.ts';

const words = { title: 'Update Failed', fallback: 'Failed to save the rule' };

type Asked = { body: EditRule; submission: RuleSubmission };

/** The form of an existing rule. Where sheets would join or leave, it says first how many. */
export function EditRuleDialog({ onClose, ...props }: { rule: Rule; onClose: () => void }) {
  // As it was when the form was opened: only what the user changes is sent, and what another window has saved since stays.
  const [rule] = useState(props.rule);
  const queryClient = useQueryClient();
  const refresh = useRefreshRules();
  const [asked, setAsked] = useState<Asked | null>(null);
  const base = {
    ...emptyAutomation,
    ...toEntries(rule),
    name: rule.name,
    sourceSheet: { id: rule.sourceSheetId, name: rule.sourceSheetName },
    sourceColumn: { id: rule.sourceColumnId, name: rule.sourceColumnName },
  };
  const { form, dropDraft, close } = useAutomationForm({ base, name: `rule ${rule.id}`, onClose });
  const start: RuleEntries = {
    ...emptyRule,
    place: { ...rule.place, workspaceName: rule.workspaceName },
    includesSubfolders: rule.includesSubfolders,
    columnTitle: rule.columnTitle,
    newSheets: rule.newSheets,
  };
  const draft = useRuleDraft({ name: `rule ${rule.id} place`, base: start });
  const save = useMutation({
    mutationFn: (body: EditRule) => call(ruleEndpoints.edit, { params: { id: rule.id }, body }),
    onSuccess: async (reply) => {
      showToast({ title: 'Changes saved' });
      closeForGood();
      await showChanged(queryClient, ruleQuery(rule.id), reply.rule);
      await refresh();
    },
  });
  const closeForGood = () => {
    dropDraft();
    draft.forget();
    onClose();
  };
  const isSending = save.isPending || save.isSuccess;
  const changed = isSending
    ? null
    : findChangedElsewhere({ opened: withPlaceId(rule), now: withPlaceId(props.rule) }, ownFields);
  const submit = (submission: RuleSubmission) => {
    const body = toEditRule(submission, rule);
    if (!body) return;
    if (Object.keys(body).length === 0) return closeForGood();
    const { joining, leaving } = countMoves(submission);
    // Of a place that could not be looked into nothing joins or leaves.
    if (submission.preview.isOver && joining + leaving > 0) setAsked({ body, submission });
    else save.mutate(body);
  };
  return (
    <>
      <RuleFormDialog
        form={form}
        title="Edit Automation"
        description="Changes take effect with the next sync, which follows at once while the automation is active."
        draft={draft}
        ruleId={rule.id}
        pending={save.isPending}
        error={formFailure(save.error, words) ?? changed}
        submitLabel="Save changes"
        pendingLabel="Saving..."
        note="Nothing is written before you save."
        onSubmit={submit}
        onClose={() => void close()}
        onDiscard={closeForGood}
      />
      {asked && (
        <Moves
          rule={rule}
          asked={asked}
          onSave={() => {
            setAsked(null);
            save.mutate(asked.body);
          }}
          onCancel={() => setAsked(null)}
        />
      )}
    </>
  );
}

const ownFields = ['placeId', 'includesSubfolders', 'columnTitle', 'newSheets'] as const;

function withPlaceId(rule: Rule) {
  return { ...rule, placeId: rule.place.id };
}

/** Returns how many sheets would join, leave and stay. */
function countMoves({ preview: { sheets }, entries }: RuleSubmission) {
  const shown = showMatches(sheets, entries);
  return {
    joining: shown.filter(({ match, isIn }) => isIn && !match.isFollowing).length,
    leaving: shown.filter(({ match, isIn }) => !isIn && match.isFollowing).length,
    staying: shown.filter(({ match, isIn }) => isIn && match.isFollowing).length,
  };
}

type MovesProps = { rule: Rule; asked: Asked; onSave: () => void; onCancel: () => void };

function Moves({ rule, asked: { submission }, onSave, onCancel }: MovesProps) {
  const { joining, leaving, staying } = countMoves(submission);
  const { preview, entries } = submission;
  const after = countAfter(showMatches(preview.sheets, entries), preview.last?.configurationCount ?? 0);
  const place = entries.place?.name ?? '';
  return (
    <ConfirmDialog
      open
      title="What this edit changes"
      description={
        place === rule.place.name
          ? `In ${isolated(place)}`
          : `Folder: ${isolated(rule.place.name)} → ${isolated(place)}`
      }
      confirmLabel="Save"
      onConfirm={onSave}
      onCancel={onCancel}
    >
      <div className="grid gap-3">
        <DifferenceFigures added={joining} removed={leaving} kept={staying} after={joining + staying} />
        <p className="text-xs text-pretty text-ink-2">
          {leaving > 0 && `The ${leaving} keep their lists and stop following. `}
          {`Then ${countConfigurationsText(after, preview.last?.configurationLimit ?? 0)}.`}
        </p>
      </div>
    </ConfirmDialog>
  );
}
