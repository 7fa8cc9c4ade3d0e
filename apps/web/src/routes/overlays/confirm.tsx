import { answerConfirm, useConfirm } from '../../stores/confirm.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

export function Confirm() {
  const { open, asked } = useConfirm();
  if (!asked) return null;
  return (
    <ConfirmDialog
      {...asked.question}
      open={open}
      onConfirm={() => answerConfirm(true)}
      onCancel={() => answerConfirm(false)}
    />
  );
}
