import '@picksync/ui/ui.css';
import './zod-without-eval.ts';
import { startApp } from './start-app.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id root');

void startApp(root);
