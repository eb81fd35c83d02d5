import {
  accessSubject,
  impoundVehicle,
  isAllowed,
  releaseVehicle,
  reportRecovered,
  reportStolen,
  type VehicleRecord,
} from '@tenfour/contract'
import { Button } from '@mantine/core'
import { dateOnly, dateTime } from '../../../../platform/format/dates.ts'
import { useSignedInUser } from '../../../../platform/session/useSignedInUser.ts'
import { FieldFacts } from '../../fields/FieldFacts.port.tsx'
import { FieldsAct } from '../acts/FieldsAct.tsx'
import { openAct, type Act } from '../acts/acts.ts'
import { useRecordHost } from '../record-host.ts'
import { Flags } from './Flags.tsx'
import { Events, Fact, Licences, Section } from './RecordParts.tsx'
import classes from '../Records.module.css'

type VehicleActKind = Extract<Act, { vehicle: unknown }>['kind']

export function VehicleView({ vehicle, lookupId }: { vehicle: VehicleRecord; lookupId: number }) {
  const { registeredUntil, insuredUntil, stolen, impound, owner } = vehicle
  return (
    <>
      <dl className={classes.facts}>
        <Fact name="Plate">
          <strong className="mono">{vehicle.plate}</strong>
        </Fact>
        <Fact name="Vehicle">{[vehicle.model, vehicle.colour].filter(Boolean).join(', ')}</Fact>
        <Fact name="VIN">{vehicle.vin && <span className="mono">{vehicle.vin}</span>}</Fact>
        <Fact name="Registered">{registeredUntil ? `until ${dateOnly(registeredUntil)}` : 'no'}</Fact>
        <Fact name="Insured">{insuredUntil ? `until ${dateOnly(insuredUntil)}` : 'no'}</Fact>
        {stolen && (
          <Fact name="Stolen">
            {dateTime(stolen.at)}, reported by {stolen.isByOwner ? 'the owner' : 'an officer'}
          </Fact>
        )}
        {impound && (
          <Fact name="Impounded">
            {dateTime(impound.at)} at {impound.place}, by {impound.by.identifier || impound.by.name}
          </Fact>
        )}
        <FieldFacts of="vehicle" values={vehicle.fields} Fact={Fact} />
        <FieldsAct of="vehicle" id={vehicle.vehicleId} label={vehicle.plate} values={vehicle.fields} filler="police" lookupId={lookupId} />
      </dl>
      <VehicleActs vehicle={vehicle} lookupId={lookupId} />
      <Section title="Owner">
        {owner ? <Owner owner={owner} lookupId={lookupId} /> : <p className={classes.none}>Nobody is known to own it.</p>}
      </Section>
      <Section title="Record">
        <Events events={vehicle.record} />
      </Section>
    </>
  )
}

/** What one may not do is not shown. */
function VehicleActs({ vehicle, lookupId }: { vehicle: VehicleRecord; lookupId: number }) {
  const subject = accessSubject(useSignedInUser())
  const { hasActs } = useRecordHost()
  const acts: { kind: VehicleActKind; words: string }[] = []
  if (!vehicle.stolen && isAllowed(reportStolen.access, subject)) acts.push({ kind: 'stolen', words: 'Report stolen' })
  if (vehicle.stolen && isAllowed(reportRecovered.access, subject)) acts.push({ kind: 'recovered', words: 'Report recovered' })
  if (!vehicle.impound && isAllowed(impoundVehicle.access, subject)) acts.push({ kind: 'impound', words: 'Impound' })
  if (vehicle.impound && isAllowed(releaseVehicle.access, subject)) acts.push({ kind: 'release', words: 'Release' })
  if (acts.length === 0 || !hasActs) return null
  return (
    <div className={classes.acts}>
      {acts.map(({ kind, words }) => (
        <Button key={kind} size="xs" variant="default" onClick={() => openAct({ kind, vehicle, lookupId })}>
          {words}
        </Button>
      ))}
    </div>
  )
}

type OwnerProps = { owner: NonNullable<VehicleRecord['owner']>; lookupId: number }

/** Enough to know whom one is talking to; the name opens more, which is a lookup of its own. */
export function Owner({ owner: { characterId, name, birthYear, licences, flags }, lookupId }: OwnerProps) {
  const { open } = useRecordHost()
  return (
    <>
      <p className={classes.owner}>
        <button
          type="button"
          className={classes.link}
          onClick={() => open({ kind: 'lookup', label: name, request: { by: 'character', characterId } })}
        >
          {name}
        </button>
        {birthYear !== null && <span className={classes.faint}>{birthYear}</span>}
        <Flags flags={flags} />
      </p>
      <Licences licences={licences} holder={name} lookupId={lookupId} />
    </>
  )
}
