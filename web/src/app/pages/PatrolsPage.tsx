import { DutyButtons } from '../../features/dispatch/units/duty/DutyButtons.port.tsx'
import { PatrolPage } from '../../features/patrols/patrols/own/PatrolPage.tsx'

/** Patrols are below dispatch, so going on and off duty is passed in here. */
export const PatrolsPage = () => <PatrolPage duty={<DutyButtons />} />
