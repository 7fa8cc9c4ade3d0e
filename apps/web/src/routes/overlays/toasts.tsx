import { dismissToast, useToast } from '../../stores/toast.ts';
import { Toaster } from '../../ui/toast.tsx';

export function Toasts() {
  const toast = useToast((state) => state.toast);
  return <Toaster toast={toast} onDismiss={dismissToast} />;
}
