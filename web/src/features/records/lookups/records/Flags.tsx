import type { Flag } from '@tenfour/contract'
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
  Deceased: 'neutral',
  Noted: 'neutral',
}

type Tone = (typeof TONES)[Flag] | 'success'

/** A word in its colour. */
export const Chip = ({ tone, children }: { tone: Tone; children: string }) => (
  <span className={classes.chip} data-tone={tone}>
    {children}
  </span>
)

export function Flags({ flags }: { flags: readonly Flag[] }) {
  if (flags.length === 0) return null
  return (
    <Row as="span" gap={4} className={classes.flags}>
      {flags.map((flag) => (
        <Chip key={flag} tone={TONES[flag]}>
          {flag}
        </Chip>
      ))}
    </Row>
  )
}
