import type { DisplayState, DisplayUnit } from '@tenfour/contract'
import { useClock } from '../../../platform/format/clock.ts'
import { age, placeOf, STATUS } from './display-rows.ts'
import classes from './DisplayPage.module.css'
import { ScreenHeader } from './ScreenHeader.tsx'

type UnitScreenProps = {
  readonly state: DisplayState
  readonly lostAt: number | null
  readonly ahead: number
  readonly sign: string
  readonly unit: DisplayUnit | undefined
}

const LONG_SIGN = 7

export function UnitScreen({ state, lostAt, ahead, sign, unit }: UnitScreenProps) {
  const { word, tone } = STATUS[unit?.status ?? 1]
  const since = useClock((now) => (unit ? age(unit.statusSince, now + ahead) : ''))
  const shown = unit?.identifier ?? sign.toUpperCase()
  const call = state.calls.find(({ callId }) => callId === unit?.callId)
  const others = call?.units.filter((each) => each !== unit?.identifier) ?? []
  return (
    <>
      <ScreenHeader title={state.server} lostAt={lostAt} ahead={ahead} />
      <div className={classes.single} data-tone={tone}>
        <p className={classes.bigSign} data-long={shown.length > LONG_SIGN || undefined}>
          {shown}
        </p>
        <p className={classes.bigStatus}>
          {word}
          {since !== '' && <small className={classes.bigSince}>{since}</small>}
        </p>
      </div>
      {unit && (
        <div className={classes.assignment} data-priority={call?.priority}>
          {call ? (
            <>
              <p className={classes.assignmentTitle}>
                <b className={classes.priority}>P{call.priority}</b> <bdi>{call.title}</bdi>
              </p>
              <p className={classes.assignmentPlace}>
                <bdi>{placeOf(call)}</bdi>
              </p>
              <p className={classes.assignmentSigns}>{others.length > 0 ? `with ${others.join(' ')}` : `call ${call.callId}`}</p>
            </>
          ) : (
            <p className={classes.assignmentPlace}>No call</p>
          )}
        </div>
      )}
    </>
  )
}
