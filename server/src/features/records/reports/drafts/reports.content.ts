import type { Charge, ReportContent, ReportContentInput } from '@tenfour/contract'
import type { Db, Tx } from '../../../../platform/database/database.ts'
import { findNamed, type Named, type NamedOffence } from './reports.named.ts'
import { findOfficers } from './reports.writers.ts'

export type Resolved = {
  readonly content: ReportContent
  /** People by the ids in the draft. */
  readonly people: Named['people']
  readonly offences: Named['offences']
  readonly removedVehicleIds: ReadonlySet<number>
}

export const peopleIn = ({ subjectId, people }: Pick<ReportContentInput, 'subjectId' | 'people'>): number[] => [
  ...(subjectId === null ? [] : [subjectId]),
  ...people.map(({ characterId }) => characterId),
]

/** The content of a draft with today's names and wordings. */
export async function resolveContent(db: Db | Tx, input: ReportContentInput): Promise<Resolved> {
  const { call, people, vehicles, offences } = await findNamed(db, {
    characterIds: peopleIn(input),
    vehicleIds: input.vehicles.map(({ vehicleId }) => vehicleId),
    revisionIds: input.charges.map(({ revisionId }) => revisionId),
    callId: input.callId,
  })
  const officers = await findOfficers(
    db,
    input.officers.map(({ userId }) => userId),
  )
  const { subjectId, occurredAt, location, postal, narrative, evidence, medical, fields } = input
  const subject = subjectId === null ? undefined : people.get(subjectId)
  return {
    content: {
      callId: call?.callId ?? null,
      callTitle: call?.title ?? null,
      occurredAt,
      location,
      postal,
      subject: subject ? { characterId: subject.characterId, name: subject.name, bornOn: subject.bornOn } : null,
      charges: input.charges.flatMap((charge) => {
        const offence = offences.get(charge.revisionId)
        return offence ? [toCharge(offence, charge)] : []
      }),
      narrative,
      people: input.people.flatMap(({ characterId, role }) => {
        const person = people.get(characterId)
        return person ? [{ characterId: person.characterId, role, name: person.name }] : []
      }),
      vehicles: input.vehicles.flatMap(({ vehicleId }) => {
        const vehicle = vehicles.get(vehicleId)
        return vehicle ? [{ vehicleId, plate: vehicle.plate, model: vehicle.model, colour: vehicle.colour }] : []
      }),
      officers: input.officers.flatMap(({ userId }) => officers.get(userId) ?? []),
      evidence,
      medical,
      fields,
    },
    people,
    offences,
    removedVehicleIds: new Set([...vehicles.values()].filter(({ isRemoved }) => isRemoved).map(({ vehicleId }) => vehicleId)),
  }
}

const toCharge = (
  { isCurrent: _isCurrent, ...offence }: NamedOffence,
  { counts, fine, jailMinutes }: ReportContentInput['charges'][number],
): Charge => ({ ...offence, counts, fine, jailMinutes })

/** A version as the input of a draft. */
export const toInput = ({
  callTitle: _title,
  subject,
  charges,
  people,
  vehicles,
  officers,
  ...rest
}: ReportContent): ReportContentInput => ({
  ...rest,
  subjectId: subject?.characterId ?? null,
  charges: charges.map(({ revisionId, counts, fine, jailMinutes }) => ({ revisionId, counts, fine, jailMinutes })),
  people: people.map(({ characterId, role }) => ({ characterId, role })),
  vehicles: vehicles.map(({ vehicleId }) => ({ vehicleId })),
  officers: officers.map(({ userId }) => ({ userId })),
})
