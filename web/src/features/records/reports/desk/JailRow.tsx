import { Button } from '@mantine/core'
import { releaseFromJail, type JailTerm } from '@tenfour/contract'
import { useState } from 'react'
import { call } from '../../../../platform/api/client.ts'
import { useClock } from '../../../../platform/format/clock.ts'
import { dateTime, timeSince } from '../../../../platform/format/dates.ts'
import { elapsed } from '../../../../platform/format/durations.ts'
import { notify } from '../../../../platform/notify/notify.ts'
import { ReasonDialog } from '../../../../ui/ReasonDialog.tsx'
import { focusPanel } from '../../../../panels/selection.ts'
import { openReport } from './report-desk.ts'
import { classes } from '../editor/report-classes.ts'

/** Someone in jail, with the time that is left. */
export function JailRow({ term, mayRelease }: { term: JailTerm; mayRelease: boolean }) {
  const { termId, name, number, until, reportId } = term
  const left = useClock((now) => elapsed(Date.parse(until) - now))
  const [isReleasing, setIsReleasing] = useState(false)
  return (
    <li className={classes.jailed}>
      <span className={classes.rowName}>{name}</span>
      <button type="button" className={classes.link} onClick={() => openReport(reportId)}>
        {number}
      </button>
      <span className={classes.left} title={`Until ${dateTime(until)}`}>
        {left}
      </span>
      <span className={classes.faint}>until {timeSince(until)}</span>
      {mayRelease && (
        <Button size="compact-xs" variant="default" aria-label={`Release ${name}`} onClick={() => setIsReleasing(true)}>
          Release…
        </Button>
      )}
      {isReleasing && (
        <ReasonDialog
          title={`Release ${name}?`}
          text={`${number}, until ${dateTime(until)}`}
          submitLabel="Release"
          onSubmit={async (reason) => {
            await call(releaseFromJail, { params: { termId }, body: { reason } })
            notify.success(`${name} is released`)
            setIsReleasing(false)
            // Its row goes.
            focusPanel('reports')
          }}
          onClose={() => setIsReleasing(false)}
        />
      )}
    </li>
  )
}
