import type { Offence } from '@tenfour/contract'
import { fineWords, jailWords, OffenceTypeBadge } from '../../offences/offences.port.ts'
import classes from '../Records.module.css'

/** What a search of the penal code found. */
export function OffenceView({ offences, label }: { offences: readonly Offence[]; label: string }) {
  if (offences.length === 0) return <p className={classes.nothing}>Nothing in the penal code matches “{label}”.</p>
  return (
    <ul className={classes.offences} aria-label="Offences">
      {offences.map((offence) => (
        <li key={offence.offenceId} className={classes.offence}>
          <div className={classes.offenceHead}>
            <strong className="mono">{offence.code}</strong>
            <span className={classes.offenceTitle}>{offence.title}</span>
            <OffenceTypeBadge type={offence.type} />
          </div>
          <p className={classes.offenceFacts}>
            Fine {fineWords(offence)} · jail {jailWords(offence)} · {offence.points} {offence.points === 1 ? 'point' : 'points'} ·{' '}
            {offence.category}
          </p>
          {offence.description && <p className={classes.prose}>{offence.description}</p>}
        </li>
      ))}
    </ul>
  )
}
