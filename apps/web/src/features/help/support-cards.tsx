import { Card } from '@picksync/ui/card.tsx';
import { Skeleton } from '@picksync/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { Clock, type LucideIcon, Mail, Star } from 'lucide-react';
import type { ReactNode } from 'react';
import { contactQuery } from '../../api/contact.queries.ts';
import { usePlanNames } from '../../api/session.queries.ts';
import { SupportWeek } from './support-week.tsx';

type SupportCardProps = { icon: LucideIcon; title: string; children: ReactNode };

function SupportCard({ icon: Icon, title, children }: SupportCardProps) {
  return (
    <Card className="grid justify-items-start gap-1">
      <h2 className="flex items-center gap-2 font-semi">
        <Icon aria-hidden="true" className="size-4 text-ink-2" strokeWidth={1.75} />
        {title}
      </h2>
      {children}
    </Card>
  );
}

const smallClass = 'text-xs text-ink-2 text-pretty';

function SupportAddress() {
  const { data, isPending } = useQuery(contactQuery);
  if (isPending) return <Skeleton className="h-6 w-48" />;
  // Without it the form is there all the same.
  if (!data) return <p className={smallClass}>Please use the form.</p>;
  return (
    <a href={`mailto:${data.supportEmail}`} className="font-medium break-all text-accent hover:underline">
      {data.supportEmail}
    </a>
  );
}

/** The ways to reach support and when it answers. */
export function SupportCards() {
  const { premium } = usePlanNames();
  return (
    <div className="grid content-start gap-4 sm:max-lg:grid-cols-2">
      <SupportCard icon={Mail} title="Email support">
        <SupportAddress />
        <p className={smallClass}>Write from the address of your account, so that we find it.</p>
      </SupportCard>
      <SupportCard icon={Clock} title="Business hours">
        <p>Mon-Fri 9:00 AM-5:00 PM EST</p>
        <p className={smallClass}>Response within 24 hours.</p>
        <SupportWeek />
      </SupportCard>
      <SupportCard icon={Star} title={`${premium} support`}>
        <p>24/7 support, part of {premium}</p>
        <p className={smallClass}>
          Write at any hour: your message carries your plan and stands first in our inbox, also when it comes
          outside business hours.
        </p>
      </SupportCard>
    </div>
  );
}
