import { dismissToast, useToast } from '../../stores/toast.ts';
import { Toaster } from '../../ui/toast.tsx';

export function Toasts() {
  const { toast, isOpen } = useToast();
  return <Toaster toast={toast} isOpen={isOpen} onDismiss={dismissToast} />;
}
