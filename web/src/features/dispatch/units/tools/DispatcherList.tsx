import { isDispatcher } from '@tenfour/contract'
import { timeSince } from '../../../../platform/format/dates.ts'
import { useBoard } from '../../board/board.port.ts'
import classes from './Tools.module.css'
import { inCallSignOrder } from '../list/unit-list.ts'
import { UnitStatusBadge } from '../UnitStatusBadge.tsx'

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
