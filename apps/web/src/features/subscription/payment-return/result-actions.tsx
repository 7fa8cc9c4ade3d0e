import { buttonClass } from '@picksync/ui/button.tsx';
import { Link } from '@tanstack/react-router';

type LookProps = { primary?: boolean };

function look({ primary }: LookProps): string {
  return buttonClass({ variant: primary ? 'primary' : 'secondary' });
}

export function ToDashboard(props: LookProps) {
  return (
    <Link to="/dashboard" className={look(props)}>
      Go to Dashboard
    </Link>
  );
}

/** A link to the plans page, with a label for this page. */
export function ToSubscription({
  label,
  ...props
}: LookProps & { label: 'View Subscription' | 'View Plans' }) {
  return (
    <Link to="/subscription" activeOptions={{ exact: true }} className={look(props)}>
      {label}
    </Link>
  );
}

export function ToContact(props: LookProps) {
  return (
    <Link to="/help" search={{ tab: 'contact' }} className={look(props)}>
      Contact Us
    </Link>
  );
}

/** Back to the checkout of the plan that was not paid. */
export function ToCheckout({ planId }: { planId: number }) {
  return (
    <Link
      to="/subscription"
      search={{ checkout: planId }}
      activeOptions={{ exact: true }}
      className={look({ primary: true })}
    >
      Try Again
    </Link>
  );
}
