import '@picksync/ui/ui.css';
import { handleFailures } from './api/failure-handler.ts';
import { createQueryClient } from './api/query-client.ts';
import { failureReporting } from './routes/failure-reporting.ts';
import { followDateReader } from './routes/follow-date-reader.ts';
import { startApp } from './start-app.tsx';
import { followSystemTheme } from './stores/theme.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id root');

const queryClient = createQueryClient();
handleFailures(failureReporting(queryClient));
followDateReader(queryClient);
followSystemTheme();

void startApp(root, queryClient);
