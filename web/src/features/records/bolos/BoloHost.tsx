import { useEffect } from 'react'
import { lazyComponent } from '../../../platform/load/lazy-component.tsx'
import { DIALOG } from '../../../platform/load/shapes.tsx'
import { notify } from '../../../platform/notify/notify.ts'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { playSound } from '../../../platform/sounds/sounds.ts'
import { closeBoloForm, useBoloDraft, wasShownHere } from './bolo-draft.port.ts'
import { createBoloNews } from './bolo-news.ts'
import { followBolos } from './bolo-list.ts'

const BoloDialog = lazyComponent(async () => (await import('./BoloDialog.tsx')).BoloDialog, { what: 'The form', shape: DIALOG })

/** The event may be here before the answer of the lookup that caused it, which shows the hit itself. */
const OWN_HIT_WAIT_MS = 2000

/** Tells a unit of police or communications on duty about BOLOs and hits, on every page, and holds the form. */
export function BoloHost({ serverId }: { serverId: number }) {
  const { userId, duty } = useSignedInUser()
  const unitClass = duty?.unitClass
  useEffect(() => {
    if (unitClass === undefined) return
    const newsOf = createBoloNews({ userId, unitClass, wasShownHere })
    return followBolos(
      serverId,
      () => undefined,
      (known, delta) => {
        const tell = () => {
          const news = newsOf(known, delta)
          if (!news) return
          notify.warning(news.text)
          if (news.hasSound) playSound('tone')
        }
        const isOwnHit = delta.event === 'bolo.hit' && delta.payload.by.userId === userId
        if (isOwnHit) setTimeout(tell, OWN_HIT_WAIT_MS)
        else tell()
      },
    )
  }, [serverId, userId, unitClass])
  useEffect(() => closeBoloForm, [])
  const draft = useBoloDraft()
  return draft && <BoloDialog serverId={serverId} draft={draft} onClose={closeBoloForm} />
}
