import { Button } from '@picksync/ui/button.tsx';
import { ConfirmDialog } from '@picksync/ui/confirm-dialog.tsx';
import { Dialog } from '@picksync/ui/dialog.tsx';
import { DropdownMenu, MenuChoice, MenuItem, MenuSeparator } from '@picksync/ui/dropdown-menu.tsx';
import { FailureDialog } from '@picksync/ui/failure-dialog.tsx';
import { Field } from '@picksync/ui/field.tsx';
import { FormDialog } from '@picksync/ui/form-dialog.tsx';
import { Input } from '@picksync/ui/input.tsx';
import { SidePanel, SideSheet } from '@picksync/ui/side-overlay.tsx';
import { Toaster, type ToastMessage } from '@picksync/ui/toast.tsx';
import { Tooltip } from '@picksync/ui/tooltip.tsx';
import { Copy, Trash2 } from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { Line, Specimen } from './specimen.tsx';

/** What opens over the page. */
export function Overlays() {
  const [open, setOpen] = useState<string | null>(null);
  const [toast, setToast] = useState<ToastMessage | null>(null);
  const say = (tone: ToastMessage['tone']) =>
    setToast({ id: Date.now(), tone, title: `A message, ${tone}`, description: 'It goes by itself.' });
  return (
    <>
      <Specimen name="Dialog, FormDialog, ConfirmDialog, FailureDialog, SidePanel, SideSheet">
        <Line>
          {Object.keys(windows).map((name) => (
            <Button key={name} onClick={() => setOpen(name)}>
              {name}
            </Button>
          ))}
        </Line>
      </Specimen>
      <Specimen name="Toaster">
        <Line>
          <Button onClick={() => say('plain')}>Plain</Button>
          <Button onClick={() => say('neutral')}>Neutral</Button>
          <Button onClick={() => say('bad')}>Bad</Button>
        </Line>
      </Specimen>
      <Specimen name="DropdownMenu, Tooltip">
        <Line>
          <Menu />
          <Tooltip text="A short explanation">
            <Button>Hover or focus</Button>
          </Tooltip>
        </Line>
      </Specimen>
      {open && windows[open]?.(() => setOpen(null))}
      <Toaster toast={toast} isOpen={toast !== null} onDismiss={() => setToast(null)} />
    </>
  );
}

function Menu() {
  const [order, setOrder] = useState<'name' | 'date'>('name');
  return (
    <DropdownMenu trigger={<Button>Menu</Button>} align="start">
      <MenuItem icon={Copy} onSelect={() => undefined}>
        Duplicate
      </MenuItem>
      <MenuItem disabled onSelect={() => undefined}>
        Disabled
      </MenuItem>
      <MenuSeparator />
      <MenuChoice
        label="Order"
        options={[
          { value: 'name', label: 'By name' },
          { value: 'date', label: 'By date' },
        ]}
        value={order}
        onChange={setOrder}
      />
      <MenuSeparator />
      <MenuItem icon={Trash2} destructive onSelect={() => undefined}>
        Delete
      </MenuItem>
    </DropdownMenu>
  );
}

/** What each window is, given what closes it. */
const windows: Record<string, (onClose: () => void) => ReactNode> = {
  Dialog: (onClose) => <PlainDialog onClose={onClose} />,
  'Dialog with a side': (onClose) => (
    <PlainDialog onClose={onClose} side="What stands beside it" width="full" />
  ),
  FormDialog: (onClose) => <FormWindow error={null} onClose={onClose} />,
  'FormDialog with an error': (onClose) => (
    <FormWindow error={{ title: 'Not renamed', text: 'The server did not answer.' }} onClose={onClose} />
  ),
  ConfirmDialog: (onClose) => (
    <ConfirmDialog
      open
      title="Delete the automation?"
      description="The dropdown keeps its options."
      confirmLabel="Delete"
      destructive
      onConfirm={onClose}
      onCancel={onClose}
    />
  ),
  FailureDialog: (onClose) => (
    <FailureDialog
      notice={{
        title: 'Something went wrong',
        message: 'The payment was not taken.',
        suggestion: 'Try another card.',
        severity: 'error',
        code: 'PAYMENT_DECLINED',
      }}
      onDismiss={onClose}
    />
  ),
  SidePanel: (onClose) => (
    <SidePanel title="A payment" onClose={onClose}>
      One thing of a list in full.
    </SidePanel>
  ),
  SideSheet: (onClose) => (
    <SideSheet open onClose={onClose} title="Menu" header={<b>Picksync</b>}>
      <p className="px-4 py-2 text-sm">The menu of a phone.</p>
    </SideSheet>
  ),
};

type PlainDialogProps = Pick<ComponentProps<typeof Dialog>, 'side' | 'width'> & { onClose: () => void };

function PlainDialog({ onClose, ...rest }: PlainDialogProps) {
  return (
    <Dialog
      {...rest}
      onClose={onClose}
      title="A dialog"
      description="One sentence under the title."
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      Its content scrolls.
    </Dialog>
  );
}

type FormWindowProps = Pick<ComponentProps<typeof FormDialog>, 'error' | 'onClose'>;

function FormWindow({ error, onClose }: FormWindowProps) {
  return (
    <FormDialog
      title="Rename the automation"
      description="Its dropdown does not change."
      pending={false}
      error={error}
      submitLabel="Rename"
      pendingLabel="Renaming…"
      onSubmit={onClose}
      onClose={onClose}
    >
      <Field label="Name">{(control) => <Input {...control} defaultValue="Clients" />}</Field>
    </FormDialog>
  );
}
