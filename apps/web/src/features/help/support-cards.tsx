import { contactEndpoints, usualDateLook } from '@picksync/contracts';
import { Card } from '@picksync/ui/card.tsx';
import { cx } from '@picksync/ui/class-names.ts';
import { Skeleton } from '@picksync/ui/skeleton.tsx';
import { useNow } from '@picksync/ui/use-now.ts';
import { useQuery } from '@tanstack/react-query';
import { Clock, type LucideIcon, Mail, Star } from 'lucide-react';
import type { ReactNode } from 'react';
import { query } from '../../api/query.ts';
import { useAuthStatus, usePlanNames } from '../../api/session.queries.ts';
import { clockTime, dayMinutes, dayNames, type OpenHours, supportWeek } from './support-hours.ts';

const contactQuery = query(contactEndpoints.read, {});

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
        {/* A page that is drawn at the build knows no reader's clock. */}
        {import.meta.env.SSR ? <div className="h-24" /> : <SupportWeek />}
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

function percent(minute: number): string {
  return `${(minute / dayMinutes) * 100}%`;
}

/** When support is open by the reader's own clock, and where now is. */
function SupportWeek() {
  const { user } = useAuthStatus();
  const timeZone = user?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const { clock } = user ?? usualDateLook;
  const { days, now, text } = supportWeek({ timeZone, clock }, useNow());
  const moment = `${dayNames[now.day]}, ${clockTime(now.minute, clock)}`;
  return (
    <div className="grid w-full gap-1.5">
      <p className="text-xs text-ink-2">In your time: {text}.</p>
      <div
        role="img"
        aria-label={`Open ${text} in your time; now it is ${moment}`}
        className="grid grid-cols-7 gap-1 text-center text-xs text-ink-2"
      >
        {days.map((hours, day) => (
          <div key={dayNames[day]} className="grid gap-1">
            <div className="relative h-13 overflow-hidden rounded-sm bg-sunken">
              {hours.map((open) => (
                <OpenBar key={open.from} open={open} />
              ))}
              {day === now.day && (
                <div
                  style={{ top: percent(now.minute) }}
                  className="absolute inset-x-0 border-t-2 border-ink forced-colors:border-[Highlight]"
                />
              )}
            </div>
            <span className={cx(day === now.day && 'font-bold text-ink')}>{dayNames[day]?.charAt(0)}</span>
          </div>
        ))}
      </div>
    </div>
  );
}

function OpenBar({ open: { from, to } }: { open: OpenHours }) {
  return (
    <div
      style={{ top: percent(from), height: percent(to - from) }}
      className="absolute inset-x-0 rounded-sm bg-accent opacity-85 forced-colors:bg-[CanvasText] forced-color-adjust-none"
    />
  );
}
