import { useSignedInUser } from '../../../../platform/session/useSignedInUser.ts'
import { useWarrantCounts } from './warrant-news.ts'
import { countWords } from '../warrant.labels.ts'
import classes from './Waiting.module.css'

/** How many warrants wait for the user; nothing while none does. No part of the name of the link it is in. */
export function WaitingBadge() {
  const mine = useWarrantCounts(useSignedInUser())?.mine ?? 0
  if (mine === 0) return null
  return (
    <span className={classes.badge} aria-hidden>
      {countWords(mine)}
    </span>
  )
}
