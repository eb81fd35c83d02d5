import type { UnitClass } from '@tenfour/contract'
import { ActionIcon, UnstyledButton } from '@mantine/core'
import { IconChevronLeft } from '@tabler/icons-react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { focusPanelNow, PANEL_PART_ATTRIBUTE, type Desktop, type InViewStore } from './desktop.ts'
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

/**
 * The same panels one at a time, for touch: selected from the bar at the bottom. A list and what is opened from it share an item, which
 * goes from one to the other. Visited panels keep their state.
 */
export function TabletDesktop({ unitClass, panels, first, inView, onDesktop }: TabletDesktopProps) {
  const [shown, setShown] = useState(() => inView.get().focused ?? first)
  // The panel shown last comes last.
  const [visited, setVisited] = useState<readonly PanelId[]>([shown])
  const [slots] = useState(createHeaderSlots)
  const ids = useMemo(() => panels.map(({ id }) => id), [panels])
  const bar = useRef<HTMLDivElement>(null)

  useEffect(() => {
    inView.show([shown])
    inView.focus(shown)
  }, [inView, shown])
  const open = useCallback((panelId: PanelId) => {
    setShown(panelId)
    setVisited((before) => [...before.filter((id) => id !== panelId), panelId])
  }, [])
  useEffect(() => {
    const show = (panelId: PanelId) => {
      if (ids.includes(panelId)) open(panelId)
    }
    onDesktop({ openPanels: () => ids, subscribe: () => () => undefined, open: show, close: () => undefined, reset: () => show(first) })
    return () => onDesktop(null)
  }, [ids, first, open, onDesktop])

  const listOf = ({ partOf }: Panel) => panels.find(({ id }) => id === partOf)
  const itemOf = (panel: Panel) => listOf(panel)?.id ?? panel.id
  const items = panels.filter((panel) => itemOf(panel) === panel.id)
  const shownItem = panels.filter(({ id }) => id === shown).map(itemOf)[0]
  const choose = (item: PanelId) => {
    const pair = panels.filter((panel) => itemOf(panel) === item).map(({ id }) => id)
    const last = visited.findLast((id) => pair.includes(id) && (item !== shownItem || id !== shown))
    open(last ?? item)
  }
  const step = (from: number, by: number) => {
    const next = items[(from + by + items.length) % items.length]?.id
    if (next === undefined) return
    choose(next)
    bar.current?.querySelector<HTMLElement>(`[data-tab="${next}"]`)?.focus()
  }
  return (
    <div className={classes.desktop}>
      {panels
        .filter(({ id }) => visited.includes(id))
        .map((panel) => {
          const list = listOf(panel)
          return (
            <section
              key={panel.id}
              id={`panel-${panel.id}`}
              role="tabpanel"
              aria-labelledby={`tab-${itemOf(panel)}`}
              className={classes.panel}
              hidden={panel.id !== shown}
            >
              <div className={classes.header} {...{ [PANEL_PART_ATTRIBUTE]: panel.id }}>
                {list && (
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    size={44}
                    className={classes.back}
                    aria-label={`Back to ${titleFor(list, unitClass)}`}
                    title={`Back to ${titleFor(list, unitClass)}`}
                    onClick={() => {
                      open(list.id)
                      focusPanelNow(list.id)
                    }}
                  >
                    <IconChevronLeft size={22} stroke={1.8} aria-hidden />
                  </ActionIcon>
                )}
                <span className={classes.title}>
                  <span className={classes.name}>{titleFor(panel, unitClass)}</span>
                  <HeaderSlot slots={slots} panelId={panel.id} place="title" className={classes.said} />
                </span>
                <HeaderSlot slots={slots} panelId={panel.id} place="controls" className={classes.controls} />
              </div>
              <PanelHost panel={panel} slots={slots} />
            </section>
          )
        })}
      {items.length > 1 && (
        <div ref={bar} className={classes.bar} role="tablist" aria-label="Panels">
          {items.map((panel, index) => {
            const { id, icon: PanelIcon } = panel
            const isShown = id === shownItem
            return (
              <UnstyledButton
                key={id}
                id={`tab-${id}`}
                data-tab={id}
                role="tab"
                aria-selected={isShown}
                aria-controls={isShown ? `panel-${shown}` : visited.includes(id) ? `panel-${id}` : undefined}
                tabIndex={isShown ? 0 : -1}
                className={classes.tab}
                onClick={() => choose(id)}
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
