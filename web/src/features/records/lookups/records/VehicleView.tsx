import {
  accessSubject,
  approvalWords,
  impoundVehicle,
  isAllowed,
  releaseVehicle,
  reportRecovered,
  reportStolen,
  type VehicleRecord,
  type WeaponRecord,
} from '@tenfour/contract'
import { Button } from '@mantine/core'
import { dateOnly, dateTime } from '../../../../platform/format/dates.ts'
import { useSignedInUser } from '../../../../platform/session/useSignedInUser.ts'
import { useImpoundLots } from '../../../dispatch/cad-values/cad-values.port.ts'
import { FieldFacts } from '../../fields/FieldFacts.port.tsx'
import { FieldsAct, Events, Licences } from './RecordParts.tsx'
import { openAct, type Act } from '../acts/acts.ts'
import { useRecordHost } from '../record-host.ts'
import { Flags } from './Flags.tsx'
import { RecordFlags } from './RecordFlags.tsx'
import { PanelFact, PanelFacts, PanelGroup } from '../../../../panels/PanelParts.tsx'
import { Row } from '../../../../ui/layout.tsx'
import { TextButton } from '../../../../ui/TextButton.tsx'
import classes from '../Records.module.css'

type VehicleActKind = Extract<Act, { vehicle: unknown }>['kind']

export function VehicleView({ vehicle, lookupId }: { vehicle: VehicleRecord; lookupId: number }) {
  const { registeredUntil, insuredUntil, stolen, impound, owner } = vehicle
  return (
    <>
      <PanelFacts isDense>
        <PanelFact name="Plate">
          <strong className="mono">{vehicle.plate}</strong>
        </PanelFact>
        <PanelFact name="Vehicle">{[vehicle.model, vehicle.colour].filter(Boolean).join(', ')}</PanelFact>
        <PanelFact name="VIN">{vehicle.vin && <span className="mono">{vehicle.vin}</span>}</PanelFact>
        <PanelFact name="Registered">{registeredUntil ? `until ${dateOnly(registeredUntil)}` : 'no'}</PanelFact>
        <PanelFact name="Insured">{insuredUntil ? `until ${dateOnly(insuredUntil)}` : 'no'}</PanelFact>
        {stolen && (
          <PanelFact name="Stolen">
            {dateTime(stolen.at)}, reported by {stolen.isByOwner ? 'the owner' : 'an officer'}
          </PanelFact>
        )}
        {impound && (
          <PanelFact name="Impounded">
            {dateTime(impound.at)} at {impound.place}, by {impound.by.identifier || impound.by.name}
          </PanelFact>
        )}
        <PanelFact name="Approval">{vehicle.unapproved && approvalWords(vehicle.unapproved)}</PanelFact>
        <RecordFlags of="vehicle" id={vehicle.vehicleId} label={vehicle.plate} flags={vehicle.recordFlags} lookupId={lookupId} />
        <FieldFacts of="vehicle" values={vehicle.fields} Fact={PanelFact} />
        <FieldsAct of="vehicle" id={vehicle.vehicleId} label={vehicle.plate} values={vehicle.fields} filler="police" lookupId={lookupId} />
      </PanelFacts>
      <VehicleActs vehicle={vehicle} lookupId={lookupId} />
      <PanelGroup title="Owner">
        {owner ? <Owner owner={owner} lookupId={lookupId} /> : <p className={classes.none}>No known owner.</p>}
      </PanelGroup>
      <PanelGroup title="Record">
        <Events events={vehicle.record} />
      </PanelGroup>
    </>
  )
}

/** The acts that the user is allowed on this vehicle. */
function VehicleActs({ vehicle, lookupId }: { vehicle: VehicleRecord; lookupId: number }) {
  const subject = accessSubject(useSignedInUser())
  const { hasActs } = useRecordHost()
  const lots = useImpoundLots(hasActs)
  const acts: { kind: VehicleActKind; words: string }[] = []
  if (!vehicle.stolen && isAllowed(reportStolen.access, subject)) acts.push({ kind: 'stolen', words: 'Report stolen' })
  if (vehicle.stolen && isAllowed(reportRecovered.access, subject)) acts.push({ kind: 'recovered', words: 'Report recovered' })
  if (!vehicle.impound && isAllowed(impoundVehicle.access, subject)) acts.push({ kind: 'impound', words: 'Impound' })
  if (vehicle.impound && isAllowed(releaseVehicle.access, subject)) acts.push({ kind: 'release', words: 'Release' })
  if (acts.length === 0 || !hasActs) return null
  return (
    <Row style={{ marginTop: 10 }}>
      {acts.map(({ kind, words }) => (
        <Button
          key={kind}
          size="xs"
          variant="default"
          onClick={() => openAct(kind === 'impound' ? { kind, vehicle, lots, lookupId } : { kind, vehicle, lookupId })}
        >
          {words}
        </Button>
      ))}
    </Row>
  )
}

type OwnerProps = { owner: NonNullable<VehicleRecord['owner']>; lookupId: number }

/** Enough to know whom one is talking to; the name opens more, which is a lookup of its own. */
export function Owner({ owner: { characterId, name, birthYear, licences, flags, recordFlags }, lookupId }: OwnerProps) {
  const { open } = useRecordHost()
  return (
    <>
      <Row as="p" gap="4px 10px" style={{ marginBottom: 6 }}>
        <TextButton isUnderlined onClick={() => open({ kind: 'lookup', label: name, request: { by: 'character', characterId } })}>
          {name}
        </TextButton>
        {birthYear !== null && <span className="faint">{birthYear}</span>}
        <Flags flags={flags} recordFlags={recordFlags} />
      </Row>
      <Licences licences={licences} holder={name} lookupId={lookupId} />
    </>
  )
}

export const WeaponView = ({ weapon, lookupId }: { weapon: WeaponRecord; lookupId: number }) => (
  <>
    <PanelFacts isDense>
      <PanelFact name="Serial">
        <strong className="mono">{weapon.serial}</strong>
      </PanelFact>
      <PanelFact name="Weapon">{weapon.model}</PanelFact>
      <PanelFact name="Registered">{dateOnly(weapon.registeredAt)}</PanelFact>
      <PanelFact name="Approval">{weapon.unapproved && approvalWords(weapon.unapproved)}</PanelFact>
      <RecordFlags of="weapon" id={weapon.weaponId} label={weapon.serial} flags={weapon.recordFlags} lookupId={lookupId} />
    </PanelFacts>
    <PanelGroup title="Owner">
      <Owner owner={weapon.owner} lookupId={lookupId} />
    </PanelGroup>
  </>
)
