import { Text } from '@mantine/core'
import { finesSwitch, type PersonRecord } from '@tenfour/contract'
import { useIsOn } from '../../../../platform/features/features.ts'
import { dateOnly, dateTime } from '../../../../platform/format/dates.ts'
import { money } from '../../../../platform/format/text.ts'
import { SHORT_KINDS } from '../../reports/reports.port.ts'
import { Events } from './RecordParts.tsx'
import { PanelGroup } from '../../../../panels/PanelParts.tsx'
import classes from '../Records.module.css'

/** The newest of a person's record, to read: for those who may not open reports from it. */
export function RecordGlance({ person: { reports, record, unpaidFines } }: { person: PersonRecord }) {
  const hasFines = useIsOn(finesSwitch)
  return (
    <>
      <PanelGroup
        title="Reports"
        aside={
          hasFines &&
          unpaidFines > 0 && (
            <Text span inherit c="var(--danger-text)" fw={550}>
              {money(unpaidFines)} unpaid
            </Text>
          )
        }
      >
        {reports.length === 0 && <p className={classes.none}>No reports.</p>}
        <ul className={classes.events}>
          {reports.map(({ reportId, number, kind, about, submittedAt }) => (
            <li key={reportId} className={classes.event}>
              <span className={classes.eventDate} title={dateTime(submittedAt)}>
                {dateOnly(submittedAt)}
              </span>
              <span className={classes.eventText}>
                <strong>{SHORT_KINDS[kind]}</strong> {about}
              </span>
              <span className={classes.eventBy}>{number}</span>
            </li>
          ))}
        </ul>
      </PanelGroup>
      <PanelGroup title="Record">
        <Events events={record} />
      </PanelGroup>
    </>
  )
}
