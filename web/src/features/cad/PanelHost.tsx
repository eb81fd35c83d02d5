import { Button, Skeleton } from '@mantine/core'
import { lazy, Suspense, useEffect, useEffectEvent, useMemo, useRef, useState, type ComponentType, type RefObject } from 'react'
import { log } from '../../platform/log/log.ts'
import { useIsPortalAway } from '../../platform/realtime/realtime.ts'
import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx'
import { focusWithin, PANEL_ATTRIBUTE } from './desk.ts'
import { PanelFrame, type HeaderSlots } from './panel-frame.ts'
import classes from './PanelHost.module.css'
import type { Panel } from './panels.ts'

/** A panel, fetched when it is first shown. One that fails says so in its own place and can be tried again. */
export function PanelHost({ panel, slots }: { panel: Panel; slots: HeaderSlots }) {
  const host = useRef<HTMLDivElement>(null)
  const frame = useMemo(() => ({ panelId: panel.id, slots }), [panel.id, slots])
  const [Content, setContent] = useState(() => fetched(panel))
  return (
    <PanelFrame value={frame}>
      <div ref={host} className={classes.host} tabIndex={-1} {...{ [PANEL_ATTRIBUTE]: panel.id }}>
        <ErrorBoundary
          onError={(error) => log.error(`The panel ${panel.id} failed`, error)}
          renderError={(retry) => (
            <PanelError
              onRetry={() => {
                // What could not be fetched would be remembered as such.
                setContent(() => fetched(panel))
                retry()
              }}
            />
          )}
        >
          <Suspense fallback={<PanelLoading />}>
            <TakeFocus host={host} />
            <Content />
          </Suspense>
        </ErrorBoundary>
      </div>
    </PanelFrame>
  )
}

const fetched = (panel: Panel): ComponentType => lazy(async () => ({ default: await panel.load() }))

/** Passes the keyboard on where it was given to the panel before there was anything in it. */
function TakeFocus({ host }: { host: RefObject<HTMLElement | null> }) {
  useEffect(() => {
    if (host.current && document.activeElement === host.current) focusWithin(host.current)
  }, [host])
  return null
}

function PanelLoading() {
  return (
    <div className={classes.loading} aria-busy="true">
      <output className="visually-hidden">Loading…</output>
      {Array.from({ length: 6 }, (_, index) => (
        <Skeleton key={index} height={12} width={`${90 - ((index * 19) % 45)}%`} />
      ))}
    </div>
  )
}

function PanelError({ onRetry }: { onRetry: () => void }) {
  const isAway = useIsPortalAway()
  const [wasAway, setWasAway] = useState(isAway)
  if (isAway && !wasAway) setWasAway(true)
  const retry = useEffectEvent(onRetry)
  useEffect(() => {
    if (wasAway && !isAway) retry()
  }, [wasAway, isAway])
  if (isAway) {
    return (
      <div className={classes.error} role="alert">
        <p>The portal is away. This panel comes by itself once it is back.</p>
      </div>
    )
  }
  return (
    <div className={classes.error} role="alert">
      <p>This panel could not be shown. The rest of the desktop goes on.</p>
      <Button size="xs" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}
