import type { OpenPatrol } from '@tenfour/contract'
import { PatrolNoticeButton } from '../../features/community/posts/PatrolNoticeButton.port.tsx'
import { DutyButtons } from '../../features/dispatch/units/duty/DutyButtons.port.tsx'
import { PatrolPage } from '../../features/patrols/patrols/own/PatrolPage.tsx'

const dutyActions = (open: OpenPatrol | null | undefined) => (
  <>
    <PatrolNoticeButton />
    <DutyButtons isOnCivilianPatrol={open?.isCivilian ?? false} />
  </>
)

/** Patrols are below dispatch and Discord, so going on and off duty and telling others of it are passed in here. */
export const PatrolsPage = () => <PatrolPage duty={dutyActions} />
