import type { Licence } from '@tenfour/contract'
import { licenceSlots } from './licence.labels.ts'
import classes from './Licences.module.css'
import { LicenceState } from './LicenceState.tsx'

/** The licences of a character at a glance, for a panel. */
export const LicenceGlance = ({ licences, now }: { licences: readonly Licence[]; now: Date }) => (
  <ul className={classes.list} aria-label="Licences">
    {licenceSlots(licences).map((slot) => (
      <li key={slot.type} className={classes.row}>
        <LicenceState slot={slot} now={now} />
      </li>
    ))}
  </ul>
)
