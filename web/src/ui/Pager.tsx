import { Button } from '@mantine/core'
import classes from './Pager.module.css'

type PagerProps = {
  /** Of what: 'Record'. */
  label: string
  page: number
  pageSize: number
  total: number
  isTotalExact: boolean
  onPage: (page: number) => void
}

/** Steps through a short list; nothing where there is a single page. The buttons stay focusable at both ends. */
export function Pager({ label, page, pageSize, total, isTotalExact, onPage }: PagerProps) {
  const last = Math.max(1, Math.ceil(total / pageSize))
  if (last === 1 && page === 1) return null
  const turn = (words: string, to: number, isEnd: boolean) => (
    <Button
      variant="default"
      size="compact-sm"
      aria-disabled={isEnd}
      data-disabled={isEnd || undefined}
      onClick={isEnd ? undefined : () => onPage(to)}
    >
      {words}
    </Button>
  )
  return (
    <nav className={classes.pager} aria-label={`Pages of ${label}`}>
      {turn('Previous', page - 1, page === 1)}
      <output className={classes.page}>
        Page {page} of {last.toLocaleString('en')}
        {isTotalExact ? '' : '+'}
      </output>
      {turn('Next', page + 1, page >= last)}
    </nav>
  )
}
