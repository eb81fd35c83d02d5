import { useEffect, useMemo, useRef } from 'react'
import { focusWithin, PANEL_ATTRIBUTE } from './desktop.ts'
import { PanelFrame, type HeaderSlots } from './panel-frame.ts'
import classes from './PanelHost.module.css'
import type { Panel } from './panel.ts'

/** A panel, fetched when it is first shown. One that fails says so in its own place and can be tried again. */
export function PanelHost({ panel, slots }: { panel: Panel; slots: HeaderSlots }) {
  const { id, Content } = panel
  const host = useRef<HTMLDivElement>(null)
  const frame = useMemo(() => ({ panelId: id, slots }), [id, slots])
  const isReady = Content.useIsReady()
  // Passes the keyboard on where it was given to the panel before there was anything in it.
  useEffect(() => {
    if (isReady && host.current && document.activeElement === host.current) focusWithin(host.current)
  }, [isReady])
  return (
    <PanelFrame value={frame}>
      <div ref={host} className={classes.host} tabIndex={-1} {...{ [PANEL_ATTRIBUTE]: id }}>
        <Content />
      </div>
    </PanelFrame>
  )
}
