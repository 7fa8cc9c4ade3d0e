import {
  isStatusPart,
  type StatusPart,
  statusDaysShown,
  statusIncidentTitles,
  statusParts,
  statusStaleMs,
} from '@picksync/contracts';
import type { MaintenanceWindow, PrismaClient, StatusDay, StatusPart as StatusPartRow } from '@picksync/db';

const dayMs = 24 * 60 * 60_000;

export type StatusDayView = Pick<StatusDay, 'measured' | 'disturbed'>;

export type StatusPartView = {
  part: StatusPart;
  isDisturbed: boolean;
  since: Date;
  measuredAt: Date;
  /** Of each day that the page shows, oldest first; null for a day on which nothing was measured. */
  days: (StatusDayView | null)[];
};

export type StatusIncidentView = {
  id: string;
  title: string;
  parts: StatusPart[];
  /** Opened by the measurement. */
  isMeasured: boolean;
  startedAt: Date;
  endedAt: Date | null;
  /** Newest first. */
  entries: { id: string; at: Date; text: string; isMeasured: boolean }[];
};

/** What the status page shows. */
export type Status = {
  /** When anything was measured last; null before the first time. */
  measuredAt: Date | null;
  /** The first day that the page shows, in UTC. */
  firstDay: Date;
  parts: StatusPartView[];
  /** Of the days that the page shows; those that go on first, then the newest. */
  incidents: StatusIncidentView[];
  /** An update that is planned or under way. */
  maintenance: Pick<MaintenanceWindow, 'startsAt' | 'endsAt'> | null;
};

/** How many incidents the page lists at most. */
const maxIncidents = 60;

/** Returns what was measured and said in the days that the status page shows. */
export async function readStatus(db: PrismaClient, at: Date): Promise<Status> {
  const firstDay = new Date((Math.floor(at.getTime() / dayMs) - statusDaysShown + 1) * dayMs);
  const [rows, days, incidents, maintenance] = await Promise.all([
    db.statusPart.findMany(),
    db.statusDay.findMany({ where: { day: { gte: firstDay } } }),
    db.statusIncident.findMany({
      where: { OR: [{ endedAt: null }, { endedAt: { gte: firstDay } }] },
      include: { entries: { orderBy: [{ at: 'desc' }, { id: 'desc' }] } },
      orderBy: { startedAt: 'desc' },
      take: maxIncidents,
    }),
    db.maintenanceWindow.findFirst({
      where: { endedAt: null },
      select: { startsAt: true, endsAt: true },
    }),
  ]);
  const times = rows.map((row) => row.measuredAt.getTime());
  const measuredAt = times.length > 0 ? new Date(Math.max(...times)) : null;
  const parts = statusParts.flatMap((part) => {
    const row = rows.find((one) => one.part === part);
    if (!row || !measuredAt || isGone(row, measuredAt)) return [];
    const own = days.filter((one) => one.part === part);
    return [{ ...row, part, days: listDays(own, firstDay) }];
  });
  return { measuredAt, firstDay, parts, incidents: openFirst(incidents.map(toIncident)), maintenance };
}

/** A part that was measured before and no longer is, as when a payment provider was removed. */
function isGone({ measuredAt }: StatusPartRow, newest: Date): boolean {
  return newest.getTime() - measuredAt.getTime() > dayMs;
}

function listDays(own: readonly StatusDay[], firstDay: Date): (StatusDayView | null)[] {
  return Array.from({ length: statusDaysShown }, (_, index) => {
    const time = firstDay.getTime() + index * dayMs;
    return own.find(({ day, measured }) => day.getTime() === time && measured > 0) ?? null;
  });
}

function toIncident<I extends { title: string; parts: string[]; endedAt: Date | null }>(incident: I) {
  // Parts of a newer version are not known here.
  const parts = incident.parts.filter(isStatusPart);
  return { ...incident, parts, title: incident.endedAt ? toPastTitle(incident.title) : incident.title };
}

/** What is over is told in the past tense. Titles in an administrator's own words stay. */
function toPastTitle(title: string): string {
  return Object.values(statusIncidentTitles).find(({ now }) => now === title)?.over ?? title;
}

function openFirst(incidents: StatusIncidentView[]): StatusIncidentView[] {
  return [...incidents.filter(({ endedAt }) => !endedAt), ...incidents.filter(({ endedAt }) => endedAt)];
}

/** Returns whether a measurement is too old to say anything about now. */
export function isStale(measuredAt: Date, now: Date): boolean {
  return now.getTime() - measuredAt.getTime() > statusStaleMs;
}
