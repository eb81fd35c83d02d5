import { type Offence, type ReportKind, type Warrant, serveWarrant, type Call, type WarrantType } from '@tenfour/contract'
import { chargeOf, withCounts, type ReportAbout } from '../../../records/reports/reports.port.ts'
import type { z } from 'zod'
import { bodyOf } from '../../../../platform/api/body-of.ts'

/** A search is written up as an incident, and so is a warrant that nobody was arrested on. */
export const reportKindAfter = ({ type, return: made }: Pick<Warrant, 'type' | 'return'>): Extract<ReportKind, 'arrest' | 'incident'> =>
  type !== 'search' && made?.isArrested ? 'arrest' : 'incident'

/** The report on a served warrant. Its offences are charged as the penal code words them now, at the least; retired ones are left out. */
export function reportAfter(warrant: Warrant, offences: readonly Offence[], callId: number | null): ReportAbout {
  const { number, subject, content, return: made } = warrant
  const isArrest = reportKindAfter(warrant) === 'arrest'
  const charges = content.charges.flatMap(({ offenceId, counts }) => {
    const offence = offences.find((each) => each.offenceId === offenceId)
    if (!offence) return []
    const { revisionId, fine, jailMinutes } = withCounts('arrest', chargeOf('arrest', offence), counts)
    return [{ revisionId, counts, fine, jailMinutes }]
  })
  const about = warrant.about === '' ? '' : ` (${warrant.about})`
  return {
    label: subject.name,
    ...(subject.characterId !== null && { characterId: subject.characterId }),
    ...(subject.vehicleId !== null && { vehicleId: subject.vehicleId }),
    ...(callId !== null && { callId }),
    prefill: {
      ...(isArrest && charges.length > 0 && { charges }),
      narrative: [`Served warrant ${number}${about} on ${subject.name}.`, made?.text ?? ''].filter(Boolean).join(' '),
      ...(made && {
        location: made.location,
        postal: made.postal,
        occurredAt: made.servedAt,
        officers: made.officers.map(({ userId }) => ({ userId })),
      }),
    },
  }
}

export const ServeInput = bodyOf(serveWarrant).omit({ version: true })

/** Now, where the unit's call is, with an arrest unless it is a search. */
export const serveStart = (
  type: WarrantType,
  call: Pick<Call, 'location' | 'postal'> | undefined,
  now = new Date(),
): z.input<typeof ServeInput> => ({
  servedAt: now.toISOString(),
  location: call?.location ?? '',
  postal: call?.postal ?? '',
  officerIds: [],
  isArrested: type !== 'search',
  text: '',
})
