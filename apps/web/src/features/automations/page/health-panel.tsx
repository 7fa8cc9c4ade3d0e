import { type Automation, type HealthFinding, healthCheckEndpoints, healthChecks } from '@picksync/contracts';
import { cx } from '@picksync/ui/class-names.ts';
import { useNow } from '@picksync/ui/use-now.ts';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import { call } from '../../../api/call.ts';
import { sayFailed } from '../../../api/use-action.ts';
import { fieldOfFix } from '../list/next-step.ts';
import { useRefresh } from '../use-refresh.ts';
import { formatRecent } from './freshness.ts';
import { PagePanel, PanelButton } from './page-panel.tsx';
import { usePageLinks } from './use-page-links.ts';

/** The findings of the last check of an automation. */
export function HealthPanel({ automation }: { automation: Automation }) {
  const { health } = automation;
  const check = useCheck(automation);
  return (
    <PagePanel
      title="Health"
      actions={
        <PanelButton pending={check.isPending} onClick={() => check.mutate()}>
          {check.isPending ? 'Checking...' : health ? 'Check again' : 'Check now'}
        </PanelButton>
      }
    >
      <div className="grid gap-3.5 px-4 pb-4 text-sm md:px-5" aria-live="polite">
        {health?.findings.map((finding) => (
          <Finding key={finding.message} finding={finding} />
        ))}
        {health && health.findings.length === 0 && (
          <ul className="grid grid-cols-2 gap-x-3 gap-y-1.5">
            {health.fine.map((fine) => (
              <li key={fine} className="flex items-start gap-2">
                <Check aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-good" strokeWidth={2.25} />
                {healthChecks[fine]}
              </li>
            ))}
          </ul>
        )}
        <Summary automation={automation} />
      </div>
    </PagePanel>
  );
}

function useCheck({ id }: Automation) {
  const refresh = useRefresh();
  const check = useMutation({
    mutationFn: () => call(healthCheckEndpoints.check, { params: { id } }, { timeoutMs: 60_000 }),
    onSuccess: () => refresh(),
    onError: (problem) =>
      sayFailed({
        title: 'The check failed',
        problem,
        fallback: 'Please try again in a minute.',
        retry: (): void => check.mutate(),
      }),
  });
  return check;
}

function Summary({ automation: { health, isActive } }: { automation: Automation }) {
  const now = useNow();
  if (health === null)
    return (
      <p className="text-ink-2">{isActive ? 'Not looked at yet.' : 'Not looked at while it is paused.'}</p>
    );
  const { fine, findings, checkedAt } = health;
  const more = fine.length === 1 ? '1 more is fine' : `${fine.length} more are fine`;
  const all = findings.length === 0 ? `All ${fine.length} fine` : more;
  return <p className="text-xs text-ink-2">{`${all}, looked at ${formatRecent(checkedAt, now)}.`}</p>;
}

function Finding({ finding: { status, message, fix } }: { finding: HealthFinding }) {
  const navigate = useNavigate();
  const { edit, reconnect } = usePageLinks();
  const field = fix && fieldOfFix[fix.kind];
  const viewPlans = () => void navigate({ to: '/subscription' });
  const other = fix?.kind === 'reconnect' ? reconnect : fix?.kind === 'view_plans' && viewPlans;
  // What has to be done in Smartsheet has no button.
  const act = field ? () => edit(field) : other;
  return (
    <div
      className={cx(
        'grid justify-items-start gap-0.5 border-s-2 ps-3',
        status === 'problem' ? 'border-bad' : 'border-warn',
      )}
    >
      <p className="text-pretty">
        <span className="sr-only">{status === 'problem' ? 'Problem: ' : 'To know: '}</span>
        {message}
      </p>
      {fix && act && <PanelButton onClick={act}>{fix.label}</PanelButton>}
    </div>
  );
}
