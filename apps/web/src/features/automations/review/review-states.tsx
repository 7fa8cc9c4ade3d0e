import { type Automation, isolated, type Preview, previewSentence } from '@picksync/contracts';
import { Badge, type Tone } from '@picksync/ui/badge.tsx';
import { buttonClass } from '@picksync/ui/button.tsx';
import { Name } from '@picksync/ui/name.tsx';
import { Loading, Skeleton } from '@picksync/ui/skeleton.tsx';
import { useNow } from '@picksync/ui/use-now.ts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatRecent } from '../../../ui/dates.ts';
import { usePageTitle } from '../../../ui/page-title.ts';
import { ActivateButton } from '../list/use-automation-actions.tsx';
import { countRenames } from '../renames/rename-texts.ts';

type ReviewHeadProps = { automation: Automation; title: string; text?: string };

/** Which automation it is about, and what is to be decided. */
export function ReviewHead({ automation: { id, name }, title, text }: ReviewHeadProps) {
  usePageTitle(`${title}: ${isolated(name)}`);
  return (
    <header className="grid gap-1">
      <Link
        to="/automations/$id"
        params={{ id }}
        // Pages below a page do not count as that page.
        activeOptions={{ exact: true }}
        className="justify-self-start rounded-sm text-xs text-ink-2 [overflow-wrap:anywhere] hover:underline"
      >
        <Name>{name}</Name>
      </Link>
      <h1 className="text-2xl font-bold tracking-[-0.018em] text-pretty max-md:text-xl">{title}</h1>
      {text && <p className="tabular text-pretty text-ink-2">{text}</p>}
    </header>
  );
}

type StateCardProps = {
  tone: Tone;
  word: string;
  spinning?: boolean;
  title: string;
  text?: string;
  children?: ReactNode;
};

/** The state of a review without a decision: one sentence, and one next step. */
export function StateCard({ tone, word, spinning = false, title, text, children }: StateCardProps) {
  return (
    <section
      aria-live="polite"
      className="grid justify-items-start gap-x-4 gap-y-2.5 rounded-lg border border-line bg-surface px-4 py-4 text-sm md:grid-cols-[auto_minmax(0,1fr)_auto] md:items-center md:px-5"
    >
      <Badge tone={tone} spinning={spinning}>
        {word}
      </Badge>
      <div className="min-w-0">
        <p className="font-semi text-pretty">{title}</p>
        {text && <p className="text-xs text-pretty text-ink-2">{text}</p>}
      </div>
      <div className="flex flex-wrap gap-2 empty:hidden">{children}</div>
    </section>
  );
}

/** Both sheets are being read. */
export function Reading() {
  return (
    <Loading
      label="Reading both sheets"
      className="grid gap-3 rounded-lg border border-line bg-surface px-4 py-5 md:px-5"
    >
      <div aria-hidden="true" className="flex items-center gap-3 text-xs text-ink-2">
        <Badge tone="neutral" spinning>
          Looking
        </Badge>
        Reading both sheets
      </div>
      <Skeleton className="h-5 w-full" />
      <Skeleton className="h-5 w-2/5" />
      <Skeleton className="mt-3 h-32 w-full" />
    </Loading>
  );
}

/** Nothing can be read, so nothing can be decided. The child is the way out. */
export function CannotLook({ title, children }: { title: string; children: ReactNode }) {
  return (
    <StateCard
      tone="bad"
      word="Cannot look"
      title={title}
      text="Nothing can be approved without a fresh look."
    >
      {children}
    </StateCard>
  );
}

export function PausedReview({ automation }: { automation: Automation }) {
  return (
    <StateCard
      tone="neutral"
      word="Paused"
      title="This automation is paused, so nothing waits for you."
      text="Once it is active, its next sync stops again and asks you."
    >
      <ActivateButton automation={automation} variant="primary" />
    </StateCard>
  );
}

/** Shown when the source is complete again, somebody else has decided, or there was no review. */
export function NothingToReview({ automation, preview }: { automation: Automation; preview: Preview }) {
  const now = useNow();
  const { review, lastRun } = automation;
  const last =
    lastRun && !review ? `The sync of ${formatRecent(lastRun.at, now)} ${endings[lastRun.outcome]}.` : '';
  const text = review ? 'The next sync goes on by itself.' : last;
  if (preview.verdict === 'refused') {
    return (
      <StateCard tone="bad" word="Error" title={previewSentence(preview)}>
        <ToAutomation automation={automation}>Open the automation</ToAutomation>
      </StateCard>
    );
  }
  return (
    <StateCard
      tone="good"
      word="Nothing to review"
      title={toOverTitle(automation, preview)}
      text={`${text} Now: ${previewSentence(preview)}`.trim()}
    >
      <ToAutomation automation={automation}>Open the automation</ToAutomation>
      <Link to="/dashboard" className={buttonClass()}>
        Back to Dashboard
      </Link>
    </StateCard>
  );
}

function toOverTitle({ review }: Automation, preview: Preview): string {
  if (!review) return 'Nothing waits for you.';
  const areBack = review.reason === 'names_changed' && countRenames(preview) === 0;
  return areBack ? 'The names are back as they were.' : 'Nothing stands in the way any more.';
}

const endings = {
  changed: 'wrote the list',
  unchanged: 'changed nothing',
  waiting_review: 'stopped',
  failed: 'failed',
} as const;

/** Leads to the page of the automation, where its runs are. */
export function ToAutomation({ automation: { id }, children }: { automation: Automation; children: string }) {
  return (
    // Pages below a page do not count as that page.
    <Link to="/automations/$id" params={{ id }} activeOptions={{ exact: true }} className={buttonClass()}>
      {children}
    </Link>
  );
}
