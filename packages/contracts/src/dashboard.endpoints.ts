import { activityEndpoints } from './activity.ts';
import { liveEndpoints } from './live.ts';
import { statsEndpoints } from './stats.ts';

/** What the dashboard shows beside the automations, and what keeps it up to date. */
export const dashboardEndpoints = { activity: activityEndpoints, live: liveEndpoints, stats: statsEndpoints };
