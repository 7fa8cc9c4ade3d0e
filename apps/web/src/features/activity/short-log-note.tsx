import { Link } from '@tanstack/react-router';
import { usePlanNames } from '../../api/session.queries.ts';
import { useShortLog } from './use-short-log.ts';

/** Says on Free where the whole log is. */
export function ShortLogNote() {
  const { free, basic } = usePlanNames();
  if (!useShortLog()) return null;
  return (
    <p className="px-4 py-3 text-sm text-ink-2">
      {free} keeps the eight newest entries. {basic} has the whole log of 90 days.{' '}
      <Link to="/subscription" className="font-semi text-accent hover:underline">
        Compare the plans
      </Link>
    </p>
  );
}
