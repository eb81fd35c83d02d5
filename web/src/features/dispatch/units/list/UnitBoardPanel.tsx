import { Button } from '@mantine/core'
import { useState } from 'react'
import { useClock } from '../../../../platform/format/clock.ts'
import { filtersOf } from '../../../../ui/FilterChips.tsx'
import { FilterField, useFilterField } from '../../../../ui/FilterField.tsx'
import { PanelHeader } from '../../../../panels/PanelHeader.tsx'
import { useRowHeight } from '../../../../panels/grid/rows.ts'
import { boardStore, useBoard } from '../../board/board.port.ts'
import { BOARD_LINES, PanelColumn, PanelFooter, PanelHints, PanelState } from '../../../../panels/PanelColumn.tsx'
import { PanelLoading } from '../../../../panels/PanelParts.tsx'
import classes from './UnitBoard.module.css'
import { UnitGrid } from './UnitGrid.tsx'
import { countUnits, listUnits, type UnitFilter } from './unit-list.ts'
import { useBeatNames } from '../../cad-values/cad-values.port.ts'
import { countIds, overdueIds } from '../tools/welfare.ts'

/** Every unit on this server that works with dispatch. */
export function UnitBoardPanel() {
  const [filter, setFilter] = useState<UnitFilter>('all')
  const field = useFilterField(() => document.querySelector<HTMLElement>('[data-panel="units"] [role="grid"]')?.focus())
  const { text } = field
  const beats = useBeatNames()
  const rowHeight = useRowHeight()
  const phase = useBoard((state) => state.phase)
  const counts = useBoard((state) => countUnits(state.units.values()))
  const wanted = useBoard((state) => listUnits(state.units, { filter, text: text ?? '', beatName: (beatId) => beats.get(beatId ?? 0) }))
  const toggle = (next: UnitFilter) => setFilter(filter === next ? 'all' : next)
  return (
    <PanelColumn className={classes.panel} aria-label="Units">
      <PanelHeader
        count={counts.total}
        filters={filtersOf(
          [
            ['all', 'All'],
            ['police', 'Police'],
            ['fire', 'Fire'],
            ['available', `Available ${counts.available}`],
          ],
          filter,
          toggle,
        )}
      />
      {text !== null && (
        <FilterField
          label="Filter units"
          placeholder="Call sign, name, status, beat, call…"
          text={text}
          found={wanted.filter((row) => row > 0).length}
          {...field.props}
        />
      )}
      {phase === 'loading' ? (
        <PanelLoading label="Loading the units…" lines={BOARD_LINES} />
      ) : phase === 'closed' ? (
        <PanelState>You can no longer see the units of this server.</PanelState>
      ) : wanted.length === 0 ? (
        <Nothing
          isFiltered={counts.total > 0}
          onShowAll={() => {
            setFilter('all')
            field.hide()
          }}
        />
      ) : (
        <UnitGrid wanted={wanted} of={`${filter} ${text ?? ''}`} rowHeight={rowHeight} beats={beats} onFilter={field.open} />
      )}
      <PanelFooter isStatus>
        <Overdue />
        <PanelHints>↑↓ select · Enter actions · A assign · F filter</PanelHints>
      </PanelFooter>
    </PanelColumn>
  )
}

function Overdue() {
  const count = useClock((now) => countIds(overdueIds(boardStore().get().units, now)))
  if (count === 0) return null
  return (
    <span className="amber">
      {count} {count === 1 ? 'needs' : 'need'} a status check
    </span>
  )
}

function Nothing({ isFiltered, onShowAll }: { isFiltered: boolean; onShowAll: () => void }) {
  if (!isFiltered)
    return (
      <PanelState data-panel-focus tabIndex={-1}>
        <p>Nobody is on duty here yet.</p>
        <p className="muted">Units appear the moment they go on duty.</p>
      </PanelState>
    )
  return (
    <PanelState>
      <p>No unit matches.</p>
      <Button size="xs" variant="default" onClick={onShowAll}>
        Show all units
      </Button>
    </PanelState>
  )
}
