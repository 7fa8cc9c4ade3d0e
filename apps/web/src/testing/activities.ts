import type { Activity } from '@picksync/contracts';
import { automation } from './automations.ts';
import { user } from './people.ts';

/** An entry about a dropdown that was written, but for what is given. */
export function activity(given: Partial<Activity> = {}): Activity {
  return {
    id: '1',
    configurationId: automation().id,
    configurationName: automation().name,
    userId: user.id,
    action: 'update_dropdown',
    status: 'success',
    details: null,
    added: null,
    removed: null,
    timestamp: new Date().toISOString(),
    ...given,
  };
}
