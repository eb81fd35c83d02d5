import type { WaitingItem } from '@tenfour/contract'
import { Link } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import classes from './Waiting.module.css'

/** One link for each kind, in columns where there is room. */
export const WaitingLinks = ({ items, list }: { items: readonly WaitingItem[]; list?: ComponentProps<'ul'> }) => (
  <ul {...list} className={classes.list} aria-label="Waiting for you">
    {items.map((item) => (
      <li key={item.id}>
        <WaitingLink item={item} />
      </li>
    ))}
  </ul>
)

function WaitingLink({ item: { words, path } }: { item: WaitingItem }) {
  const { pathname, searchParams, hash } = new URL(path, window.location.origin)
  const [count = '', ...rest] = words.split(' ')
  const isCounted = /^\d/.test(count)
  return (
    <Link to={pathname} search={Object.fromEntries(searchParams)} hash={hash.slice(1)} className={classes.link}>
      {isCounted ? (
        <span>
          <strong>{count}</strong> {rest.join(' ')}
        </span>
      ) : (
        words
      )}
    </Link>
  )
}
