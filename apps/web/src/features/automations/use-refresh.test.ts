import { expect, test } from 'vitest';
import { activityLineQuery, activityPaths, recentActivityQuery } from '../../api/activity.queries.ts';
import { automationQuery, automationsQuery, changesQuery, runsQuery } from '../../api/automations.queries.ts';
import { rulesQuery } from '../../api/rules.queries.ts';
import { statsQuery } from '../../api/stats.queries.ts';
import { dashboardPaths } from './use-refresh.ts';

test('a refresh loads the queries of the dashboard, and no path that none of them has', () => {
  const queries = [
    automationsQuery,
    automationQuery('1'),
    runsQuery('1'),
    changesQuery('1'),
    statsQuery,
    rulesQuery,
    recentActivityQuery,
    activityLineQuery('1', {}),
  ];
  expect(new Set(dashboardPaths)).toEqual(new Set(queries.map(({ queryKey: [path] }) => path)));
  expect(dashboardPaths).toEqual(expect.arrayContaining([...activityPaths]));
});
