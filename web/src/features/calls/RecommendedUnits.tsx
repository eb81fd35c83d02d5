import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Call } from '@tenfour/contract'
import { useMemo, useState } from 'react'
import { useBoard, useBoardActions } from '../board/board.port.ts'
import { beatsQuery } from '../units/units.port.ts'
import classes from './CallSheet.module.css'
import { recommend } from './recommend.ts'
import { UnitSearch } from './UnitSearch.tsx'

const FIRST = 3

/** Whom to send, best first and with why; or anyone else by typing. */
export function RecommendedUnits({ call }: { call: Call }) {
  const actions = useBoardActions()
  const units = useBoard((state) => state.units)
  const calls = useBoard((state) => state.calls)
  const { data: beats } = useQuery(beatsQuery)
  const [isSending, setIsSending] = useState<number | null>(null)
  const best = useMemo(() => recommend(call, units.values(), { calls, beats }).slice(0, FIRST), [call, units, calls, beats])
  const send = async (userId: number) => {
    setIsSending(userId)
    await actions.assign([userId], call.callId)
    setIsSending(null)
  }
  return (
    <section className={classes.recommended} aria-label="Recommended units">
      <h3>Recommended</h3>
      {best.length > 0 ? (
        <ul>
          {best.map(({ unit, reasons }, at) => (
            <li key={unit.userId}>
              <span className={classes.recommendedSign}>{unit.identifier}</span>
              <span className={classes.why}>{reasons.join(' · ')}</span>
              <Button
                size="compact-xs"
                variant={at === 0 ? 'filled' : 'default'}
                loading={isSending === unit.userId}
                aria-label={`Assign ${unit.identifier}`}
                onClick={() => void send(unit.userId)}
              >
                Assign
              </Button>
            </li>
          ))}
        </ul>
      ) : (
        <p className="muted">No unit that fits is free.</p>
      )}
      <UnitSearch
        label="Send another unit"
        placeholder="Another unit: call sign or name"
        call={call}
        onPick={(userId) => void send(userId)}
      />
    </section>
  )
}
