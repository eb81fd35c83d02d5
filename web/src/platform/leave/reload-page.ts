import { notify } from '../notify/notify.ts'
import { mayLeavePage } from './leave-questions.ts'

/** Loads the page anew, when nothing would be lost by it or whoever sits there agrees, and only from a portal that answers. */
export async function reloadPage(): Promise<void> {
  const isThere = await fetch('/portal-config.json', { cache: 'no-store', credentials: 'omit' }).then(
    ({ ok }) => ok,
    () => false,
  )
  if (!isThere) return notify.warning('Portal unreachable. Reload when it is back.')
  if (await mayLeavePage()) window.location.reload()
}
