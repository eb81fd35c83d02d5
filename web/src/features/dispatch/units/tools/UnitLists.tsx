import { Button } from '@mantine/core'
import { useState } from 'react'
import { useClock } from '../../../../platform/format/clock.ts'
import { elapsed } from '../../../../platform/format/durations.ts'
import { selectUnit } from '../../../../panels/selection.ts'
import { boardStore, useBoardActions, useUnit, useBoard } from '../../board/board.port.ts'
import classes from './Tools.module.css'
import { UnitStatusBadge } from '../UnitStatusBadge.tsx'
import { overdueIds, welfareLevel, welfareWords } from './welfare.ts'
import { isDispatcher } from '@tenfour/contract'
import { timeSince } from '../../../../platform/format/dates.ts'
import { inCallSignOrder } from '../list/unit-list.ts'

const ASKED_FOR_MS = 120_000
/** Rows to show; the rest are only counted. */
const MAX_SHOWN = 40

/** Units that are overdue for a status check. */
export function WelfareList() {
  // As a string, so that it rerenders only when the list changes.
  const ids = useClock((now) => overdueIds(boardStore().get().units, now))
  const overdue = ids === '' ? [] : ids.split(',').map(Number)
  return (
    <section className={classes.section} aria-labelledby="welfare-title">
      <h2 id="welfare-title" className={classes.title}>
        Status checks
      </h2>
      {overdue.length === 0 ? (
        <p className={classes.nothing}>No status checks due.</p>
      ) : (
        <ul className={classes.rows}>
          {overdue.slice(0, MAX_SHOWN).map((userId) => (
            <WelfareRow key={userId} userId={userId} />
          ))}
          {overdue.length > MAX_SHOWN && <li className={classes.nothing}>and {overdue.length - MAX_SHOWN} more</li>}
        </ul>
      )}
    </section>
  )
}

function Elapsed({ since }: { since: string }) {
  const from = Date.parse(since)
  return useClock((now) => elapsed(now - from))
}

function WelfareRow({ userId }: { userId: number }) {
  const unit = useUnit(userId)
  const { ping } = useBoardActions()
  const [askedAt, setAskedAt] = useState<number | null>(null)
  const level = useClock((now) => (unit ? welfareLevel(unit, now) : 'fine'))
  const isAsked = useClock((now) => askedAt !== null && now - askedAt < ASKED_FOR_MS)
  if (!unit) return null
  const ask = async () => {
    if (await ping(userId, 'Status check')) setAskedAt(Date.now())
  }
  return (
    <li className={classes.check}>
      <button type="button" className={classes.sign} onClick={() => selectUnit(userId)} title={unit.name}>
        {unit.identifier}
      </button>
      <UnitStatusBadge status={unit.status} />
      <span className={classes.time} data-level={level} title={welfareWords(unit, level)}>
        <Elapsed since={unit.statusSince} />
      </span>
      <span className={classes.facts}>{[unit.name, unit.callId !== null && `call ${unit.callId}`].filter(Boolean).join(' · ')}</span>
      <Button size="compact-xs" variant={level === 'red' ? 'light' : 'default'} className={classes.act} onClick={() => void ask()}>
        {isAsked ? 'Ask again' : 'Status check'}
        <span className="visually-hidden"> of {unit.identifier}</span>
      </Button>
    </li>
  )
}

/** The other dispatchers, and how many calls each handles. */
export function DispatcherList() {
  const dispatchers = useBoard(({ units }) => inCallSignOrder(units).filter(isDispatcher))
  const handlers = useBoard(({ calls }) => [...calls.values()].map(({ handlerUserId }) => handlerUserId))
  return (
    <section className={classes.section} aria-labelledby="dispatchers-title">
      <h2 id="dispatchers-title" className={classes.title}>
        Dispatchers on duty
      </h2>
      {dispatchers.length === 0 ? (
        <p className={classes.nothing}>No dispatchers on duty.</p>
      ) : (
        <ul className={classes.rows}>
          {dispatchers.map(({ userId, identifier, name, status, onDutySince }) => {
            const count = handlers.filter((each) => each === userId).length
            return (
              <li key={userId} className={classes.row}>
                <span className={classes.sign}>{identifier}</span>
                <UnitStatusBadge status={status} />
                <span className={classes.who}>{name}</span>
                <span className={classes.facts}>
                  {count === 1 ? '1 call' : `${count} calls`} · since {timeSince(onDutySince)}
                </span>
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}
