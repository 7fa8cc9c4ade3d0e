import { Toaster } from '@picksync/ui/toast.tsx';
import { dismissToast, useToast } from '../../stores/toast.ts';

export function Toasts() {
  const { toast, isOpen, waiting } = useToast();
  return <Toaster toast={toast} isOpen={isOpen} waiting={waiting.length} onDismiss={dismissToast} />;
}
