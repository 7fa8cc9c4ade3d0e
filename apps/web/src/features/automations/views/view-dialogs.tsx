import { isolated, maxSavedViews, type SavedView, savedViewEndpoints } from '@picksync/contracts';
import { Badge } from '@picksync/ui/badge.tsx';
import { Button } from '@picksync/ui/button.tsx';
import { Dialog } from '@picksync/ui/dialog.tsx';
import { FormDialog } from '@picksync/ui/form-dialog.tsx';
import { SettingRow } from '@picksync/ui/setting-row.tsx';
import { TextField } from '@picksync/ui/text-field.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { savedViewsQuery } from '../../../api/saved-views.queries.ts';
import { useAction } from '../../../api/use-action.ts';
import { useDialogForm } from '../../../api/use-dialog-form.ts';
import { showToast } from '../../../stores/toast.ts';
import { describeView, findNamed, type ViewSearch } from './saved-views.ts';
import { checkSavedView, checkViewName } from './views.schemas.ts';

/** The window of the saved views that is open. */
export type ViewDialog = { kind: 'save' } | { kind: 'manage' } | { kind: 'rename'; view: SavedView };

type ViewDialogsProps = {
  open: ViewDialog;
  views: readonly SavedView[];
  /** What is saved; null when there is nothing to save. */
  search: ViewSearch | null;
  onOpen: (next: ViewDialog | null) => void;
};

/** The windows of the saved views: one gives a name, one lists them. */
export function ViewDialogs({ open, views, search, onOpen }: ViewDialogsProps) {
  if (open.kind === 'rename')
    return <RenameDialog view={open.view} onClose={() => onOpen({ kind: 'manage' })} />;
  if (open.kind === 'manage')
    return (
      <ManageDialog
        views={views}
        onRename={(view) => onOpen({ kind: 'rename', view })}
        onClose={() => onOpen(null)}
      />
    );
  return search && <SaveDialog views={views} search={search} onClose={() => onOpen(null)} />;
}

function useReload() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries(savedViewsQuery);
}

type SaveDialogProps = { views: readonly SavedView[]; search: ViewSearch; onClose: () => void };

/** Keeps the view under a name; one that has the name already is replaced. */
function SaveDialog({ views, search, onClose }: SaveDialogProps) {
  const reload = useReload();
  const { form, field, shell } = useDialogForm({
    defaultValues: { name: '', search },
    check: checkSavedView,
    send: async (body) => {
      const named = findNamed(views, body.name);
      const saving = named
        ? call(savedViewEndpoints.edit, { params: { id: named.id }, body: { search: body.search } })
        : call(savedViewEndpoints.create, { body });
      // Also when it was refused: another window may have deleted or saved the view of this name.
      const { message } = await saving.finally(reload);
      showToast({ title: message });
      onClose();
    },
    failure: { title: 'Not saved', text: 'The view could not be saved. Please try again.' },
  });
  const named = findNamed(views, form.watch('name'));
  return (
    <FormDialog
      {...shell}
      title="Save this view"
      description="Its search, filter, order and groups get a name."
      width="sm"
      submitLabel={named ? 'Replace' : 'Save'}
      pendingLabel="Saving..."
      onClose={onClose}
    >
      <TextField
        label="Name of this view"
        hint={
          named ? `“${isolated(named.name)}” is replaced by what you see.` : 'Kept for you, on every device.'
        }
        {...field('name')}
        maxLength={60}
      />
    </FormDialog>
  );
}

function RenameDialog({ view, onClose }: { view: SavedView; onClose: () => void }) {
  const reload = useReload();
  const { field, shell } = useDialogForm({
    defaultValues: { name: view.name },
    check: checkViewName,
    send: async (body) => {
      await call(savedViewEndpoints.edit, { params: { id: view.id }, body });
      await reload();
      onClose();
    },
    failure: { title: 'Not renamed', text: 'The view could not be renamed. Please try again.' },
  });
  return (
    <FormDialog
      {...shell}
      title={`Rename “${isolated(view.name)}”`}
      description={describeView(view)}
      width="sm"
      submitLabel="Rename"
      pendingLabel="Renaming..."
      onClose={onClose}
    >
      <TextField label="Name of this view" {...field('name')} maxLength={60} />
    </FormDialog>
  );
}

type ManageDialogProps = {
  views: readonly SavedView[];
  onRename: (view: SavedView) => void;
  onClose: () => void;
};

function ManageDialog({ views, onRename, onClose }: ManageDialogProps) {
  return (
    <Dialog
      title="Saved views"
      description={`${views.length} of ${maxSavedViews}, kept for you on every device. One of them can be what the list opens with.`}
      width="md"
      onClose={onClose}
    >
      {views.length === 0 && <p className="px-5 pb-5 text-sm text-ink-2 md:px-6">No view is saved.</p>}
      {views.map((view) => (
        <ViewRow key={view.id} view={view} onRename={() => onRename(view)} />
      ))}
    </Dialog>
  );
}

/** Saves a view that was deleted once more, as what it was. */
async function restoreView({ name, search, isDefault }: SavedView): Promise<void> {
  const { view } = await call(savedViewEndpoints.create, { body: { name, search } });
  if (isDefault) await call(savedViewEndpoints.edit, { params: { id: view.id }, body: { isDefault } });
}

function ViewRow({ view, onRename }: { view: SavedView; onRename: () => void }) {
  const { id, name, isDefault } = view;
  const reload = useReload();
  const choose = useAction({
    send: () => call(savedViewEndpoints.edit, { params: { id }, body: { isDefault: !isDefault } }),
    failure: { title: 'Not changed' },
    refresh: reload,
  });
  const restore = useAction({
    send: () => restoreView(view),
    onDone: () => showToast({ title: 'The view is back' }),
    failure: { title: 'Not restored' },
    refresh: reload,
  });
  const remove = useAction({
    send: () => call(savedViewEndpoints.remove, { params: { id } }),
    // Without a question: it can be undone.
    onDone: ({ message }) =>
      showToast({
        title: message,
        action: { label: 'Undo', elsewhere: 'It can be saved again from the list.', act: restore.run },
      }),
    failure: { title: 'Not deleted' },
    refresh: reload,
  });
  return (
    <SettingRow
      title={isolated(name)}
      badge={isDefault && <Badge tone="good">Default</Badge>}
      detail={describeView(view)}
      action={
        <>
          <Button
            size="sm"
            aria-label={`${isDefault ? 'Remove as default' : 'Make default'}: ${isolated(name)}`}
            pending={choose.isPending}
            onClick={() => choose.run()}
          >
            {isDefault ? 'Remove as default' : 'Make default'}
          </Button>
          <Button size="sm" aria-label={`Rename: ${isolated(name)}`} onClick={onRename}>
            Rename
          </Button>
          <Button
            size="sm"
            aria-label={`Delete: ${isolated(name)}`}
            pending={remove.isPending}
            onClick={() => remove.run()}
          >
            Delete
          </Button>
        </>
      }
    />
  );
}
