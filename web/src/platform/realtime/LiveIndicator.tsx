import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { useConnectionState } from './connection.ts'

/** Whether what is shown follows the server; with `onlyTrouble`, nothing while it does. */
export function LiveIndicator({ onlyTrouble = false }: { onlyTrouble?: boolean }) {
  const state = useConnectionState()
  if (state === 'off' || (onlyTrouble && state !== 'lost')) return null
  return (
    // The bar's is read out; one beside the data would only say it twice.
    <output aria-live={onlyTrouble ? 'polite' : 'off'}>
      {state === 'live' && <StatusBadge tone="available">Live</StatusBadge>}
      {state === 'connecting' && <StatusBadge tone="neutral">Connecting…</StatusBadge>}
      {state === 'lost' && <StatusBadge tone="warning">Reconnecting…</StatusBadge>}
    </output>
  )
}
