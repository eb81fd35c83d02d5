import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconSearch, IconX } from '@tabler/icons-react'
import { useMemo, useRef, useState } from 'react'
import { useClock } from '../../platform/display/clock.ts'
import { FilterChip } from '../../ui/FilterChip.tsx'
import { boardStore, useBoard } from '../board/board.port.ts'
import { PanelHeader } from '../cad/PanelHeader.port.tsx'
import classes from './UnitBoard.module.css'
import { UnitGrid } from './UnitGrid.tsx'
import { countUnits, listUnits, type UnitFilter } from './unit-list.ts'
import { beatsQuery } from './units.queries.ts'
import { useRowHeight } from './use-row-height.ts'
import { countIds, overdueIds } from './welfare.ts'

/** Every unit that works with dispatch on this server. */
export function UnitBoardPanel() {
  const [filter, setFilter] = useState<UnitFilter>('all')
  const [text, setText] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const beats = useBeatNames()
  const rowHeight = useRowHeight()
  const phase = useBoard((state) => state.phase)
  const counts = useBoard((state) => countUnits(state.units.values()))
  const wanted = useBoard((state) => listUnits(state.units, { filter, text: text ?? '', beatName: (beatId) => beats.get(beatId ?? 0) }))
  const toggle = (next: UnitFilter) => setFilter(filter === next ? 'all' : next)
  const focusGrid = () => document.querySelector<HTMLElement>('[data-panel="units"] [role="grid"]')?.focus()
  const openFilter = () => {
    setText((known) => known ?? '')
    requestAnimationFrame(() => field.current?.select())
  }
  const closeFilter = () => {
    setText(null)
    focusGrid()
  }
  return (
    <section className={classes.panel} aria-label="Units">
      <PanelHeader count={counts.total}>
        <FilterChip isOn={filter === 'all'} onClick={() => setFilter('all')}>
          All
        </FilterChip>
        <FilterChip isOn={filter === 'police'} onClick={() => toggle('police')}>
          Police
        </FilterChip>
        <FilterChip isOn={filter === 'fire'} onClick={() => toggle('fire')}>
          Fire
        </FilterChip>
        <FilterChip isOn={filter === 'available'} onClick={() => toggle('available')}>
          Available {counts.available}
        </FilterChip>
      </PanelHeader>
      {text !== null && (
        <div className={classes.filter}>
          <IconSearch size={14} aria-hidden />
          <input
            ref={field}
            type="search"
            aria-label="Filter units"
            placeholder="Call sign, name, status, beat, call…"
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Escape') closeFilter()
              if (event.key === 'ArrowDown' || event.key === 'Enter') focusGrid()
            }}
          />
          <button type="button" className={classes.clear} aria-label="Close the filter" onClick={closeFilter}>
            <IconX size={14} aria-hidden />
          </button>
        </div>
      )}
      {phase === 'loading' ? (
        <Loading />
      ) : phase === 'closed' ? (
        <p className={classes.state}>You can no longer see the units of this server.</p>
      ) : wanted.length === 0 ? (
        <Nothing
          isFiltered={counts.total > 0}
          onShowAll={() => {
            setFilter('all')
            setText(null)
          }}
        />
      ) : (
        <UnitGrid wanted={wanted} of={`${filter} ${text ?? ''}`} rowHeight={rowHeight} beats={beats} onFilter={openFilter} />
      )}
      <footer className={classes.footer}>
        <Overdue />
        <span className={classes.hints}>↑↓ select · Enter actions · A assign · F filter</span>
      </footer>
    </section>
  )
}

const NO_BEATS: ReadonlyMap<number, string> = new Map()

function useBeatNames(): ReadonlyMap<number, string> {
  const { data } = useQuery(beatsQuery)
  return useMemo(() => (data ? new Map(data.map(({ beatId, name }) => [beatId, name])) : NO_BEATS), [data])
}

function Overdue() {
  const count = useClock((now) => countIds(overdueIds(boardStore().get().units, now)))
  if (count === 0) return null
  return (
    <span className={classes.overdue}>
      {count} {count === 1 ? 'needs' : 'need'} a status check
    </span>
  )
}

const Loading = () => (
  <div className={classes.skeleton} aria-busy="true">
    <output className="visually-hidden">Loading the units…</output>
    {Array.from({ length: 8 }, (_, index) => (
      <Skeleton key={index} height={12} width={`${88 - ((index * 17) % 40)}%`} />
    ))}
  </div>
)

function Nothing({ isFiltered, onShowAll }: { isFiltered: boolean; onShowAll: () => void }) {
  if (!isFiltered)
    return (
      <div className={classes.state} data-panel-focus tabIndex={-1}>
        <p>Nobody is on duty here yet.</p>
        <p className="muted">Units appear the moment they go on duty.</p>
      </div>
    )
  return (
    <div className={classes.state}>
      <p>No unit matches.</p>
      <Button size="xs" variant="default" onClick={onShowAll}>
        Show all units
      </Button>
    </div>
  )
}
