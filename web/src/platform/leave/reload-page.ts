import { notify } from '../notify/notify.ts'
import { mayLeavePage } from './leave-questions.ts'

/** Reloads the page, after confirmation if anything would be lost, and only if the portal responds. */
export async function reloadPage(): Promise<void> {
  const isThere = await fetch('/portal-config.json', { cache: 'no-store', credentials: 'omit' }).then(
    ({ ok }) => ok,
    () => false,
  )
  if (!isThere) return notify.warning('Portal unreachable. Reload when it is back.')
  if (await mayLeavePage()) window.location.reload()
}
