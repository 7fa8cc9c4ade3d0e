import { type PasswordVerdict, passwordEndpoints, passwordRules } from '@picksync/contracts';
import { cx } from '@picksync/ui/class-names.ts';
import { useDebounced } from '@picksync/ui/use-debounced.ts';
import { useQuery } from '@tanstack/react-query';
import { Check, Circle } from 'lucide-react';
import { call } from '../../api/call.ts';

/** How long a pause in typing must be before a password is judged. */
const restMs = 400;

const verdicts: Record<PasswordVerdict, { bars: number; label: string; bar: string; text: string }> = {
  easy: { bars: 1, label: 'Easy to guess', bar: 'bg-bad', text: 'text-bad' },
  fair: { bars: 2, label: 'Fair', bar: 'bg-warn', text: 'text-warn' },
  good: { bars: 3, label: 'Good', bar: 'bg-good', text: 'text-good' },
  strong: { bars: 4, label: 'Strong', bar: 'bg-good', text: 'text-good' },
};

type PasswordFeedbackProps = {
  password: string;
  /** The address, if it is known: its parts are easy to guess. */
  email: string;
};

/** The rules that a new password still breaks, and then how hard it is to guess, while it is typed. */
export function PasswordFeedback({ password, email }: PasswordFeedbackProps) {
  const verdict = useVerdict({ password, email });
  return (
    <div className="grid gap-1.5">
      <Meter verdict={verdict} />
      <ul aria-label="Password rules" className="grid grid-cols-2 gap-x-3 gap-y-0.5 text-xs">
        {passwordRules.map(({ label, isMet }) => (
          <Rule key={label} label={label} isMet={password !== '' && isMet(password)} />
        ))}
      </ul>
    </div>
  );
}

function Rule({ label, isMet }: { label: string; isMet: boolean }) {
  const Icon = isMet ? Check : Circle;
  return (
    <li className={cx('flex items-center gap-1.5', isMet ? 'text-good' : 'text-ink-2')}>
      <Icon aria-hidden="true" className="size-3.5 shrink-0" />
      {label}
      <span className="sr-only">{isMet ? ': met' : ': not met yet'}</span>
    </li>
  );
}

const places = [1, 2, 3, 4];

function Meter({ verdict }: { verdict: PasswordVerdict | null }) {
  const shown = verdict && verdicts[verdict];
  return (
    <div className="flex items-center gap-1">
      {places.map((place) => (
        <span
          key={place}
          aria-hidden="true"
          className={cx('h-1 flex-1 rounded-full', shown && place <= shown.bars ? shown.bar : 'bg-line')}
        />
      ))}
      <span aria-live="polite" className={cx('min-h-4 min-w-20 text-end text-xs', shown?.text)}>
        {shown && (
          <>
            <span className="sr-only">Password strength: </span>
            {shown.label}
          </>
        )}
      </span>
    </div>
  );
}

/** Returns the server's verdict on a password that meets the rules, after a pause in typing; null before that. */
function useVerdict(typed: PasswordFeedbackProps): PasswordVerdict | null {
  const settled = useDebounced(typed, { key: `${typed.email} ${typed.password}`, afterMs: restMs });
  const isSettled = settled.password === typed.password && settled.email === typed.email;
  const { data } = useQuery({
    // In memory for as long as the form is shown.
    queryKey: ['password-strength', settled],
    queryFn: ({ signal }) => call(passwordEndpoints.strength, { body: settled }, { signal, timeoutMs: 5000 }),
    enabled: passwordRules.every(({ isMet }) => isMet(settled.password)),
    gcTime: 0,
    throwOnError: false,
  });
  return isSettled ? (data?.verdict ?? null) : null;
}
