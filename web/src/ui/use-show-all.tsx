import { Button } from '@mantine/core'
import { useRef, useState } from 'react'

/**
 * For a list of which a phone shows a part: its ref, whether all of it is shown, and the button that shows it. `className` hides the button where
 * there is room for all.
 */
export function useShowAll(words: string, { isLong, className }: { isLong: boolean; className: string | undefined }) {
  const [isAsked, setAsked] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const isAll = isAsked || !isLong
  const button = !isAll && (
    <Button
      className={className}
      variant="subtle"
      size="compact-sm"
      fullWidth
      onClick={() => {
        setAsked(true)
        // The button that had the focus goes.
        list.current?.focus({ preventScroll: true })
      }}
    >
      {words}
    </Button>
  )
  return { list, isAll, button }
}
