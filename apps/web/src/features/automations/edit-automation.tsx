import { lazy, Suspense } from 'react';
import type { Edited } from './use-editing.ts';

// The form's library and schemas weigh more than the dashboard; they come when a form is first opened.
const EditAutomationDialog = lazy(() =>
  import('./edit-automation-dialog.tsx').then((module) => ({ default: module.EditAutomationDialog })),
);

type EditAutomationProps = { edited: Edited | null; end: () => void };

export const EditAutomation = ({ edited, end }: EditAutomationProps) =>
  edited && (
    <Suspense fallback={null}>
      <EditAutomationDialog {...edited} open onClose={end} />
    </Suspense>
  );
