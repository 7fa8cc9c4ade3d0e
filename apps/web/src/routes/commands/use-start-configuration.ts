import { useAuthStatus } from '../../api/session.queries.ts';
import { showToast } from '../../stores/toast.ts';
import { useNewConfiguration } from '../use-new-configuration.ts';

/** Returns what opens the form of a new automation, or says what is missing for it. */
export function useStartConfiguration(): () => void {
  const { smartsheetConnected } = useAuthStatus();
  const { show } = useNewConfiguration();
  return () => {
    if (smartsheetConnected) show();
    else showToast({ tone: 'neutral', title: 'Connect Smartsheet first.' });
  };
}
