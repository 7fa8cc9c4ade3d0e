import {
  type Automation,
  type HealthFinding,
  healthCheckEndpoints,
  healthChecks,
  isToldWhenPassed,
} from '@picksync/contracts';
import { cx } from '@picksync/ui/class-names.ts';
import { useNow } from '@picksync/ui/use-now.ts';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import { call } from '../../../api/call.ts';
import { sayFailed } from '../../../api/use-action.ts';
import { formatRecent } from '../../../ui/dates.ts';
import { fieldOfFix } from '../list/next-step.ts';
import { useRefresh } from '../use-refresh.ts';
import { PagePanel, PanelButton } from './page-panel.tsx';
import { usePageLinks } from './use-page-links.ts';

/** The findings of the last check of an automation. */
export function HealthPanel({ automation }: { automation: Automation }) {
  const health = selectTold(automation.health);
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
        <Summary automation={automation} health={health} />
        {health && health.fine.length > 0 && !isBeforeFailure(automation) && <Passed fine={health.fine} />}
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

type Health = NonNullable<Automation['health']>;

/** Of what passed, the form of the automation shows and counts the same. */
function selectTold(health: Automation['health']): Health | null {
  return health && { ...health, fine: health.fine.filter(isToldWhenPassed) };
}

type SummaryProps = { automation: Automation; health: Health | null };

/** How many checks passed, and when that was. Those of a young automation are the ones that its form has shown. */
function Summary({ automation, health }: SummaryProps) {
  const { isActive, createdAt } = automation;
  const now = useNow();
  if (health === null)
    return (
      <p className="text-ink-2">{isActive ? 'Not looked at yet.' : 'Not looked at while it is paused.'}</p>
    );
  const { findings, checkedAt } = health;
  const at = formatRecent(checkedAt, now);
  if (isBeforeFailure(automation))
    return (
      <p className="text-ink-2">{`Not looked at since it fails. Before that, at ${at}: ${passedText(health)}.`}</p>
    );
  const isOfCreation = Math.abs(Date.parse(checkedAt) - Date.parse(createdAt)) < 1000;
  return (
    <div className="grid gap-0.5">
      {findings.length === 0 && (
        <p className="flex items-center gap-2 font-semi">
          <Check aria-hidden="true" className="size-4 shrink-0 text-good" strokeWidth={2.25} />
          {passedText(health)}
        </p>
      )}
      <p className="text-xs text-ink-2">
        {findings.length > 0 && `${passedText(health)}. `}
        {isOfCreation ? `When you created it, ${at}.` : `Checked at ${at}.`}
      </p>
    </div>
  );
}

/** Whether it was looked at when nothing failed yet: what was fine then says nothing of now. */
function isBeforeFailure({ health, lastError, failingSince }: Automation): boolean {
  if (lastError === null || failingSince === null || health === null) return false;
  return health.findings.length === 0 && health.checkedAt < failingSince;
}

function passedText({ fine, findings }: Health): string {
  const passed = fine.length === 1 ? '1 check passed' : `${fine.length} checks passed`;
  const failed = findings.filter(({ status }) => status === 'problem').length;
  if (failed > 0) return `${failed} of ${findings.length + fine.length} checks failed`;
  return passed;
}

/** What is fine, folded: it is looked for when something is not. */
function Passed({ fine }: Pick<Health, 'fine'>) {
  return (
    <details>
      <summary className="w-fit cursor-pointer rounded-sm text-xs text-ink-2 hover:underline">
        {fine.length === 1 ? 'Show what is fine' : `Show all ${fine.length} that are fine`}
      </summary>
      <ul className="mt-2 grid grid-cols-2 gap-x-3 gap-y-1.5">
        {fine.map((name) => (
          <li key={name} className="flex items-start gap-2">
            <Check aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-good" strokeWidth={2.25} />
            {healthChecks[name]}
          </li>
        ))}
      </ul>
    </details>
  );
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
