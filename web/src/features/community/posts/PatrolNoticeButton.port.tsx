import { Button } from '@mantine/core'
import { accessSubject, isAllowed, sendsPatrolNotices } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { lazyComponent } from '../../../platform/load/lazy-component.tsx'
import { DIALOG } from '../../../platform/load/shapes.tsx'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { patrolNoticesQuery } from './posts.queries.ts'

const PatrolNoticeDialog = lazyComponent(async () => (await import('./PatrolNoticeDialog.tsx')).PatrolNoticeDialog, {
  what: 'The dialog',
  shape: DIALOG,
})

/** For staff and dispatchers on duty, where there is a channel in Discord for it; otherwise nothing. */
export function PatrolNoticeButton() {
  const isAllowedTo = isAllowed(sendsPatrolNotices, accessSubject(useSignedInUser()))
  const { data } = useQuery({ ...patrolNoticesQuery, enabled: isAllowedTo })
  const [isOpen, setOpen] = useState(false)
  if (!isAllowedTo || !data || data.channels.length === 0) return null
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        Patrol notice
      </Button>
      {isOpen && <PatrolNoticeDialog notices={data} onClose={() => setOpen(false)} />}
    </>
  )
}
