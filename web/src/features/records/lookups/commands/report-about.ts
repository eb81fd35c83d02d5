import type { ReportAbout } from '../../reports/reports.port.ts'
import type { Shown } from '../record-desk.ts'

/** What a report about the shown record would be about; undefined where there is nobody and nothing to write about. */
export function aboutOf(shown: Shown): ReportAbout | undefined {
  if (shown.kind === 'patient') return { label: shown.patient.name, characterId: shown.patient.characterId }
  if (shown.kind !== 'lookup') return undefined
  const { record } = shown.result
  if (record?.kind === 'person') return { label: record.name, characterId: record.characterId }
  if (record?.kind === 'vehicle') return { label: record.plate, vehicleId: record.vehicleId }
  return undefined
}
