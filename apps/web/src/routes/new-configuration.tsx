import { NewAutomation } from '../features/automations/form/new-automation.tsx';
import { useNewConfiguration } from './use-new-configuration.ts';

/** The dialog that the address names. */
export function NewConfiguration() {
  const { open, hide } = useNewConfiguration();
  return open ? <NewAutomation onClose={hide} /> : null;
}
