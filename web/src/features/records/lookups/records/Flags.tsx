import type { Flag, ShownFlag } from '@tenfour/contract'
import { Row } from '../../../../ui/layout.tsx'
import classes from '../Records.module.css'

const TONES: Readonly<Record<Flag, 'danger' | 'warning' | 'info' | 'neutral'>> = {
  Warrant: 'danger',
  Stolen: 'danger',
  BOLO: 'danger',
  Caution: 'warning',
  'In jail': 'info',
  'Licence revoked': 'danger',
  'Licence suspended': 'warning',
  'Licence expired': 'warning',
  'Registration expired': 'warning',
  'Not registered': 'warning',
  'Not insured': 'warning',
  Impounded: 'info',
  'Waiting for approval': 'warning',
  'Approval refused': 'danger',
  Deceased: 'neutral',
  Noted: 'neutral',
}

type Tone = (typeof TONES)[Flag] | 'success' | ShownFlag['tone']

/** A word in its colour. */
export const Chip = ({ tone, children }: { tone: Tone; children: string }) => (
  <span className={classes.chip} data-tone={tone}>
    {children}
  </span>
)

type FlagsProps = { flags: readonly Flag[]; recordFlags?: readonly ShownFlag[] }

/** A flag that units set stands in place of the word that there is one that warns. */
export function Flags({ flags, recordFlags = [] }: FlagsProps) {
  const others = recordFlags.some(({ warns }) => warns) ? flags.filter((flag) => flag !== 'Caution') : flags
  if (others.length + recordFlags.length === 0) return null
  return (
    <Row as="span" gap={4} className={classes.flags}>
      {recordFlags.map(({ name, tone }) => (
        <Chip key={`set ${name}`} tone={tone}>
          {name}
        </Chip>
      ))}
      {others.map((flag) => (
        <Chip key={flag} tone={TONES[flag]}>
          {flag}
        </Chip>
      ))}
    </Row>
  )
}
