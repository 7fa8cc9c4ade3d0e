import { type Automation, pluralize, type RestorePreview, toListNoun } from '@picksync/contracts';
import { Alert } from '@picksync/ui/alert.tsx';
import { Button, buttonClass } from '@picksync/ui/button.tsx';
import { cx } from '@picksync/ui/class-names.ts';
import { useIsPhone } from '@picksync/ui/use-is-phone.ts';
import { Link } from '@tanstack/react-router';
import { restoreText } from './restore-texts.ts';
import type { RestoreScreenState } from './use-restore.ts';

type RestoreDecisionProps = {
  automation: Automation;
  preview: RestorePreview;
  state: RestoreScreenState;
};

/** The button that restores, what it does, and what is kept before; on a phone its buttons stay at the bottom. */
export function RestoreDecision({ automation, preview, state }: RestoreDecisionProps) {
  const isPhone = useIsPhone();
  const refusal = state.refusal && (
    <Alert tone="bad" title="Nothing was restored">
      {state.refusal.replace(/^Nothing was restored: /, '')}
    </Alert>
  );
  if (isPhone)
    return (
      <>
        <p className="text-xs text-pretty text-ink-2">
          {restoreText(automation, preview)} {keptFirst(automation, preview)}
        </p>
        <div className="sticky bottom-0 -mx-4 grid gap-3 border-t border-line bg-surface p-4">
          {refusal}
          <div className="flex gap-2">
            <Cancel id={automation.id} />
            <RestoreButton state={state} />
          </div>
        </div>
      </>
    );
  return (
    <aside
      aria-label="Your decision"
      className="overflow-hidden rounded-lg border border-line bg-surface lg:sticky lg:top-6"
    >
      <h2 className="px-4 py-3.5 text-lg font-bold tracking-[-0.008em] md:px-5">Your decision</h2>
      <div className="grid gap-2 border-t border-line px-4 py-4 md:px-5">
        <RestoreButton state={state} />
        <p className="text-xs text-pretty text-ink-2 [overflow-wrap:anywhere]">
          {restoreText(automation, preview)}
        </p>
        {refusal}
      </div>
      <div className="grid border-t border-line px-4 py-4 md:px-5">
        <Cancel id={automation.id} />
      </div>
      <p className="border-t border-line bg-sunken px-4 py-3.5 text-xs text-pretty text-ink-2 md:px-5">
        {keptFirst(automation, preview)} If the list changes before you press, nothing is written and you see
        the new difference.
      </p>
    </aside>
  );
}

function keptFirst(automation: Automation, { optionCount }: RestorePreview): string {
  return `First a copy of today’s ${pluralize(optionCount, toListNoun(automation))} is kept, so you can come back here too.`;
}

function RestoreButton({ state: { isSending, isReading, restore } }: { state: RestoreScreenState }) {
  return (
    <Button
      variant="primary"
      className="h-9! max-md:h-11! max-md:flex-1"
      disabled={isReading && !isSending}
      pending={isSending}
      pendingLabel="Restoring..."
      onClick={restore}
    >
      Restore and pause
    </Button>
  );
}

function Cancel({ id }: { id: string }) {
  return (
    // Pages below a page do not count as that page.
    <Link
      to="/automations/$id"
      params={{ id }}
      activeOptions={{ exact: true }}
      className={cx(buttonClass(), 'h-9! max-md:h-11!')}
    >
      Cancel
    </Link>
  );
}
