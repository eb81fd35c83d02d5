import type { WeaponRecord } from '@tenfour/contract'
import { dateOnly } from '../../../../platform/format/dates.ts'
import { Owner } from './VehicleView.tsx'
import { PanelFact, PanelFacts, PanelGroup } from '../../../../panels/PanelParts.tsx'

export const WeaponView = ({ weapon, lookupId }: { weapon: WeaponRecord; lookupId: number }) => (
  <>
    <PanelFacts isDense>
      <PanelFact name="Serial">
        <strong className="mono">{weapon.serial}</strong>
      </PanelFact>
      <PanelFact name="Weapon">{weapon.model}</PanelFact>
      <PanelFact name="Registered">{dateOnly(weapon.registeredAt)}</PanelFact>
    </PanelFacts>
    <PanelGroup title="Owner">
      <Owner owner={weapon.owner} lookupId={lookupId} />
    </PanelGroup>
  </>
)
