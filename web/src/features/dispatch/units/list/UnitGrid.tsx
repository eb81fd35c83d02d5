import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef, useState, type DragEvent, type KeyboardEvent, type MouseEvent } from 'react'
import { notify } from '../../../../platform/notify/notify.ts'
import { lazyComponent } from '../../../../platform/load/lazy-component.tsx'
import { DIALOG } from '../../../../platform/load/shapes.tsx'
import { useSignedInUser } from '../../../../platform/session/useSignedInUser.ts'
import { menuPointOf } from '../../../../ui/menu-point.ts'
import { openPanel, selectCall, selectedCallId, useSelectedUnitId, walkTo } from '../../../../panels/selection.ts'
import { keptOrder, useHeldList } from '../../../../panels/grid/use-held-list.ts'
import { numberAt, rowAt } from '../../../../panels/grid/rows.ts'
import { carryUnits, MAX_DRAGGED } from '../../../../panels/unit-drag.ts'
import { boardStore, useBoardActions, useMayDispatch } from '../../board/board.port.ts'
import { actionTargets, choose, NOTHING_CHOSEN, headingClass } from './unit-list.ts'
import live from '../../../../ui/LiveList.module.css'
import classes from './UnitBoard.module.css'
import type { MenuAt } from '../menu/UnitMenu.port.tsx'
import { HeadingRow, rowId, UnitRow } from './UnitRow.tsx'

const UnitMenu = lazyComponent(async () => (await import('../menu/UnitMenu.port.tsx')).UnitMenu, { what: 'The menu', shape: DIALOG })

const HEAD = 26
const HEADING = 26
const HELD = { held: keptOrder, idleMs: 3000 }

type UnitGridProps = {
  wanted: readonly number[]
  /** Identifies the filter: when it changes, held rows are replaced at once. */
  of: string
  rowHeight: number
  beats: ReadonlyMap<number, string>
  onFilter: () => void
}

/** The visible rows of the board; they keep their places while someone points at or types in the list. */
export function UnitGrid({ wanted, of, rowHeight, beats, onFilter }: UnitGridProps) {
  const { userId: ownId } = useSignedInUser()
  const mayDispatch = useMayDispatch()
  const actions = useBoardActions()
  const active = useSelectedUnitId()
  const [selection, setSelection] = useState(NOTHING_CHOSEN)
  const [menu, setMenu] = useState<MenuAt | null>(null)
  const scroll = useRef<HTMLDivElement>(null)
  const grid = useRef<HTMLTableElement>(null)
  const { order: shown, hold, letGo } = useHeldList(wanted, of, HELD)
  const order = shown.filter((row) => row > 0)
  // oxlint-disable-next-line react/incompatible-library -- its results change on every scroll and are not memoised here
  const rows = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroll.current,
    estimateSize: (index) => ((shown[index] ?? 0) > 0 ? rowHeight : HEADING),
    getItemKey: (index) => shown[index] ?? index,
    overscan: 8,
    scrollMargin: HEAD,
  })

  /** Computed here, because the library's own method forces several layouts per row. */
  const showRow = (index: number) => {
    const view = scroll.current
    if (!view) return
    const headings = shown.slice(0, index).filter((row) => row < 0).length
    const top = headings * HEADING + (index - headings) * rowHeight
    if (top - HEADING < view.scrollTop) view.scrollTop = top - HEADING
    else if (top + rowHeight + HEAD > view.scrollTop + view.clientHeight) view.scrollTop = top + rowHeight + HEAD - view.clientHeight
  }

  // A unit selected in another panel becomes the only one selected here.
  const isElsewhere = active !== null && !selection.chosen.has(active)
  const chosen = isElsewhere ? { anchor: active, chosen: new Set([active]) } : selection
  const mayActOn = (userId: number) => mayDispatch || userId === ownId

  const goTo = (userId: number, keys: Parameters<typeof choose>[3] = {}) => {
    setSelection(choose(chosen, order, userId, keys))
    walkTo({ unitId: userId })
    showRow(shown.indexOf(userId))
  }
  const openMenu = (userId: number, at?: { x: number; y: number }) => {
    const userIds = actionTargets(order, chosen, userId).filter(mayActOn)
    setMenu({ userIds: userIds.length > 0 ? userIds : [userId], ...menuPointOf(rowId(userId), at) })
  }
  const assignToSelected = (userId: number) => {
    const callId = selectedCallId()
    if (callId === null) return notify.info('Select the call first, then press A on its units')
    void actions.assign(actionTargets(order, chosen, userId).filter(mayActOn), callId)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.target !== event.currentTarget) return
    const isCommand = event.ctrlKey || event.metaKey
    const page = Math.max(1, Math.floor((scroll.current?.clientHeight ?? 0) / rowHeight) - 2)
    const next = isCommand ? undefined : rowAt(order, active, event.key, page)
    const key = event.key.toLowerCase()
    if (next !== undefined) goTo(next, { isStretching: event.shiftKey })
    else if (isCommand && key === 'a') setSelection({ anchor: active, chosen: new Set(order) })
    else if (isCommand) return
    else if (key === 'f') onFilter()
    else if (key === 'escape' && chosen.chosen.size > 1 && active !== null) setSelection(choose(NOTHING_CHOSEN, order, active))
    else if (active === null || !order.includes(active)) return
    else if (key === 'enter') openMenu(active)
    else if (key === ' ') setSelection(choose(chosen, order, active, { isAdding: true }))
    else if (key === 'a' && mayActOn(active)) assignToSelected(active)
    else return
    event.preventDefault()
    hold()
  }
  const onClick = (event: MouseEvent) => {
    const callId = numberAt(event, '[data-call]', 'call')
    const userId = numberAt(event, '[data-unit-id]', 'unitId')
    if (callId !== null) {
      selectCall(callId)
      openPanel('call')
    } else if (userId !== null && event.target instanceof Element && event.target.closest('[data-menu]')) {
      if (!chosen.chosen.has(userId)) goTo(userId)
      openMenu(userId, { x: event.clientX, y: event.clientY })
    } else if (userId !== null) goTo(userId, { isAdding: event.ctrlKey || event.metaKey, isStretching: event.shiftKey })
  }
  const onContextMenu = (event: MouseEvent) => {
    const userId = numberAt(event, '[data-unit-id]', 'unitId') ?? (event.target === grid.current ? active : null)
    if (userId === null) return
    event.preventDefault()
    if (!chosen.chosen.has(userId)) goTo(userId)
    openMenu(userId, event.clientX > 0 ? { x: event.clientX, y: event.clientY } : undefined)
  }
  const onDragStart = (event: DragEvent) => {
    const userId = numberAt(event, '[data-unit-id]', 'unitId')
    if (userId === null) return
    const { units } = boardStore().get()
    const dragged = actionTargets(order, chosen, userId).filter(mayActOn)
    if (dragged.length > MAX_DRAGGED) {
      event.preventDefault()
      return notify.info(`At most ${MAX_DRAGGED} units can be sent at once`)
    }
    carryUnits(
      event.dataTransfer,
      dragged.flatMap((each) => units.get(each) ?? []),
      classes.dragImage ?? '',
    )
  }
  return (
    <>
      <div ref={scroll} className={classes.scroll}>
        <table
          ref={grid}
          className={live.grid}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a grid that handles keys
          role="grid"
          tabIndex={0}
          data-panel-focus
          aria-label="Units"
          aria-multiselectable
          aria-rowcount={shown.length + 1}
          aria-activedescendant={active !== null && order.includes(active) ? rowId(active) : undefined}
          onKeyDown={onKeyDown}
          onClick={onClick}
          onContextMenu={onContextMenu}
          onDragStart={onDragStart}
          onPointerMove={hold}
          onPointerLeave={letGo}
          onBlur={letGo}
        >
          <thead>
            <tr className={classes.head} aria-rowindex={1}>
              <th className={classes.sign}>Unit</th>
              <th className={classes.name}>Name</th>
              <th className={classes.status}>Status</th>
              <th className={classes.time}>For</th>
              <th className={classes.beat}>Beat</th>
              <th className={classes.channel}>Radio</th>
              <th className={classes.call}>Call</th>
              <th>
                <span className="visually-hidden">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody className={live.body} style={{ height: rows.getTotalSize() }}>
            {rows.getVirtualItems().map(({ index, start, size }) => {
              const row = shown[index] ?? 0
              const unitClass = headingClass(row)
              const place = { index, top: start - HEAD, height: size }
              if (unitClass !== undefined) return <HeadingRow key={row} unitClass={unitClass} count={countBelow(shown, index)} {...place} />
              return (
                <UnitRow
                  key={row}
                  userId={row}
                  {...place}
                  isActive={row === active}
                  isChosen={chosen.chosen.has(row)}
                  isOwn={row === ownId}
                  isDraggable={mayActOn(row)}
                  beats={beats}
                />
              )
            })}
          </tbody>
        </table>
      </div>
      {menu && (
        <UnitMenu
          at={menu}
          mayAct={menu.userIds.every(mayActOn)}
          onClose={() => {
            setMenu(null)
            grid.current?.focus({ preventScroll: true })
          }}
        />
      )}
    </>
  )
}

/** How many units are under the heading at `index`. */
function countBelow(rows: readonly number[], index: number): number {
  const next = rows.findIndex((row, at) => at > index && row < 0)
  return (next === -1 ? rows.length : next) - index - 1
}
