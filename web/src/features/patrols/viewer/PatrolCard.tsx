import { Button } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ApiError } from '../../../platform/api/api-error.ts'
import { usePatrolPages } from '../../../platform/session/areas.ts'
import { CardError, CardLoading, CardNote } from '../../../ui/CardStates.tsx'
import { patrolQuery } from '../patrols/patrols.queries.port.ts'
import { patrolTitle } from '../patrols/timeline/PatrolTimeline.port.tsx'
import { PatrolView } from './PatrolView.tsx'
import { SidePanel } from './SidePanel.tsx'

type PatrolCardProps = {
  patrolId: number
  onClose?: (() => void) | undefined
  /** Opens the member's patrols. */
  onMember?: ((userId: number) => void) | undefined
  onDecided?: (() => void) | undefined
  takesFocus?: boolean | undefined
}

/** One patrol beside a list. */
export function PatrolCard({ patrolId, onClose, onMember, onDecided, takesFocus }: PatrolCardProps) {
  const pages = usePatrolPages()
  const patrol = useQuery(patrolQuery(patrolId))
  const { data } = patrol
  const isGone = patrol.error instanceof ApiError && (patrol.error.status === 404 || patrol.error.status === 403)
  const panel = (title: string, children: ReactNode, actions?: ReactNode) => (
    <SidePanel title={title} focusKey={`patrol-${patrolId}`} takesFocus={takesFocus} actions={actions} onClose={onClose}>
      {children}
    </SidePanel>
  )
  if (!data) {
    if (isGone) return panel('Patrol', <CardNote>There is no such patrol, or it is not of a department you see.</CardNote>)
    return panel('Patrol', patrol.isError ? <CardError what="The patrol" onRetry={patrol.refetch} /> : <CardLoading rows={8} />)
  }
  return panel(
    patrolTitle(data),
    <>
      <PatrolView key={patrolId} patrol={data} onDecided={onDecided} />
      {onMember && (
        <Button style={{ alignSelf: 'start', maxWidth: '100%' }} size="compact-sm" variant="subtle" onClick={() => onMember(data.userId)}>
          All patrols of {data.name}
        </Button>
      )}
    </>,
    data.canReplay && (
      <Button
        size="xs"
        variant="default"
        rightSection={<IconPlayerPlay size={13} aria-hidden />}
        renderRoot={(props) => <Link to={pages.replay} search={{ patrol: patrolId }} {...props} />}
      >
        Replay
      </Button>
    ),
  )
}
