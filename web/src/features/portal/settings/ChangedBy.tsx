import type { SettingState } from '@tenfour/contract'
import { Link } from '@tanstack/react-router'
import { dateTime, relativeTime } from '../../../platform/format/dates.ts'
import classes from './settings.module.css'

/** 'Changed by Rosa Delgado 2 h ago', on a line of its own; nothing while it is the default. */
export function ChangedBy({ state: { changedAt, changedBy } }: { state: SettingState }) {
  if (changedAt === null) return null
  return (
    <span className={classes.line}>
      Changed{' '}
      {changedBy && (
        <>
          by{' '}
          <Link to="/admin/users/$userId" params={{ userId: changedBy.userId }}>
            {changedBy.name}
          </Link>{' '}
        </>
      )}
      <time dateTime={changedAt} title={dateTime(changedAt)}>
        {relativeTime(changedAt)}
      </time>
    </span>
  )
}
