import type { UnitClass } from '@tenfour/contract'
import { UnstyledButton } from '@mantine/core'
import { useEffect, useMemo, useRef, useState } from 'react'
import { PANEL_PART_ATTRIBUTE, type Desktop, type InViewStore } from './desktop.ts'
import { HeaderSlot, PanelHost } from './PanelHost.tsx'
import { createHeaderSlots } from './PanelHeader.tsx'
import { titleFor, type Panel, type PanelId } from './panel.ts'
import classes from './TabletDesktop.module.css'

type TabletDesktopProps = {
  unitClass: UnitClass
  panels: readonly Panel[]
  /** The panel this class sees first. */
  first: PanelId
  inView: InViewStore
  onDesktop: (desktop: Desktop | null) => void
}

/** The same panels one at a time, for touch: selected from the bar at the bottom. Visited panels keep their state. */
export function TabletDesktop({ unitClass, panels, first, inView, onDesktop }: TabletDesktopProps) {
  const [shown, setShown] = useState(() => inView.get().focused ?? first)
  const [visited, setVisited] = useState<readonly PanelId[]>([shown])
  const [slots] = useState(createHeaderSlots)
  const ids = useMemo(() => panels.map(({ id }) => id), [panels])
  const bar = useRef<HTMLDivElement>(null)

  useEffect(() => {
    inView.show([shown])
    inView.focus(shown)
  }, [inView, shown])
  useEffect(() => {
    const show = (panelId: PanelId) => {
      if (!ids.includes(panelId)) return
      setShown(panelId)
      setVisited((before) => (before.includes(panelId) ? before : [...before, panelId]))
    }
    onDesktop({ openPanels: () => ids, subscribe: () => () => undefined, open: show, close: () => undefined, reset: () => show(first) })
    return () => onDesktop(null)
  }, [ids, first, onDesktop])

  const open = (panelId: PanelId) => {
    setShown(panelId)
    setVisited((before) => (before.includes(panelId) ? before : [...before, panelId]))
  }
  const step = (from: number, by: number) => {
    const next = ids[(from + by + ids.length) % ids.length]
    if (next === undefined) return
    open(next)
    bar.current?.querySelector<HTMLElement>(`[data-tab="${next}"]`)?.focus()
  }
  return (
    <div className={classes.desktop}>
      {panels
        .filter(({ id }) => visited.includes(id))
        .map((panel) => (
          <section
            key={panel.id}
            id={`panel-${panel.id}`}
            role="tabpanel"
            aria-labelledby={`tab-${panel.id}`}
            className={classes.panel}
            hidden={panel.id !== shown}
          >
            <div className={classes.header} {...{ [PANEL_PART_ATTRIBUTE]: panel.id }}>
              <span className={classes.title}>
                <span className={classes.name}>{titleFor(panel, unitClass)}</span>
                <HeaderSlot slots={slots} panelId={panel.id} place="title" className={classes.said} />
              </span>
              <HeaderSlot slots={slots} panelId={panel.id} place="controls" className={classes.controls} />
            </div>
            <PanelHost panel={panel} slots={slots} />
          </section>
        ))}
      {panels.length > 1 && (
        <div ref={bar} className={classes.bar} role="tablist" aria-label="Panels">
          {panels.map((panel, index) => {
            const { id, icon: PanelIcon } = panel
            return (
              <UnstyledButton
                key={id}
                id={`tab-${id}`}
                data-tab={id}
                role="tab"
                aria-selected={id === shown}
                aria-controls={visited.includes(id) ? `panel-${id}` : undefined}
                tabIndex={id === shown ? 0 : -1}
                className={classes.tab}
                onClick={() => open(id)}
                onKeyDown={({ key }) => {
                  if (key === 'ArrowRight') step(index, 1)
                  if (key === 'ArrowLeft') step(index, -1)
                }}
              >
                <PanelIcon size={22} stroke={1.7} />
                {titleFor(panel, unitClass)}
              </UnstyledButton>
            )
          })}
        </div>
      )}
    </div>
  )
}
