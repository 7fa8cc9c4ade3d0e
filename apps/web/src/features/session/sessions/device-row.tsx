import type { RecognizedDeviceView, SessionView } from '@picksync/contracts';
import { Badge } from '@picksync/ui/badge.tsx';
import { Button } from '@picksync/ui/button.tsx';
import { SettingRow } from '@picksync/ui/setting-row.tsx';
import { Monitor, Smartphone } from 'lucide-react';

type Device = Pick<SessionView & RecognizedDeviceView, 'id' | 'device' | 'isMobile' | 'isCurrent'>;

type DeviceRowProps = {
  device: Device;
  detail: string;
  /** What can be done with any other browser. */
  label: 'End' | 'Forget';
  action: { isPending: boolean; variables: string | undefined; run: (id: string) => void };
};

/** One browser: where it is, and the button that ends or forgets it. */
export function DeviceRow({
  device: { id, device, isMobile, isCurrent },
  detail,
  label,
  action,
}: DeviceRowProps) {
  const Icon = isMobile ? Smartphone : Monitor;
  return (
    <SettingRow
      icon={<Icon aria-hidden="true" />}
      title={device}
      badge={isCurrent && <Badge tone="good">This browser</Badge>}
      detail={detail}
      action={
        !isCurrent && (
          <Button
            aria-label={`${label} ${device}`}
            pending={action.isPending && action.variables === id}
            onClick={() => action.run(id)}
          >
            {label}
          </Button>
        )
      }
    />
  );
}

/** This browser comes first, to compare the others with. */
export function sortDevices<D extends Device>(devices: D[]): D[] {
  return devices.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
}
