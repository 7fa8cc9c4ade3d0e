import type { Automation } from '@picksync/contracts';
import { Button, buttonClass } from '@picksync/ui/button.tsx';
import { Link } from '@tanstack/react-router';
import { ActivateButton } from '../activate-button.tsx';
import type { AutomationField } from '../form/automation-values.ts';
import type { Fix } from './attention.ts';

/** What the page does for each kind of fix. */
export type FixActions = { onEdit: (field: AutomationField) => void; onReconnect: () => void };

type FixButtonProps = FixActions & { automation: Automation; fix: Fix };

/** What ends what is not well, as a button. */
export function FixButton({ fix, automation, onEdit, onReconnect }: FixButtonProps) {
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
  if (fix.kind === 'activate') return <ActivateButton automation={automation} variant="primary" />;
  if (fix.kind === 'reconnect') {
    return (
      <Button variant="primary" onClick={onReconnect}>
        {fix.label}
      </Button>
    );
  }
  return fix.kind === 'edit' && <Button onClick={() => onEdit(fix.field)}>{fix.label}</Button>;
}
