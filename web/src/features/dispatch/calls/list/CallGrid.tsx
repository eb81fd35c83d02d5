import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useEffectEvent, useRef, useState, type DragEvent, type KeyboardEvent, type MouseEvent } from 'react'
import { lazyComponent } from '../../../../platform/load/lazy-component.tsx'
import { DIALOG } from '../../../../platform/load/shapes.tsx'
import { menuPointOf } from '../../../../ui/menu-point.ts'
import { focusPanel, openPanel, selectCall, useSelectedCallId, walkTo } from '../../../../panels/selection.ts'
import { carriesUnits, droppedUnits } from '../../../../panels/unit-drag.ts'
import { numberAt, rowAt } from '../../../../panels/grid/rows.ts'
import { useHeldList } from '../../../../panels/grid/use-held-list.ts'
import { boardStore, useBoardActions } from '../../board/board.port.ts'
import live from '../../../../ui/LiveList.module.css'
import classes from './CallBoard.module.css'
import type { CallDialog } from '../dialogs/CallDialogs.tsx'
import type { CallMenuAt } from './CallMenu.tsx'
import { CallRow, rowId } from './CallRow.tsx'
import { seenCalls } from './seen-calls.ts'
import { useCallKeys } from '../use-call-keys.tsx'

const CallMenu = lazyComponent(async () => (await import('./CallMenu.tsx')).CallMenu, { what: 'The menu', shape: DIALOG })

const HEAD = 26

type CallGridProps = {
  label: string
  /** The calls to show, in order. */
  wanted: readonly number[]
  /** Identifies the filter: when it changes, held rows are replaced at once. */
  of: string
  rowHeight: number
  hasHead: boolean
  onAsk: (dialog: CallDialog) => void
  onFilter: () => void
}

/** The visible rows of the board; they keep their places while someone points at or types in the list. */
export function CallGrid({ label, wanted, of, rowHeight, hasHead, onAsk, onFilter }: CallGridProps) {
  const actions = useBoardActions()
  const selected = useSelectedCallId()
  const scroll = useRef<HTMLDivElement>(null)
  const grid = useRef<HTMLTableElement>(null)
  const [menu, setMenu] = useState<CallMenuAt | null>(null)
  const { order, added, hold, letGo } = useHeldList(wanted, of)
  const [dropId, setDropId] = useState<number | null>(null)
  const head = hasHead ? HEAD : 0
  // oxlint-disable-next-line react/incompatible-library -- its results change on every scroll and are not memoised here
  const rows = useVirtualizer({
    count: order.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => order[index] ?? index,
    overscan: 6,
    scrollMargin: head,
    scrollPaddingStart: head,
  })
  useEffect(() => rows.measure(), [rows, rowHeight])

  const at = selected === null ? -1 : order.indexOf(selected)
  const focusGrid = () => grid.current?.focus({ preventScroll: true })
  const keys = useCallKeys({ onAsk, menuPoint: () => menuPointOf(rowId(selected ?? 0)), onMenuClosed: focusGrid })
  const showSelected = useEffectEvent(() => {
    if (at >= 0) rows.scrollToIndex(at)
  })
  // A call selected elsewhere, for example one just created, is brought into sight.
  useEffect(() => showSelected(), [selected])
  const choose = (callId: number) => {
    walkTo({ callId })
    seenCalls.see(callId)
    rows.scrollToIndex(order.indexOf(callId))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target !== event.currentTarget) return
    const page = Math.max(1, Math.floor((scroll.current?.clientHeight ?? 0) / rowHeight) - 1)
    const next = rowAt(order, selected, event.key, page)
    if (next !== undefined) choose(next)
    else if (event.key === 'f' || event.key === 'F') onFilter()
    // The selected call is open beside the list, so its keys work even while a filter hides its row.
    else if (selected === null || !boardStore().get().calls.has(selected)) return
    else if (event.key === 'Enter') focusPanel('call')
    else if (!keys.press(event.key, selected)) return
    event.preventDefault()
    hold()
  }
  const onContextMenu = (event: MouseEvent) => {
    const isKey = event.target === grid.current
    const callId = isKey ? (at < 0 ? null : selected) : callIdOf(event)
    if (callId === null) return
    event.preventDefault()
    selectCall(callId)
    seenCalls.see(callId)
    hold()
    setMenu({ callId, ...menuPointOf(rowId(callId), isKey ? undefined : { x: event.clientX, y: event.clientY }) })
  }
  const onClick = (event: MouseEvent) => {
    const callId = callIdOf(event)
    if (callId === null) return
    selectCall(callId)
    seenCalls.see(callId)
    openPanel('call')
  }
  const onPointerMove = (event: MouseEvent) => {
    hold()
    const callId = callIdOf(event)
    if (callId !== null) seenCalls.see(callId)
  }
  const onDragOver = (event: DragEvent) => {
    if (!carriesUnits(event.dataTransfer)) return
    const callId = callIdOf(event)
    setDropId(callId)
    hold()
    if (callId === null) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'move'
  }
  const onDrop = (event: DragEvent) => {
    setDropId(null)
    const callId = callIdOf(event)
    const userIds = droppedUnits(event.dataTransfer)
    if (callId === null || userIds.length === 0) return
    event.preventDefault()
    void actions.assign(userIds, callId)
  }
  return (
    <div className={classes.frame}>
      {added > 0 && (
        <button
          type="button"
          className={live.news}
          onClick={() => {
            letGo()
            rows.scrollToIndex(0)
          }}
        >
          {added} new
        </button>
      )}
      <div ref={scroll} className={classes.scroll}>
        <table
          ref={grid}
          className={live.grid}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a grid that handles keys
          role="grid"
          tabIndex={0}
          data-panel-focus
          aria-label={label}
          aria-rowcount={order.length + 1}
          aria-activedescendant={selected !== null && at >= 0 ? rowId(selected) : undefined}
          onKeyDown={onKeyDown}
          onClick={onClick}
          onContextMenu={onContextMenu}
          onDoubleClick={(event) => callIdOf(event) !== null && focusPanel('call')}
          onPointerMove={onPointerMove}
          onPointerLeave={letGo}
          onBlur={letGo}
          onDragOver={onDragOver}
          onDragLeave={() => setDropId(null)}
          onDrop={onDrop}
        >
          <thead>
            <tr className={classes.head} aria-rowindex={1}>
              <th>
                <span className="visually-hidden">Priority</span>
              </th>
              <th>No.</th>
              <th>Type</th>
              <th>Location</th>
              <th>Units</th>
              <th>Age</th>
            </tr>
          </thead>
          <tbody className={live.body} style={{ height: rows.getTotalSize() }}>
            {rows.getVirtualItems().map(({ index, start, size }) => {
              const callId = order[index]
              if (callId === undefined) return null
              return (
                <CallRow
                  key={callId}
                  callId={callId}
                  index={index}
                  top={start - head}
                  height={size}
                  isSelected={callId === selected}
                  isDropTarget={callId === dropId}
                />
              )
            })}
          </tbody>
        </table>
      </div>
      {menu && (
        <CallMenu
          at={menu}
          onAsk={onAsk}
          onClose={() => {
            setMenu(null)
            focusGrid()
          }}
        />
      )}
      {keys.menu}
    </div>
  )
}

const callIdOf = (event: { readonly target: EventTarget }): number | null => numberAt(event, '[data-call-id]', 'callId')
