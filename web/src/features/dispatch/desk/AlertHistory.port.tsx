import { lazyComponent } from '../../../platform/load/lazy-component.tsx'
import { INLINE } from '../../../platform/load/shapes.tsx'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { useAlertHistory } from './alerts/alert-history.ts'

const PastAlerts = lazyComponent(async () => (await import('./alerts/PastAlerts.tsx')).PastAlerts, {
  what: 'Earlier alerts',
  shape: INLINE,
})

/** For the popup of the bell: the alerts of this evening that are no longer on screen; nothing where there were none. */
export function AlertHistory() {
  const history = useAlertHistory(useSignedInUser().userId)
  return history.length > 0 && <PastAlerts history={history} />
}
