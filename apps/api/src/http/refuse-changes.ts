import {
  AppError,
  type DateReader,
  describeMaintenance,
  type EndpointDefinition,
  getMaintenanceRetrySeconds,
  getMaintenanceState,
  usualDateLook,
} from '@picksync/contracts';
import type { Context } from '../base/context.ts';
import { readMaintenance } from '../base/maintenance.ts';
import type { Caller, KeyCaller } from './caller.ts';

/** Throws `maintenance` for a change while a maintenance is on. */
export type AssertChangeable = (endpoint: EndpointDefinition, caller: Caller | KeyCaller | null) => void;

/**
 * Returns the check of whether a call goes on during a maintenance: reads, signing in and out, and what administrators do,
 * who have to be able to end it. Events of other services are not checked.
 */
export function createAssertChangeable(context: Pick<Context, 'maintenance' | 'now'>): AssertChangeable {
  return (endpoint, caller) => {
    if (!context.maintenance.isOn() || goesOn(endpoint)) return;
    const window = readMaintenance(context);
    const now = context.now();
    const state = window && getMaintenanceState(window, now);
    if (!state) return;
    const { title, text } = describeMaintenance(window, { state, now, ...toReader(caller) });
    throw new AppError('maintenance', {
      message: `${title} ${text}`,
      details: { retryAfterSeconds: getMaintenanceRetrySeconds(window, now) },
    });
  };
}

function goesOn({ method, access, maintenance }: EndpointDefinition): boolean {
  if (maintenance !== undefined) return maintenance === 'open';
  return method === 'GET' || access === 'admin';
}

function toReader(caller: Caller | KeyCaller | null): { reader: DateReader; zone?: string } {
  const { timeZone, clock, dateOrder } = caller?.user ?? { ...usualDateLook, timeZone: null };
  const reader = { clock, dateOrder, timeZone: timeZone ?? 'UTC' };
  return timeZone === null ? { reader, zone: ' UTC' } : { reader };
}
