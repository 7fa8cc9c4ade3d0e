import type { StatusPart } from '@picksync/contracts';
import type { Job, JobReport } from '@picksync/db';
import type { Context } from '../context.ts';
import { answersInTime, isSettled } from './ask-address.ts';
import { type Measured, readStatusFigures, recordMeasured } from './status.store.ts';
import { writeIncidents } from './write-incidents.ts';

/** Of so many changes, one may arrive late. */
const oneLateOf = 20;

/**
 * Measures for the status page how each part of the product does in this minute, and writes there when one is disturbed
 * for some minutes. What cannot be measured stays unmeasured.
 */
export async function measureStatus(context: Context, { signal }: Job<'measure-status'>): Promise<JobReport> {
  const { prisma, now } = context;
  const measured = await measureParts(context, signal);
  const at = now();
  const counted = await prisma.$transaction(async (tx) => {
    const recorded = await recordMeasured(tx, measured, at);
    await writeIncidents(tx, recorded, at);
    return recorded.length;
  });
  const disturbed = measured.filter(({ isDisturbed }) => isDisturbed).map(({ part }) => part);
  return { measured: counted, disturbed: disturbed.join(' ') };
}

async function measureParts({ prisma, settings }: Context, signal: AbortSignal): Promise<Measured[]> {
  const { site, payments, againAfterMs } = settings.statusChecks;
  const ask = { signal, againAfterMs };
  const [page, api, figures, providers] = await Promise.all([
    answersInTime(new URL('/login', site), { ...ask, isGood: isOk }),
    answersInTime(new URL('/api/health', site), { ...ask, isGood: isOk }),
    readStatusFigures(prisma),
    // Without credentials they refuse, which is an answer.
    Promise.all(payments.map((base) => answersInTime(new URL(base), { ...ask, isGood: isSettled }))),
  ]);
  const { changes, lateChanges, lateChecks, lateMails } = figures;
  const parts: [StatusPart, isDisturbed: boolean][] = [
    // Whoever signs in needs the API as well.
    ['website', !page || !api],
    ['api', !api],
    ['checks', lateChecks > 0],
    ['realtime', lateChanges * oneLateOf > changes],
    ['mail', lateMails > 0],
  ];
  if (providers.length > 0) parts.push(['payments', providers.includes(false)]);
  return parts.map(([part, isDisturbed]) => ({ part, isDisturbed }));
}

function isOk(status: number): boolean {
  return status === 200;
}
