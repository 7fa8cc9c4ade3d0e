import { adminSupportEndpoints, type HealthFinding, type Reply } from '@picksync/contracts';
import { Badge, type Tone } from '@picksync/ui/badge.tsx';
import { Button } from '@picksync/ui/button.tsx';
import { Dialog } from '@picksync/ui/dialog.tsx';
import { useState } from 'react';
import type { SeenAutomation } from '../../../api/admin.queries.ts';
import { call } from '../../../api/call.ts';
import { formatMoment } from '../../../ui/dates.ts';
import { ReasonDialog } from '../reason-dialog.tsx';

type Report = Reply<typeof adminSupportEndpoints.checkHealth>;
type Automation = Pick<SeenAutomation, 'id' | 'name'>;
type Act = 'check' | 'mend';

const words = {
  check: {
    label: 'Check health',
    title: (name: string) => `Check the health of ${name}?`,
    description:
      'Picksync looks at both sheets and the webhook, as it does once a day, and keeps what it finds. They read in their security activity that support did it, and your reason.',
    pendingLabel: 'Checking...',
    failure: { title: 'Not checked', text: 'The health could not be checked. Please try again.' },
  },
  mend: {
    label: 'Mend webhook',
    title: (name: string) => `Mend the webhook of ${name}?`,
    description:
      'Picksync compares their webhooks with Smartsheet and makes those anew that do not work, as it does by itself. They read in their security activity that support did it, and your reason.',
    pendingLabel: 'Mending...',
    failure: { title: 'Not mended', text: 'The webhook could not be mended. Please try again.' },
  },
};

/** The buttons for what support can do about an automation of somebody else. */
export function SupportActs({ automation }: { automation: Automation }) {
  const [open, setOpen] = useState<Act | null>(null);
  const [report, setReport] = useState<Report | null>(null);
  return (
    <div className="grid justify-items-stretch gap-1 @max-wide:flex @max-wide:flex-wrap">
      {(['check', 'mend'] as const).map((act) => (
        <Button
          key={act}
          size="sm"
          aria-label={`${words[act].label}: ${automation.name}`}
          onClick={() => setOpen(act)}
        >
          {words[act].label}
        </Button>
      ))}
      {open && (
        <ActDialog act={open} automation={automation} onReport={setReport} onClose={() => setOpen(null)} />
      )}
      {report && <ReportDialog name={automation.name} report={report} onClose={() => setReport(null)} />}
    </div>
  );
}

type ActDialogProps = {
  act: Act;
  automation: Automation;
  onReport: (report: Report) => void;
  onClose: () => void;
};

function ActDialog({ act, automation: { id, name }, onReport, onClose }: ActDialogProps) {
  const { title, label, ...texts } = words[act];
  const send = async (body: { reason: string }) => {
    if (act === 'mend') return call(adminSupportEndpoints.mendWebhook, { params: { id }, body });
    const input = { params: { id }, body };
    const report = await call(adminSupportEndpoints.checkHealth, input, { timeoutMs: 60_000 });
    onReport(report);
    return report;
  };
  return <ReasonDialog {...texts} submitLabel={label} title={title(name)} send={send} onClose={onClose} />;
}

type ReportDialogProps = { name: string; report: Report; onClose: () => void };

/** What a check found, in the words that the owner of the automation reads. */
function ReportDialog({ name, report: { checkedAt, findings }, onClose }: ReportDialogProps) {
  return (
    <Dialog
      title={`Health of ${name}`}
      description={`Checked ${formatMoment(checkedAt)}. These are the words that its owner reads.`}
      width="md"
      onClose={onClose}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <ul aria-label="What was found" className="grid gap-2 text-sm">
        {findings.toSorted(byWeight).map(({ check, status, message }) => (
          <li key={check + message} className="grid grid-cols-[84px_minmax(0,1fr)] items-baseline gap-3">
            <span>
              <Badge tone={marks[status].tone}>{marks[status].word}</Badge>
            </span>
            <span className="text-pretty">{message}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

const marks: Record<HealthFinding['status'], { tone: Tone; word: string; weight: number }> = {
  problem: { tone: 'bad', word: 'Problem', weight: 0 },
  note: { tone: 'warn', word: 'To know', weight: 1 },
  ok: { tone: 'good', word: 'Fine', weight: 2 },
};

function byWeight(one: HealthFinding, other: HealthFinding): number {
  return marks[one.status].weight - marks[other.status].weight;
}
