import { useEffect, useEffectEvent, useState } from 'react'
import { whenIdle } from '../../platform/load/ahead.ts'
import { settle } from '../../platform/load/settled.ts'
import type { Panel } from '../panel.ts'

/** A performance mark: from here on the desktop can be worked with. */
export const DESKTOP_DRAWN = 'desktop-drawn'
/** A page that is never idle gets the rest anyway. */
const BUSY_MS = 2000

/** Whether the panels in sight have been drawn with their data, so that large ones may be fetched. */
export function useDrawn(hasData: boolean, shown: readonly Panel[]): boolean {
  const [isDrawn, setIsDrawn] = useState(false)
  const loading = useEffectEvent(() => shown.filter(({ isLate }) => !isLate).map(({ load }) => load()))
  useEffect(() => {
    if (!hasData) return
    let isLeft = false
    const wait = async () => {
      await Promise.allSettled(loading())
      await whenIdle(BUSY_MS)
      if (isLeft) return
      performance.mark(DESKTOP_DRAWN)
      setIsDrawn(true)
      settle()
    }
    void wait()
    return () => {
      isLeft = true
    }
  }, [hasData])
  return isDrawn
}
