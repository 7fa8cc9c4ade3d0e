import { copyText } from '@picksync/ui/copy-text.ts';
import { showToast } from './toast.ts';

/** Copies the address of a view, and says whether that has worked. */
export async function copyLink(address: string): Promise<void> {
  const isCopied = await copyText(address);
  showToast(
    isCopied
      ? { title: 'Link copied' }
      : {
          tone: 'bad',
          title: 'The link could not be copied',
          description: 'Copy the address of this page instead.',
        },
  );
}
