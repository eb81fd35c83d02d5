import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { Empty } from '../../../ui/PageStates.tsx'

/** Instead of the panels, where everything that a class has is switched off. */
export function NoPanels({ reasons }: { reasons: readonly string[] }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The panel that was switched off may have had the focus.
    if (document.activeElement === document.body) place.current?.focus()
  }, [])
  return (
    <div ref={place} tabIndex={-1}>
      <Empty
        title="No panels"
        text={`${reasons.map((reason) => `${reason}. `).join('')}You stay on duty; your status is above.`}
        action={
          <Button variant="default" renderRoot={(props) => <Link to="/user/home" {...props} />}>
            Dashboard
          </Button>
        }
      />
    </div>
  )
}
