import { UNIT_STATUS, type DisplayCall, type DisplayState, type DisplayUnit } from '@tenfour/contract'
import { useClock } from '../../../platform/format/clock.ts'
import { age, callsInOrder, STATUS, unitsInOrder } from './display-rows.ts'
import classes from './DisplayPage.module.css'
import { Rows } from './Rows.tsx'
import { ScreenHeader } from './ScreenHeader.tsx'

type BoardScreenProps = { readonly state: DisplayState; readonly lostAt: number | null; readonly ahead: number }

export function BoardScreen({ state, lostAt, ahead }: BoardScreenProps) {
  const { server, units, calls } = state
  const free = units.filter(({ status }) => status === UNIT_STATUS.inService).length
  return (
    <>
      <ScreenHeader title={server} lostAt={lostAt} ahead={ahead}>
        {calls.length} {calls.length === 1 ? 'call' : 'calls'} · {units.length === 0 ? 'no units' : `${free} of ${units.length} in service`}
      </ScreenHeader>
      <div className={classes.board}>
        <Rows label="Calls" items={callsInOrder(calls)} lines={2} empty="No calls">
          {(call) => <CallRow key={call.callId} call={call} ahead={ahead} />}
        </Rows>
        <Rows label="Units" items={unitsInOrder(units)} lines={1} empty="No units on duty">
          {(unit) => <UnitRow key={unit.slot} unit={unit} />}
        </Rows>
      </div>
    </>
  )
}

function CallRow({ call, ahead }: { call: DisplayCall; ahead: number }) {
  const since = useClock((now) => age(call.createdAt, now + ahead))
  return (
    <li className={classes.call} data-priority={call.priority}>
      <b className={classes.priority}>P{call.priority}</b>
      <span className={classes.line}>
        <span className={classes.callTitle} dir="auto">
          {call.title}
        </span>
        <span className={classes.age}>{since}</span>
      </span>
      <span className={classes.line}>
        <span className={classes.location} dir="auto">
          {call.location || 'No location'}
        </span>
        {call.postal !== '' && <span className={classes.postal}>· {call.postal}</span>}
        {call.units.length > 0 ? (
          <span className={classes.signs}>{call.units.join(' ')}</span>
        ) : (
          <span className={classes.unattended}>no unit</span>
        )}
      </span>
    </li>
  )
}

function UnitRow({ unit }: { unit: DisplayUnit }) {
  const { word, tone } = STATUS[unit.status]
  return (
    <li className={classes.unit} data-tone={tone}>
      <b className={classes.sign}>{unit.identifier}</b>
      <span className={classes.status}>{word}</span>
    </li>
  )
}
