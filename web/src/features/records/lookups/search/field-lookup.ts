import { REPORT_KINDS, ReportKind, type Field, type FieldMatch, type FieldOf } from '@tenfour/contract'
import type { Wanted } from '../record-desk.ts'

/** Who searches: police with communications, or fire. */
export type Viewer = 'police' | 'fire'

const isReportKind = (of: FieldOf): of is ReportKind => ReportKind.safeParse(of).success

/** Whether the viewer can open matches: fire units read patients and their own reports, no vehicles. */
function opens(of: FieldOf, viewer: Viewer): boolean {
  if (isReportKind(of)) return REPORT_KINDS[of].service === viewer
  return of === 'character' || viewer === 'police'
}

/** The fields by which one can search. */
export const searchableFields = (fields: readonly Field[], viewer: Viewer): readonly Field[] =>
  fields.filter(({ of, audience, isRetired }) => !isRetired && audience.includes(viewer) && opens(of, viewer))

const groupName = (of: FieldOf, viewer: Viewer): string => {
  if (isReportKind(of)) return `${REPORT_KINDS[of].title}s`
  return of === 'vehicle' ? 'Vehicles' : viewer === 'fire' ? 'Patients' : 'Persons'
}

type Group = { readonly group: string; readonly items: readonly { readonly value: string; readonly label: string }[] }

/** Choices of the field, by what has it, as the fields come. */
export function fieldGroups(fields: readonly Field[], viewer: Viewer): readonly Group[] {
  const kinds = [...new Set(fields.map(({ of }) => of))]
  return kinds.map((of) => ({
    group: groupName(of, viewer),
    items: fields.filter((field) => field.of === of).map(({ fieldId, name }) => ({ value: String(fieldId), label: name })),
  }))
}

/** The record that a match opens in the panel; null for a report, which has a page. */
export function wantedMatch({ of, id, label }: FieldMatch, viewer: Viewer): Wanted | null {
  if (of === 'vehicle') return { kind: 'lookup', label, request: { by: 'vehicle', vehicleId: id } }
  if (of !== 'character') return null
  return viewer === 'fire'
    ? { kind: 'patient', label, characterId: id }
    : { kind: 'lookup', label, request: { by: 'character', characterId: id } }
}
