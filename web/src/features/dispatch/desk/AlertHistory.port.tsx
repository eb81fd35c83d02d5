import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { PastAlerts } from './alerts/PastAlerts.tsx'
import { useAlertHistory } from './alerts/alert-history.ts'

/** For the popup of the bell: the alerts of this evening that are no longer on screen; nothing where there were none. */
export function AlertHistory() {
  const history = useAlertHistory(useSignedInUser().userId)
  return history.length > 0 && <PastAlerts history={history} />
}
