import {
  type Automation,
  automationEndpoints,
  type EditAutomation,
  type ListNoun,
  type Preview,
  pluralize,
  toListNoun,
} from '@picksync/contracts';
import { Button } from '@picksync/ui/button.tsx';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { sayFailed } from '../../../api/use-action.ts';
import { showToast } from '../../../stores/toast.ts';
import { PreviewChips } from '../preview-chips.tsx';
import { putBackVariant } from '../review/review-figures.ts';
import { sendAnswer } from '../review/send-answer.ts';
import { useRefresh } from '../use-refresh.ts';

type DriftCardProps = { automation: Automation; preview: Preview; onDone: () => void };

/** A card about changes by hand in the dropdown, and what to do about them. */
export function DriftCard({ automation, preview, onDone }: DriftCardProps) {
  const { drift } = preview;
  const { mutate, isPending, variables } = useAnswer(automation, { preview, onDone });
  if (!drift) return null;
  const noun = toListNoun(automation);
  const staysSo = automation.drift === 'keep';
  const button = (
    answer: DriftChoice,
    label: string,
    variant: 'danger' | 'primary' | 'secondary' = 'secondary',
  ) => (
    <Button
      variant={variant}
      pending={isPending && variables === answer}
      onClick={() => !isPending && mutate(answer)}
    >
      {label}
    </Button>
  );
  return (
    <>
      <div className="grid gap-0.5 border-s-2 border-warn ps-3 text-sm">
        <p className="font-semi">
          {noun === 'contact'
            ? 'Somebody edited the list of contacts by hand.'
            : 'Somebody edited the dropdown by hand.'}
        </p>
        <p className="text-pretty">
          {foundSentence(drift, noun)} {whatFollows[automation.drift]}
        </p>
      </div>
      <PreviewChips
        title={staysSo ? 'Added by hand' : 'Added by hand, would be removed'}
        kind={staysSo ? 'kept' : 'removed'}
        {...drift.added}
      />
      <PreviewChips
        title={staysSo ? 'Deleted by hand' : 'Deleted by hand, would be added again'}
        kind={staysSo ? 'kept' : 'added'}
        {...drift.removed}
      />
      {automation.isActive && (
        <div className="flex flex-wrap gap-2">
          {button('put_back', 'Put it back', putBackVariant(preview))}
          {button('keep', 'Keep their change')}
          {automation.drift !== 'ask' && button('ask', 'Ask me each time')}
        </div>
      )}
    </>
  );
}

const whatFollows: Record<DriftChoice, string> = {
  put_back: 'A sync would put the list back.',
  keep: 'A sync would keep that.',
  ask: 'Nothing is changed until you decide.',
};

/** Returns what was edited. */
function foundSentence({ added, removed }: NonNullable<Preview['drift']>, noun: ListNoun): string {
  if (removed.count === 0) return `They added ${pluralize(added.count, noun)}.`;
  if (added.count === 0) return `They deleted ${pluralize(removed.count, noun)}.`;
  return `They added ${pluralize(added.count, noun)} and deleted ${removed.count}.`;
}

type DriftChoice = Automation['drift'];

/** Sends the answer. With the setting `ask` it counts once; otherwise it becomes the setting. */
function useAnswer(automation: Automation, { preview, onDone }: { preview: Preview; onDone: () => void }) {
  const refresh = useRefresh();
  const answering = useMutation({
    mutationFn: (answer: DriftChoice) => send(answer, automation, preview),
    onSuccess: async (_reply, answer) => {
      showToast({ title: doneTitles[answer] });
      await refresh();
      onDone();
    },
    onError: (problem, answer) =>
      sayFailed({
        title: 'Nothing was changed',
        problem,
        fallback: 'Please try again.',
        retry: (): void => answering.mutate(answer),
      }),
  });
  return answering;
}

const doneTitles: Record<DriftChoice, string> = {
  put_back: 'The list is put back',
  keep: 'Their change is kept',
  ask: 'You are asked from now on',
};

const answers = { put_back: 'approve', keep: 'keep' } as const;

async function send(answer: DriftChoice, automation: Automation, { fingerprint }: Preview) {
  const { id, review, drift } = automation;
  const params = { id };
  if (review?.reason === 'drift_found' && answer !== 'ask')
    return sendAnswer(automation, { kind: answers[answer], fingerprint, isConfirmed: false });
  // The setting stays; a sync carries it out.
  if (answer === drift) return call(automationEndpoints.sync, { params });
  const body: EditAutomation = { drift: answer };
  return call(automationEndpoints.edit, { params, body });
}
