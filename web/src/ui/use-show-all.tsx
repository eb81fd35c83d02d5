import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import classes from './ShowAll.module.css'

/** A list of which a phone shows the first few entries, until its button is pressed. */
type LongList = {
  readonly count: number
  /** How many entries a phone shows. */
  readonly first: 0 | 1 | 4 | 8
  /** Of the button, such as 'All 12 notices'. */
  readonly words: string
  /** Entries are cut to a few lines on a phone too: their texts carry the class `SHORT_TEXT`. */
  readonly isCut?: boolean
}

/** A text of two lines at most on a phone in a list that is not shown whole. */
export const SHORT_TEXT = classes.text

/** The properties of the list, and the button that shows all of it where there is more than a phone shows. */
export function useShowAll({ count, first, words, isCut = false }: LongList) {
  const [isAsked, setAsked] = useState(false)
  const ref = useRef<HTMLUListElement>(null)
  const isAll = isAsked || (count <= first && !isCut)
  const list = { ref, tabIndex: -1, 'data-first': isAll ? undefined : first }
  const button = !isAll && (
    <Button
      className={classes.all}
      variant="subtle"
      size="compact-sm"
      fullWidth
      onClick={() => {
        setAsked(true)
        // The button that had the focus goes.
        ref.current?.focus({ preventScroll: true })
      }}
    >
      {words}
    </Button>
  )
  return { list, button }
}
