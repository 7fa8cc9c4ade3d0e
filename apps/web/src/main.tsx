import './ui/app.css';
import { handleFailures } from './api/failure-handler.ts';
import { createQueryClient } from './api/query-client.ts';
import { failureReporting } from './routes/failure-reporting.ts';
import { followTimeZone } from './routes/follow-time-zone.ts';
import { startApp } from './start-app.tsx';
import { followSystemTheme } from './stores/theme.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id root');

const queryClient = createQueryClient();
handleFailures(failureReporting(queryClient));
followTimeZone(queryClient);
followSystemTheme();

void startApp(root, queryClient);
