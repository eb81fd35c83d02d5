import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { licenceWords, pointWords, type LicenceSlot } from './licence.labels.ts'
import classes from './Licences.module.css'

/** One licence in words and colour; a type that is not held is named too. */
export function LicenceState({ slot: { name, licence }, now }: { slot: LicenceSlot; now: Date }) {
  const said = licence && licenceWords(licence, now)
  const points = licence && licence.points > 0 ? pointWords(licence.points) : ''
  const detail = [said?.detail, points].filter(Boolean).join(' · ')
  return (
    <span className={classes.state}>
      <span className={classes.name}>{name}</span>
      {said ? (
        <StatusBadge tone={said.tone} variant="soft">
          {said.word}
        </StatusBadge>
      ) : (
        <span className={classes.none}>Not held</span>
      )}
      {detail && <span className={classes.detail}>{detail}</span>}
    </span>
  )
}
