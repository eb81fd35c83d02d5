import { Button } from '@mantine/core'
import type { Call } from '@tenfour/contract'
import { useMemo, useState } from 'react'
import { lazyComponent } from '../../../../platform/load/lazy-component.tsx'
import { INLINE } from '../../../../platform/load/shapes.tsx'
import { isPlaced } from '../../../../map/distance.ts'
import { panelIdOf } from '../../../../panels/desktop.ts'
import { focusPanel } from '../../../../panels/selection.ts'
import { useHeldList } from '../../../../panels/grid/use-held-list.ts'
import { useBoard, useBoardActions, useUnit, useUnitPlaces } from '../../board/board.port.ts'
import { useBeats, useCallTypesById } from '../../cad-values/cad-values.port.ts'
import { classNames, Stack } from '../../../../ui/layout.tsx'
import classes from './CallSheet.module.css'
import { statusOf, statusWords } from '../../../../ui/unit-status.ts'
import { recommend, unitsMissing } from '../recommend.ts'

const UnitSearch = lazyComponent(async () => (await import('../UnitSearch.tsx')).UnitSearch, { what: 'The search', shape: INLINE })

const FIRST = 3

/** Recommended units, best first and with reasons, and a search for any other. The order is held while someone points at the list. */
export function RecommendedUnits({ call }: { call: Call }) {
  const actions = useBoardActions()
  const units = useBoard((state) => state.units)
  const calls = useBoard((state) => state.calls)
  const { beats } = useBeats()
  const types = useCallTypesById()
  const [sending, setSending] = useState<number | null>(null)
  const [isSearching, setSearching] = useState(false)
  const positions = useUnitPlaces(isPlaced(call))
  const best = useMemo(
    () => recommend(call, units.values(), { calls, types, beats, positions }).slice(0, FIRST),
    [call, units, calls, types, beats, positions],
  )
  const missing = unitsMissing(call, types.get(call.callTypeId)?.needs ?? [], units.values())
  const reasons = new Map(best.map(({ unit, reasons: why }) => [unit.userId, why]))
  const { order, hold, letGo } = useHeldList(
    best.map(({ unit }) => unit.userId),
    String(call.callId),
  )
  const send = async (userId: number) => {
    setSending(userId)
    const isSent = await actions.assign([userId], call.callId)
    setSending(null)
    // The button is gone now, and a note usually follows. Focus is not taken from a user who has moved on meanwhile.
    if (isSent && isFocusFree()) focusPanel('call')
  }
  return (
    <Stack as="section" gap={6} aria-label="Recommended units">
      <h3 className="subhead">Recommended</h3>
      {missing.length > 0 && (
        <p className="amber tiny flush">Still needed: {missing.map((each) => `${each.missing} × ${each.name}`).join(', ')}</p>
      )}
      {!isPlaced(call) && <p className="amber tiny flush">No position: distance unknown</p>}
      {order.length > 0 ? (
        <ul className={classes.recommended} onPointerMove={hold} onPointerLeave={letGo}>
          {order.map((userId, at) => (
            <RecommendedUnit
              key={userId}
              userId={userId}
              reasons={reasons.get(userId)}
              isBest={at === 0}
              isSending={sending === userId}
              onSend={() => void send(userId)}
            />
          ))}
        </ul>
      ) : (
        <p className="muted tiny flush">No unit that fits is free.</p>
      )}
      {isSearching ? (
        <UnitSearch
          label="Send another unit"
          placeholder="Another unit: call sign or name"
          call={call}
          takesFocus
          onClose={() => setSearching(false)}
          onPick={(userId) => void send(userId)}
        />
      ) : (
        <button type="button" className={classNames('bare-button', classes.another)} onClick={() => setSearching(true)}>
          Another unit…
        </button>
      )}
    </Stack>
  )
}

/** Whether focus is nowhere, or on something in the call panel that is no field. */
function isFocusFree(): boolean {
  const { activeElement } = document
  if (!activeElement || activeElement === document.body) return true
  return panelIdOf(activeElement) === 'call' && !activeElement.matches('input, textarea, select')
}

type RecommendedUnitProps = {
  userId: number
  /** Undefined if the unit has just become unavailable. */
  reasons: readonly string[] | undefined
  isBest: boolean
  isSending: boolean
  onSend: () => void
}

function RecommendedUnit({ userId, reasons, isBest, isSending, onSend }: RecommendedUnitProps) {
  const unit = useUnit(userId)
  const why = reasons ?? [unit ? statusWords(statusOf(unit)) : 'off duty', 'no longer free']
  return (
    <li>
      <span className={classes.recommendedSign}>{unit?.identifier ?? '–'}</span>
      <span className="grow muted tiny truncated">{why.join(' · ')}</span>
      <Button
        size="compact-xs"
        variant={isBest ? 'filled' : 'default'}
        loading={isSending}
        disabled={reasons === undefined}
        aria-label={`Assign ${unit?.identifier ?? 'the unit'}`}
        onClick={onSend}
      >
        Assign
      </Button>
    </li>
  )
}
