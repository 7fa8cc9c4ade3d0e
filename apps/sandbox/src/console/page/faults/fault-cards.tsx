import { Button } from '@picksync/ui/button.tsx';
import { call } from '../call.ts';
import type { Faults } from '../contract.ts';
import { BoardCard, Caption, NumberField, SelectField, ShareField, SwitchRow } from '../controls.tsx';
import { attempt } from '../toasts.tsx';

export type FaultCardProps = { faults: Faults; save: (change: Partial<Faults>) => void };

const effectChoices = [
  { value: 'off', label: 'Off' },
  { value: 'before', label: 'Before the call takes effect' },
  { value: 'after', label: 'After the call took effect' },
];
const statusChoices = [
  { value: '500', label: '500, code 4000' },
  { value: '502', label: "502, a proxy's HTML page" },
  { value: '503', label: '503, code 4001' },
  { value: '504', label: '500, code 4002' },
  { value: '4004', label: '500, code 4004' },
];
const rowChoices = [
  { value: 'whole', label: 'Complete' },
  { value: 'fewer', label: 'Three fifths of the rows' },
  { value: 'missing', label: 'No rows field' },
  { value: 'repeated', label: 'One row twice' },
  { value: 'strange', label: 'With cells of an unknown shape' },
];
const listChoices = [
  { value: 'whole', label: 'Complete' },
  { value: 'pages', label: 'In pages of 100, includeAll is ignored' },
  { value: 'tokens', label: 'In pages with tokens, without versions' },
  { value: 'cut', label: 'The first 100 only' },
];
const bodyChoices = [
  { value: 'whole', label: 'Complete' },
  { value: 'truncated', label: 'Cut off' },
  { value: 'html', label: 'An HTML page' },
  { value: 'error', label: 'An error, with status 200' },
  { value: 'slow', label: 'One byte a second' },
];

export function AnswerCards({ faults, save }: FaultCardProps) {
  return (
    <>
      <BoardCard title="Rate limit" on={faults.storm}>
        <SwitchRow
          title="Reject every call"
          caption="Status 429 with code 4003."
          on={faults.storm}
          onChange={(storm) => save({ storm })}
        />
        <NumberField
          label="Retry-After, seconds"
          value={faults.retryAfter}
          placeholder="not sent"
          onSave={(retryAfter) => save({ retryAfter })}
        />
      </BoardCard>
      <BoardCard title="Server errors" on={faults.errorRate > 0}>
        <ShareField
          label="Calls that fail"
          value={faults.errorRate}
          onSave={(errorRate) => save({ errorRate })}
        />
        <SelectField
          label="Response"
          options={statusChoices}
          value={String(faults.errorStatus)}
          onChange={(status) => save({ errorStatus: Number(status) })}
        />
      </BoardCard>
    </>
  );
}

export function ContentCards({ faults, save }: FaultCardProps) {
  return (
    <>
      <BoardCard title="Partial reads" on={faults.rows !== 'whole' || faults.rowsPerAnswer !== null}>
        <SelectField
          label="Rows of a sheet"
          options={rowChoices}
          value={faults.rows}
          onChange={(rows) => save({ rows })}
        />
        <NumberField
          label="Maximum rows per response"
          value={faults.rowsPerAnswer}
          placeholder="all"
          onSave={(rowsPerAnswer) => save({ rowsPerAnswer: rowsPerAnswer || null })}
        />
      </BoardCard>
      <BoardCard title="Lists of sheets" on={faults.sheetList !== 'whole'}>
        <SelectField
          label="The list of all sheets"
          options={listChoices}
          value={faults.sheetList}
          onChange={(sheetList) => save({ sheetList })}
        />
      </BoardCard>
      <BoardCard title="Short-lived tokens" on={faults.tokenLifetimeSeconds !== null}>
        <NumberField
          label="Life of new tokens, seconds"
          value={faults.tokenLifetimeSeconds}
          placeholder="a week"
          onSave={(seconds) => save({ tokenLifetimeSeconds: seconds || null })}
        />
        <SwitchRow
          title="Say a week all the same"
          caption="expires_in names the usual life."
          on={faults.tokenLifetimeHidden}
          onChange={(tokenLifetimeHidden) => save({ tokenLifetimeHidden })}
        />
      </BoardCard>
      <BoardCard title="Broken responses" on={faults.body !== 'whole'}>
        <SelectField
          label="Body of a successful response"
          options={bodyChoices}
          value={faults.body}
          onChange={(body) => save({ body })}
        />
      </BoardCard>
    </>
  );
}

function SlowResponses({ faults, save }: FaultCardProps) {
  return (
    <BoardCard
      title="Slow responses"
      on={faults.hang || faults.lagMs > 0 || faults.answerLagMs > 0 || faults.createLagMs > 0}
    >
      <SwitchRow
        title="Hang"
        caption="Calls are accepted and never get a response."
        on={faults.hang}
        onChange={(hang) => save({ hang })}
      />
      <NumberField
        label="Delay before the call takes effect, ms"
        value={faults.lagMs}
        placeholder="0"
        onSave={(lagMs) => save({ lagMs: lagMs ?? 0 })}
      />
      <NumberField
        label="Delay after the call took effect, ms"
        value={faults.answerLagMs}
        placeholder="0"
        onSave={(answerLagMs) => save({ answerLagMs: answerLagMs ?? 0 })}
      />
      <NumberField
        label="Delay until new objects are found, ms"
        value={faults.createLagMs}
        placeholder="0"
        onSave={(createLagMs) => save({ createLagMs: createLagMs ?? 0 })}
      />
    </BoardCard>
  );
}

export function ConnectionCards({ faults, save }: FaultCardProps) {
  const release = () => attempt(() => call('DELETE', '/api/held'), 'Held calls are released.');
  return (
    <>
      <SlowResponses faults={faults} save={save} />
      <BoardCard title="Held calls" on={faults.hold !== 'off'}>
        <SelectField
          label="Calls wait until released"
          options={effectChoices}
          value={faults.hold}
          onChange={(hold) => save({ hold })}
        />
        <Button onClick={() => void release()}>Release calls</Button>
      </BoardCard>
      <BoardCard title="Connection reset" on={faults.reset !== 'off'}>
        <SelectField
          label="Reset the connection"
          options={effectChoices}
          value={faults.reset}
          onChange={(reset) => save({ reset })}
        />
        <Caption>After a reset, the caller cannot know whether a write took effect.</Caption>
      </BoardCard>
      <BoardCard title="Lost callbacks" on={faults.webhookLoss > 0}>
        <ShareField
          label="Callbacks that are lost"
          value={faults.webhookLoss}
          onSave={(webhookLoss) => save({ webhookLoss })}
        />
        <Caption>The webhook stays enabled; only the regular check notices.</Caption>
      </BoardCard>
    </>
  );
}
