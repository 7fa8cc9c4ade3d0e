import type { Tone } from '@picksync/ui/badge.tsx';
import { Spinner } from '@picksync/ui/spinner.tsx';
import { Check, Clock, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Phase } from './follow-payment.ts';
import type { Progress, ResultTone } from './result-card.tsx';

type PhaseLook = {
  tone: ResultTone;
  icon: ReactNode;
  title: string;
  text: string;
  badge: { tone: Tone; word: string };
  progress: Progress;
  isBusy: boolean;
};

type OnTheWay = Exclude<Phase, { is: 'done' }>;

const busy = { tone: 'accent', icon: <Spinner className="size-5!" />, isBusy: true } as const;
const failed = { tone: 'bad', icon: <TriangleAlert />, title: 'Verification Error', isBusy: false } as const;

/** Returns the texts and the look of the card while a payment is under way, or when it failed. */
export function phaseLook(
  phase: OnTheWay,
  { provider, plan }: { provider: string; plan: string },
): PhaseLook {
  switch (phase.is) {
    case 'verifying':
      return {
        ...busy,
        title: 'Verifying your payment',
        text: `We ask ${provider} whether it is paid.`,
        badge: { tone: 'neutral', word: 'Verifying' },
        progress: { step: 0 },
      };
    case 'activating':
      return {
        ...busy,
        title: 'Activating your subscription',
        text: `${provider} has your approval. You may leave this page; it goes on without you.`,
        badge: { tone: 'accent', word: 'Activating' },
        progress: { step: 1 },
      };
    case 'activated':
      return {
        tone: 'good',
        icon: <Check />,
        title: 'Subscription Active',
        text: `${plan} is active. The details come in a moment.`,
        badge: { tone: 'good', word: 'Active' },
        progress: { step: 2 },
        isBusy: true,
      };
    case 'slow':
      return {
        tone: 'warn',
        icon: <Clock />,
        title: 'Still activating',
        text: 'Activation is taking longer than expected. Processing continues in the background.',
        badge: { tone: 'warn', word: 'Pending' },
        progress: { step: 1 },
        isBusy: false,
      };
    default:
      return {
        ...failed,
        text: phase.message,
        badge: { tone: 'bad', word: phase.is === 'failed' ? 'Not verified' : 'Not paid' },
        progress: { step: 0, isFailed: true },
      };
  }
}
