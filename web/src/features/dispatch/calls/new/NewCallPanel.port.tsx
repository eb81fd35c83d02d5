import { useLayoutEffect } from 'react'
import { useSignedInUser } from '../../../../platform/session/useSignedInUser.ts'
import { panelIdOf } from '../../../../panels/desktop.ts'
import { focusPanel, useNewCallPrefill } from '../../../../panels/selection.ts'
import { useBoard } from '../../board/board.port.ts'
import { newCallStore } from './new-call-store.ts'
import { NewCallForm } from './NewCallForm.tsx'

/** Prefills already applied: each is filled in once, however often the panel is reopened. */
const filledIn = new WeakSet<object>()

/** The form for a new call. Input is kept until it is sent or discarded. */
export function NewCallPanel() {
  const { userId } = useSignedInUser()
  const serverId = useBoard((state) => state.serverId)
  const prefill = useNewCallPrefill()
  const store = newCallStore(userId, serverId)
  useLayoutEffect(() => {
    if (!prefill || filledIn.has(prefill)) return
    filledIn.add(prefill)
    store.prefill(prefill)
    // The form was focused as it was before; with these values it may begin at another field. Before the next key.
    queueMicrotask(() => {
      if (document.activeElement && panelIdOf(document.activeElement) === 'new-call') focusPanel('new-call')
    })
  }, [prefill, store])
  return <NewCallForm store={store} />
}
