import type { MembersChange } from '@tenfour/contract'
import { MembersPage } from '../../features/people/members/MembersPage.tsx'
import { lazyComponent } from '../../platform/load/lazy-component.tsx'
import { CARD } from '../../platform/load/shapes.tsx'

/** Fetched once something is about to change, and here as in StaffMemberPage: a file that pages share would be one more for each. */
const ChangesPreview = lazyComponent(
  async () => (await import('../../features/community/entitlements/ChangesPreview.port.tsx')).ChangesPreview,
  { what: 'What changes elsewhere', shape: CARD },
)
const changes = (change: MembersChange) => <ChangesPreview change={change} />

/** People must not depend on Discord or the game, so what a change leads to there is passed in here. */
export const StaffMembersPage = () => <MembersPage changes={changes} />
