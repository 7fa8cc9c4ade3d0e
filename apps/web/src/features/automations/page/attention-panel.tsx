import type { Automation } from '@picksync/contracts';
import { Button, buttonClass } from '@picksync/ui/button.tsx';
import { useNow } from '@picksync/ui/use-now.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useAuthStatus } from '../../../api/session.queries.ts';
import { getRefusal, statsQuery } from '../../../api/stats.queries.ts';
import { ActivateButton } from '../list/use-automation-actions.tsx';
import { StopCopiesButton } from '../restore/stop-copies-button.tsx';
import { HelpOn, linkTo, SheetLink, sheetToFix } from '../sheet-link.tsx';
import { type Attention, type Fix, listAttentions } from './attention.ts';
import { Band } from './band.tsx';
import { SyncButton } from './sync-button.tsx';
import { usePageLinks } from './use-page-links.ts';

type AttentionPanelProps = { automation: Automation };

type FixButtonProps = AttentionPanelProps & {
  fix: Fix;
  /** Whether it is the one next step. */
  isMain?: boolean;
};

/** What ends what is not well, as a button. */
function FixButton({ fix, automation, isMain = true }: FixButtonProps) {
  const { edit, reconnect } = usePageLinks();
  if (fix.kind === 'review') {
    return (
      <Link
        to="/automations/$id/review"
        params={{ id: automation.id }}
        className={buttonClass({ variant: 'primary' })}
      >
        {fix.label}
      </Link>
    );
  }
  if (fix.kind === 'plans') {
    return (
      <Link to="/subscription" className={buttonClass({ variant: 'primary' })}>
        {fix.label}
      </Link>
    );
  }
  if (fix.kind === 'sync') return <SyncButton automation={automation} label={fix.label} />;
  if (fix.kind === 'stopCopies') return <StopCopiesButton automation={automation} label={fix.label} />;
  if (fix.kind === 'restore') {
    const params = { id: automation.id, copy: fix.copyId };
    return (
      <Link to="/automations/$id/restore/$copy" params={params} className={buttonClass()}>
        {fix.label}
      </Link>
    );
  }
  if (fix.kind === 'activate') return <ActivateButton automation={automation} variant="primary" />;
  return (
    <Button
      variant={isMain ? 'primary' : 'secondary'}
      onClick={fix.kind === 'edit' ? () => edit(fix.field) : reconnect}
    >
      {fix.label}
    </Button>
  );
}

/** The problems of an automation, each with one sentence and one next step; draws nothing while there are none. */
export function AttentionPanel({ automation }: AttentionPanelProps) {
  const now = useNow(automation.waiting?.nextTryAt);
  const { smartsheetState } = useAuthStatus();
  const { data: stats } = useQuery(statsQuery);
  const found = listAttentions(automation, {
    now,
    isConnected: smartsheetState === 'connected',
    refusal: smartsheetState === 'needs_reconnect' ? getRefusal(stats) : null,
    waitingCount: stats?.activeAutomations ?? null,
  });
  if (found.length === 0) return null;
  return (
    <section aria-label="What needs attention" className="@container grid gap-3">
      {found.map((attention) => {
        const { tone, word, title, detail } = attention;
        const help = tone === 'bad' && <HelpOn automation={automation} />;
        return (
          <Band
            key={title}
            {...{ tone, word, title }}
            detail={
              <>
                {detail} {help}
              </>
            }
          >
            <Ways automation={automation} attention={attention} />
          </Band>
        );
      })}
    </section>
  );
}

/** The fix in the product, and the sheet in which it may be fixed. */
function Ways({ attention, automation }: AttentionPanelProps & { attention: Attention }) {
  const { fix, otherFix, isOfSheet, side } = attention;
  const sheet = side ? linkTo(automation, side) : isOfSheet ? sheetToFix(automation) : null;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 empty:hidden @beside:justify-end">
      {sheet && <SheetLink {...sheet} />}
      {otherFix && <FixButton automation={automation} fix={otherFix} isMain={false} />}
      {fix && <FixButton automation={automation} fix={fix} />}
    </div>
  );
}
