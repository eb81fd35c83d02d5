import { Button } from '@mantine/core'
import { useState } from 'react'
import { useClock } from '../../../../platform/format/clock.ts'
import { elapsed } from '../../../../platform/format/durations.ts'
import { selectUnit } from '../../../../panels/selection.ts'
import { boardStore, useBoardActions, useUnit, useBoard } from '../../board/board.port.ts'
import { CardNote } from '../../../../ui/CardStates.tsx'
import { classNames, Stack } from '../../../../ui/layout.tsx'
import classes from './Tools.module.css'
import { UnitStatusBadge } from '../UnitParts.tsx'
import { overdueIds, welfareLevel, welfareWords } from './welfare.ts'
import { isDispatcher } from '@tenfour/contract'
import { timeSince } from '../../../../platform/format/dates.ts'
import { statusOf } from '../../../../ui/unit-status.ts'
import { inCallSignOrder } from '../list/unit-list.ts'

const SIGN = classNames('bare-button truncated', classes.sign)
const FACTS = classNames('muted tiny truncated', classes.facts)
const ASKED_FOR_MS = 120_000
/** Rows to show; the rest are only counted. */
const MAX_SHOWN = 40

/** Units that are overdue for a status check. */
export function WelfareList() {
  // As a string, so that it rerenders only when the list changes.
  const ids = useClock((now) => overdueIds(boardStore().get().units, now))
  const overdue = ids === '' ? [] : ids.split(',').map(Number)
  return (
    <Stack as="section" gap={6} aria-labelledby="welfare-title">
      <h2 id="welfare-title" className="subhead">
        Status checks
      </h2>
      {overdue.length === 0 ? (
        <CardNote>No status checks due.</CardNote>
      ) : (
        <Stack as="ul" gap={0}>
          {overdue.slice(0, MAX_SHOWN).map((userId) => (
            <WelfareRow key={userId} userId={userId} />
          ))}
          {overdue.length > MAX_SHOWN && <li className="muted">and {overdue.length - MAX_SHOWN} more</li>}
        </Stack>
      )}
    </Stack>
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
      <button type="button" className={SIGN} onClick={() => selectUnit(userId)} title={unit.name}>
        {unit.identifier}
      </button>
      <UnitStatusBadge status={statusOf(unit)} />
      <span className="mono-tiny" data-level={level} title={welfareWords(unit, level)}>
        <Elapsed since={unit.statusSince} />
      </span>
      <span className={FACTS}>{[unit.name, unit.callId !== null && `call ${unit.callId}`].filter(Boolean).join(' · ')}</span>
      <Button size="compact-xs" variant={level === 'red' ? 'light' : 'default'} mih={24} onClick={() => void ask()}>
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
    <Stack as="section" gap={6} aria-labelledby="dispatchers-title">
      <h2 id="dispatchers-title" className="subhead">
        Dispatchers on duty
      </h2>
      {dispatchers.length === 0 ? (
        <CardNote>No dispatchers on duty.</CardNote>
      ) : (
        <Stack as="ul" gap={0}>
          {dispatchers.map((unit) => {
            const { userId, identifier, name, onDutySince } = unit
            const count = handlers.filter((each) => each === userId).length
            return (
              <li key={userId} className={classes.row}>
                <span className={classNames('truncated', classes.sign)}>{identifier}</span>
                <UnitStatusBadge status={statusOf(unit)} />
                <span className="truncated">{name}</span>
                <span className={FACTS}>
                  {count === 1 ? '1 call' : `${count} calls`} · since {timeSince(onDutySince)}
                </span>
              </li>
            )
          })}
        </Stack>
      )}
    </Stack>
  )
}
