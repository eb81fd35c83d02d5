import { UsersPage } from '../../features/people/users/UsersPage.tsx'
import { PushWhitelists } from '../../features/game/whitelist/PushWhitelists.port.tsx'

/** People must not depend on the game, so what the game adds to the user list is passed in here. */
export const ManageUsersPage = () => <UsersPage actions={<PushWhitelists />} />
