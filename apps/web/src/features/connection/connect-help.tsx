import { connectionEndpoints, smartsheetScopes } from '@picksync/contracts';
import { Card } from '@picksync/ui/card.tsx';
import { copyText } from '@picksync/ui/copy-text.ts';
import { IconButton } from '@picksync/ui/icon-button.tsx';
import { Check, ChevronRight, Copy } from 'lucide-react';
import { useState } from 'react';
import { showToast } from '../../stores/toast.ts';
import { Sentence } from '../../ui/sentence.tsx';

function CopyableAddress({ address }: { address: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    const isCopied = await copyText(address);
    setCopied(isCopied);
    if (!isCopied)
      showToast({
        tone: 'bad',
        title: 'Not copied',
        description: 'Your browser did not allow it. Please select the address and copy it.',
      });
  };
  return (
    <div className="flex items-center gap-2 rounded-md bg-sunken py-1 pe-1 ps-3">
      <code className="min-w-0 flex-1 text-xs break-all">{address}</code>
      <IconButton label={copied ? 'Copied' : 'Copy the redirect address'} onClick={() => void copy()}>
        {copied ? <Check className="text-good" /> : <Copy />}
      </IconButton>
    </div>
  );
}

const scopes = new Intl.ListFormat('en-US', { type: 'unit' });

/** How to register the app at Smartsheet, for the operator of this site; folded, because hardly anybody is one. */
export function ConnectHelp({ redirectAddress }: { redirectAddress: string }) {
  return (
    <Card className="p-0!">
      <details className="group text-sm">
        <summary className="flex list-none flex-wrap items-center gap-x-2 gap-y-0.5 rounded-lg px-5 py-3.5 font-semi [&::-webkit-details-marker]:hidden">
          <ChevronRight
            aria-hidden="true"
            className="size-4 shrink-0 transition-transform group-open:rotate-90"
          />
          OAuth setup help
          <span className="text-xs font-normal text-ink-2 max-sm:w-full max-sm:ps-6 sm:ms-auto">
            For operators: redirect address and scopes
          </span>
        </summary>
        <div className="grid gap-3 px-5 pb-5 sm:ps-11">
          <ol className="grid list-decimal gap-2 ps-5 text-ink-2 marker:text-ink-3">
            <li>Open the Smartsheet developer portal.</li>
            <li>Open the app settings.</li>
            <li className="grid-flow-row">
              Add this redirect address, exactly as it is:
              <div className="mt-1.5 text-ink">
                <CopyableAddress address={redirectAddress} />
              </div>
            </li>
            <li>
              <Sentence
                text={`Enable the scopes ${scopes.format(smartsheetScopes.map((scope) => `<scope>${scope}</scope>`))}.`}
                parts={{ scope: (words) => <code className="text-xs text-ink">{words}</code> }}
              />
            </li>
          </ol>
          <p className="text-ink-2">
            <span className="font-semi text-ink">Common error:</span> a missing or invalid redirect address.
            It has to be the same in both places, to the last character.
          </p>
          <a
            href={connectionEndpoints.debug.path}
            target="_blank"
            rel="noreferrer"
            className="justify-self-start font-semi text-accent hover:underline"
          >
            Connection help
          </a>
        </div>
      </details>
    </Card>
  );
}
