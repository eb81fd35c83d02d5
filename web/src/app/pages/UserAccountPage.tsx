import type { MemberChange } from '@tenfour/contract'
import { UserPage } from '../../features/people/users/UserPage.tsx'
import { lazyComponent } from '../../platform/load/lazy-component.tsx'
import { CARD } from '../../platform/load/shapes.tsx'

/** Fetched once something is about to change, and here as in StaffMemberPage: a file that two pages share would be one more for each. */
const ChangesPreview = lazyComponent(
  async () => (await import('../../features/community/entitlements/ChangesPreview.port.tsx')).ChangesPreview,
  { what: 'What changes elsewhere', shape: CARD },
)
const changes = (change: MemberChange) => <ChangesPreview change={change} />

/** People must not depend on Discord or the game, so what a change leads to there is passed in here. */
export const UserAccountPage = () => <UserPage changes={changes} />
