import { useEffect, useRef, useState } from 'react'

/** Someone who has not moved for this long is reading, not aiming. */
const IDLE_MS = 3000

/**
 * The rows to show of `wanted`: those, or while someone points or types at the list the ones it had, so that no click or key lands on
 * another row than was aimed at. `of` names what is listed: a change of it was asked for and is made at once.
 */
export function useSteady(wanted: readonly number[], of: string) {
  const [isHeld, setHeld] = useState(false)
  const [shown, setShown] = useState({ rows: wanted, of })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const isKept = isHeld && shown.of === of
  if (!isKept && (shown.rows !== wanted || shown.of !== of)) setShown({ rows: wanted, of })
  const letGo = () => {
    clearTimeout(timer.current)
    setHeld(false)
  }
  return {
    rows: isKept ? shown.rows : wanted,
    hold: () => {
      setHeld(true)
      clearTimeout(timer.current)
      timer.current = setTimeout(letGo, IDLE_MS)
    },
    letGo,
  }
}
