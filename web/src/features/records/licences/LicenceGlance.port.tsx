import type { Licence } from '@tenfour/contract'
import { licenceSlots } from './licence.labels.ts'
import { LicenceState } from './LicenceState.tsx'
import { LineList, Line } from '../../../ui/EntryList.tsx'

/** The licences of a character at a glance, for a panel. */
export const LicenceGlance = ({ licences, now }: { licences: readonly Licence[]; now: Date }) => (
  <LineList aria-label="Licences">
    {licenceSlots(licences).map((slot) => (
      <Line key={slot.type}>
        <LicenceState slot={slot} now={now} />
      </Line>
    ))}
  </LineList>
)
