import type { Automation } from '@picksync/contracts';
import { useState } from 'react';
import type { AutomationField } from './automation-form.values.ts';

/** Opens the form of an automation, with the focus on what the user came for. */
export type Edit = (automation: Automation, field: AutomationField) => void;

/** Which automation is being edited, as it was when the form was opened. */
export type Edited = { automation: Automation; field: AutomationField };

export const useEditing = () => {
  const [edited, setEdited] = useState<Edited | null>(null);
  const begin: Edit = (automation, field) => setEdited({ automation, field });
  return { edited, begin, end: () => setEdited(null) };
};
