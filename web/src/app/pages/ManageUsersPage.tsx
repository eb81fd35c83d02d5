import { UsersPage } from '../../features/people/users/UsersPage.tsx'
import { PushWhitelists } from '../../features/game/whitelist/PushWhitelists.port.tsx'

/** People come before the game: what the game adds to their list is put in here. */
export const ManageUsersPage = () => <UsersPage actions={<PushWhitelists />} />
