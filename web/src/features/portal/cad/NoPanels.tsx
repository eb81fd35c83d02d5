import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { Empty } from '../../../ui/PageStates.tsx'

/** Instead of the panels, where everything that a class has is switched off. */
export function NoPanels() {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The panel that was switched off may have had the focus.
    if (document.activeElement === document.body) place.current?.focus()
  }, [])
  return (
    <div ref={place} tabIndex={-1}>
      <Empty
        title="Nothing to show here"
        text="Your community has switched off what civilians use here. You are still on duty: change your status above."
        action={
          <Button variant="default" renderRoot={(props) => <Link to="/user/home" {...props} />}>
            Dashboard
          </Button>
        }
      />
    </div>
  )
}
