import { REPORT_KINDS, type PersonReport, type RecordEvent } from '@tenfour/contract'
import { money } from '../../../../platform/format/text.ts'

/** Reports and events in one list, newest first. The event of a report that is listed would say the same again. */
export function withEvents(reports: readonly PersonReport[], events: readonly RecordEvent[]): readonly (PersonReport | RecordEvent)[] {
  const titles = new Set(reports.map(({ kind, number }) => `${REPORT_KINDS[kind].title} ${number}`))
  return [...reports, ...events.filter(({ title }) => !titles.has(title))].toSorted((a, b) => timeOf(b).localeCompare(timeOf(a)))
}

const timeOf = (line: PersonReport | RecordEvent): string => ('eventId' in line ? line.at : (line.finalAt ?? line.submittedAt))

/** ' · $420 unpaid', ' · as witness', ' · waits for approval': what else there is to say about it. */
export function fineWords({ role, fineState, state, jailMinutes, amendment }: PersonReport): string {
  const words = [
    role !== 'suspect' && role !== 'patient' && `as ${role}`,
    state === 'voided' && 'voided',
    state === 'submitted' && 'waits for approval',
    state === 'returned' && 'returned to its writer',
    amendment !== null && 'being amended',
    fineState && fineState.state !== 'dropped' && `${money(fineState.amount)} ${fineState.state}`,
    fineState?.state === 'dropped' && 'fine dropped',
    jailMinutes > 0 && `${jailMinutes} min jail`,
  ].filter(Boolean)
  return words.map((each) => ` · ${String(each)}`).join('')
}
