import classes from './CountBadge.module.css'

type CountBadgeProps = {
  count: number
  /** The word after the number, for screen readers: 'waiting'. */
  words: string
  isExact?: boolean
}

/** How much there is behind a link; nothing while there is none. */
export const CountBadge = ({ count, words, isExact = true }: CountBadgeProps) =>
  count > 0 && (
    <span className={classes.badge} title={`${count.toLocaleString('en')}${isExact ? '' : '+'} ${words}`}>
      {count.toLocaleString('en')}
      {isExact ? '' : '+'}
      <span className="visually-hidden"> {words}</span>
    </span>
  )
