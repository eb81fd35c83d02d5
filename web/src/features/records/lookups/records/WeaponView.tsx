import type { WeaponRecord } from '@tenfour/contract'
import { dateOnly } from '../../../../platform/format/dates.ts'
import { Fact, Section } from './RecordParts.tsx'
import classes from '../Records.module.css'
import { Owner } from './VehicleView.tsx'

export const WeaponView = ({ weapon, lookupId }: { weapon: WeaponRecord; lookupId: number }) => (
  <>
    <dl className={classes.facts}>
      <Fact name="Serial">
        <strong className="mono">{weapon.serial}</strong>
      </Fact>
      <Fact name="Weapon">{weapon.model}</Fact>
      <Fact name="Registered">{dateOnly(weapon.registeredAt)}</Fact>
    </dl>
    <Section title="Owner">
      <Owner owner={weapon.owner} lookupId={lookupId} />
    </Section>
  </>
)
