import type { Vote } from '@tenfour/contract'
import { leaders, percentOf } from './vote.labels.ts'
import classes from './Votes.module.css'

type BarsProps = Pick<Vote, 'options' | 'ballotCount'>

/** How many voted for each option. */
export function Bars({ options, ballotCount }: BarsProps) {
  const first = leaders(options)
  return (
    <ul className={classes.bars} aria-label="Options">
      {options.map(({ label, count }, place) => (
        // oxlint-disable-next-line no-array-index-key -- an option is its place
        <li key={place} data-first={first.includes(place) || undefined}>
          <span className={classes.label}>{label}</span>
          <span className={classes.count}>
            {count.toLocaleString('en')} ({percentOf(count, ballotCount)} %)
          </span>
          <span className={classes.track} aria-hidden>
            <i style={{ width: `${percentOf(count, ballotCount)}%` }} />
          </span>
        </li>
      ))}
    </ul>
  )
}
