import { Toaster } from '@picksync/ui/toast.tsx';
import { dismissToast, useToast } from '../../stores/toast.ts';

export function Toasts() {
  const { toast, isOpen } = useToast();
  return <Toaster toast={toast} isOpen={isOpen} onDismiss={dismissToast} />;
}
